// Names of cells in a text, such as d4, so that they can be pointed out on the board.

interface Part {
  text: string;
  /** The cell that it names. */
  cell: string | null;
}

/** The text in parts; all of them together are the text. */
export function cellsIn(text: string, cells: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  let done = 0;
  const put = (until: number) => {
    if (until > done) parts.push({ text: text.slice(done, until), cell: null });
  };
  for (const found of text.matchAll(/(?<![\p{L}\p{N}])\p{L}\d{1,2}(?![\p{L}\p{N}])/gu)) {
    const cell = found[0].toLowerCase();
    if (!cells.has(cell)) continue;
    put(found.index);
    parts.push({ text: found[0], cell });
    done = found.index + found[0].length;
  }
  put(text.length);
  return parts;
}
