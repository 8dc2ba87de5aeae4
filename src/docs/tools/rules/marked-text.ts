/** Text with the marks under which a channel shows it. */

export type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler' | 'code' | 'link';

export interface Piece {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Splits pieces at line breaks; a mark may span lines. */
export function linesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]];
  for (const { text, marks } of pieces) {
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, marks });
    }
  }
  return lines;
}
