/**
 * Text as SVG paths, from letter outlines in src/assets/fonts/*.json.
 *
 * Social images need the brand's fonts on every machine, but the image library only knows the system's. The outlines
 * were exported once from the pages' variable fonts (Familjen Grotesk at 600, Figtree at 450, 1000 units per em, with
 * kerning); their licence, the SIL Open Font License, is next to them.
 */
export interface OutlineFile {
  /** Letter → advance width and path. */
  readonly glyphs: Readonly<
    Record<string, readonly [advance: number, path: string] | readonly (number | string)[]>
  >;
  /** Kerning: letter → units → following letters. */
  readonly kerning: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface TextStyle {
  readonly size: number;
  /** Letter spacing as a share of the size. */
  readonly tracking?: number;
}

export interface Typeface {
  width(text: string, style: TextStyle): number;
  /** Path data of one line whose baseline begins at x, y. */
  line(text: string, style: TextStyle, x: number, y: number): string;
  /** Breaks at spaces; a text longer than `maxLines` ends in an ellipsis. */
  wrap(text: string, style: TextStyle, maxWidth: number, maxLines: number): string[];
}

const UNITS_PER_EM = 1000;

export function createTypeface(file: OutlineFile): Typeface {
  const glyphs = new Map(
    Object.entries(file.glyphs).map(([letter, [advance, path]]) => [
      letter,
      { advance: Number(advance), path: String(path) },
    ]),
  );
  const kerning = new Map<string, number>();
  for (const [first, moves] of Object.entries(file.kerning)) {
    for (const [units, seconds] of Object.entries(moves)) {
      for (const second of seconds) kerning.set(first + second, Number(units));
    }
  }

  /** Letters and their positions in units; a missing letter loses its accent or is skipped. */
  function place(text: string, tracking: number) {
    let at = 0;
    let before = '';
    const placed: { path: string; at: number }[] = [];
    for (const letter of text) {
      const known = glyphs.has(letter) ? letter : (letter.normalize('NFD')[0] ?? '');
      const glyph = glyphs.get(known);
      if (glyph === undefined) continue;
      at += kerning.get(before + known) ?? 0;
      placed.push({ path: glyph.path, at });
      at += glyph.advance + tracking * UNITS_PER_EM;
      before = known;
    }
    return { placed, end: at };
  }

  const width: Typeface['width'] = (text, { size, tracking = 0 }) =>
    (place(text, tracking).end * size) / UNITS_PER_EM;

  return {
    width,
    line: (text, { size, tracking = 0 }, x, y) => {
      const scale = size / UNITS_PER_EM;
      const letters = place(text, tracking).placed.filter(({ path }) => path !== '');
      return letters
        .map(
          ({ path, at }) =>
            `<path transform="translate(${round(x + at * scale)} ${y}) scale(${scale})" d="${path}"/>`,
        )
        .join('');
    },
    wrap: (text, style, maxWidth, maxLines) => {
      const lines: string[] = [];
      for (const word of text.split(/\s+/).filter((part) => part !== '')) {
        const last = lines.at(-1);
        const longer = last === undefined ? word : `${last} ${word}`;
        if (last !== undefined && width(longer, style) > maxWidth) lines.push(word);
        else lines.splice(-1, 1, longer);
      }
      if (lines.length <= maxLines) return lines;
      const kept = lines.slice(0, maxLines);
      let end = kept.pop() ?? '';
      while (end.includes(' ') && width(`${end}…`, style) > maxWidth)
        end = end.slice(0, end.lastIndexOf(' '));
      return [...kept, `${end.replace(/[\s,.;:–—-]+$/, '')}…`];
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
