/** The element with this id, which the server's page has. */
export function the<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as unknown as T;
}
