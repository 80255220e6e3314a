/** A text with words for what stands in braces; what has no word stays as it is. */
export function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (found, name: string) => words[name] ?? found);
}

/** What the declaration calls something; a name that is missing there is a mistake of ours. */
export function word(words: Readonly<Record<string, string>>, name: string): string {
  const found = words[name];
  if (found === undefined) throw new Error(`no words for ${JSON.stringify(name)}`);
  return found;
}
