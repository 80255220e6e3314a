// The picture in the page. Layers come as text; what has not changed keeps its nodes, so that the
// focus stays where it is, a picture painted by the server is taken over, and what is new is known.

const SVG = "http://www.w3.org/2000/svg";

/** What painting a layer changed. */
export interface Difference {
  added: Element[];
  removed: Element[];
}

/** The children of an SVG element that a text describes. */
export function parse(text: string): Element[] {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg xmlns="${SVG}">${text}</svg>`;
  return [...(holder.content.firstElementChild?.children ?? [])];
}

/** Make the children of a layer those that a text describes; equal nodes stay. */
export function replace(layer: Element, text: string): Difference {
  const old = [...layer.children];
  const wanted = parse(text);
  const added: Element[] = [];
  // Equal nodes are found by their text first: boards have hundreds of cells.
  const byText = new Map<string, Element[]>();
  for (const node of old) {
    const key = keyOf(node);
    const same = byText.get(key);
    if (same) same.push(node);
    else byText.set(key, [node]);
  }
  const result = wanted.map((node) => {
    const same = byText.get(keyOf(node));
    const kept = same?.shift();
    if (kept) return kept;
    added.push(node);
    return node;
  });
  const stays = new Set(result);
  const removed = old.filter((node) => !stays.has(node));
  for (const node of removed) node.remove();
  result.forEach((node, k) => {
    if (layer.children[k] !== node) layer.insertBefore(node, layer.children[k] ?? null);
  });
  return { added, removed };
}

function keyOf(node: Element): string {
  return node.outerHTML.replace(/ xmlns="[^"]*"/g, "");
}

/** Attributes that belong to the element: painting leaves them alone. */
const OWN = new Set(["tabindex", "aria-selected", "aria-disabled", "data-lit"]);

/** Make a node, and all in it, like another one; nodes of the same kind in the same place stay. */
export function morph(node: Element, like: Element): void {
  for (const { name, value } of like.attributes)
    if (!OWN.has(name) && node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const { name } of [...node.attributes])
    if (!OWN.has(name) && !like.hasAttribute(name)) node.removeAttribute(name);
  const mine = [...node.children];
  const theirs = [...like.children];
  const alike =
    mine.length === theirs.length && mine.every((child, k) => child.tagName === theirs[k]?.tagName);
  if (!alike) node.replaceChildren(...like.childNodes);
  else if (!mine.length) {
    if (node.textContent !== like.textContent) node.textContent = like.textContent;
  } else {
    mine.forEach((child, k) => {
      const other = theirs[k];
      if (other) morph(child, other);
    });
  }
}

export function svgNode(
  name: string,
  attributes: Record<string, string | number> = {},
  ...children: Element[]
): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}
