/** The preview image of a shared link: brand, title, and the landing page's incident as a strip. */

import type { Typeface } from '#build/outlines.ts';
import { drawMark, type TokenColor } from './mark-svg.ts';

const SOCIAL_WIDTH = 1200;
const SOCIAL_HEIGHT = 630;

export interface SocialWords {
  readonly siteName: string;
  /** Section of the site; `null` for a page outside of any. */
  readonly section: string | null;
  readonly title: string;
  readonly description: string;
}

export interface SocialLook {
  readonly color: TokenColor;
  readonly display: Typeface;
  readonly text: Typeface;
}

const EDGE = 80;
const MEASURE = SOCIAL_WIDTH - 2 * EDGE;
/** Baseline of the last line above the strip. */
const WORDS_BOTTOM = 440;
const DESCRIPTION = { size: 29, leading: 42, lines: 2 } as const;
/** Font sizes of the title: large when it fits, else medium. */
const TITLES = [
  { size: 84, leading: 88, lines: 2, tracking: -0.03 },
  { size: 66, leading: 72, lines: 3, tracking: -0.03 },
] as const;

/** One bar per minute, as in the hero: up, seven minutes down, up again. */
const night = [
  ...Array<string>(51).fill('pill'),
  ...Array<string>(7).fill('down'),
  ...Array<string>(29).fill('pill'),
  ...Array<string>(9).fill('pill-idle'),
];

/** A rectangle of the image, in whole pixels. */
export interface SocialPart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

/** Everything but the words: the same for all pages of a section. */
export function socialFrame({ siteName, section }: SocialWords, look: SocialLook): SocialPart {
  const place = { left: 0, top: 0, width: SOCIAL_WIDTH, height: SOCIAL_HEIGHT };
  return onPaper(place, [brand(siteName, look), sectionName(section, look), strip(look)], look);
}

/** Title and description with the paper below them, to be laid on the frame. */
export function socialWords(words: SocialWords, look: SocialLook): SocialPart {
  const { top, lines } = wordsBlock(words, look);
  const place = { left: EDGE - 16, top, width: MEASURE + 32, height: WORDS_BOTTOM + 16 - top };
  return onPaper(place, lines, look);
}

function onPaper(
  place: Omit<SocialPart, 'svg'>,
  parts: readonly string[],
  { color }: SocialLook,
): SocialPart {
  const { left, top, width, height } = place;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${color('paper')}"/>${parts.join('')}</svg>`;
  return { ...place, svg };
}

function brand(name: string, { color, display }: SocialLook): string {
  const letters = display.line(name, { size: 44, tracking: -0.03 }, EDGE + 70, 108);
  return `<g transform="translate(${EDGE} 66) scale(1.75)">${drawMark(color, 'rounded')}</g>${filled(letters, color('ink'))}`;
}

/** Laid out from the bottom, so that the text ends at the same height in every image. */
function wordsBlock(
  { title, description }: SocialWords,
  { color, display, text }: SocialLook,
): { readonly top: number; readonly lines: readonly string[] } {
  const { leading: small, ...textStyle } = DESCRIPTION;
  const lines = text.wrap(description, textStyle, MEASURE - 80, DESCRIPTION.lines);
  const descriptionTop = WORDS_BOTTOM - small * (lines.length - 1);
  const [large, medium] = TITLES;
  const fits = display.wrap(title, large, MEASURE, 9).length <= large.lines;
  const style = fits ? large : medium;
  const heading = display.wrap(title, style, MEASURE, style.lines);
  const titleBottom = descriptionTop - 62;
  const titleTop = titleBottom - style.leading * (heading.length - 1);
  return {
    // Below the brand, and above every accent.
    top: titleTop - style.size,
    lines: [
      ...heading.map((line, index) =>
        filled(display.line(line, style, EDGE - 3, titleTop + index * style.leading), color('ink')),
      ),
      ...lines.map((line, index) =>
        filled(text.line(line, textStyle, EDGE, descriptionTop + index * small), color('ink-soft')),
      ),
    ],
  };
}

function sectionName(section: string | null, { color, text }: SocialLook): string {
  if (section === null) return '';
  const style = { size: 26 };
  const x = SOCIAL_WIDTH - EDGE - text.width(section, style);
  return filled(text.line(section, style, x, 105), color('signal'));
}

function strip({ color, text }: SocialLook): string {
  const step = MEASURE / night.length;
  const beats = night.map((state, index) => {
    const x = (EDGE + index * step).toFixed(2);
    return `<rect x="${x}" y="502" width="${(step - 4).toFixed(2)}" height="52" rx="3.4" fill="${color(state)}"/>`;
  });
  const caption = (words: string, beat: number, token: string): string => {
    const x = EDGE + beat * step;
    const letters = text.line(words, { size: 20 }, x + 11, 587);
    return `<rect x="${x.toFixed(2)}" y="566" width="1.5" height="28" fill="${color(token)}"/>${filled(letters, color('ink-soft'))}`;
  };
  const fell = '03h12 fora do ar';
  const fellX = EDGE + 51 * step - 11 - text.width(fell, { size: 20 });
  return [
    ...beats,
    caption('02h21 tudo no ar', 0, 'line-strong'),
    filled(text.line(fell, { size: 20 }, fellX, 587), color('down-text')),
    caption('03h19 voltou', 58, 'pill'),
  ].join('');
}

const filled = (content: string, fill: string): string => `<g fill="${fill}">${content}</g>`;
