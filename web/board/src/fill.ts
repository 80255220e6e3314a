/** Words and numbers for the places of a text, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** A text with its places, which stand in braces, filled in; what has no word stays as it is. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found));
}

/** What the declaration calls something; a name that is missing there is a mistake of ours. */
export function word(words: Readonly<Record<string, string>>, name: string): string {
  const found = words[name];
  if (found === undefined) throw new Error(`no words for ${JSON.stringify(name)}`);
  return found;
}
