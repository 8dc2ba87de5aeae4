/** The mark as SVG text, for icons and social images. The site's own pages use ui/logo.tsx. */
import { mark } from '#ui/mark.ts';

/**
 * `rounded`: the plain mark. `small`: for 16 px, without the glint. `bleed`: the background fills the square, for
 * systems that round the corners themselves. `maskable`: like `bleed`, with the eye inside the safe circle.
 */
export type IconShape = 'rounded' | 'small' | 'bleed' | 'maskable';

/** Returns the opaque colour of a token. */
export type TokenColor = (name: string) => string;

/** Scale of the eye, from the centre. */
const scales: Record<IconShape, number> = { rounded: 1, small: 1.12, bleed: 0.86, maskable: 0.72 };

/** The mark's SVG content for a 32 by 32 view box. */
export function drawMark(color: TokenColor, shape: IconShape): string {
  const corner = shape === 'rounded' ? mark.radius : shape === 'small' ? 7 : 0;
  const { pupil, glint } = mark;
  const shine =
    shape === 'small' ? '' : `<circle cx="${glint.cx}" cy="${glint.cy}" r="${glint.r}" fill="#fff"/>`;
  return (
    `<rect width="32" height="32" rx="${corner}" fill="${color('mark')}"/>` +
    `<g transform="translate(16 16) scale(${scales[shape]}) translate(-16 -16)"><path d="${mark.eye}" fill="#fff"/>` +
    `<circle cx="${pupil.cx}" cy="${pupil.cy}" r="${pupil.r}" fill="${color('mark-pupil')}"/>${shine}</g>`
  );
}

/** The mark as a file, with the brand's name as its title. */
export function markFile(name: string, color: TokenColor, shape: IconShape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${escapeXml(name)}</title>${drawMark(color, shape)}</svg>`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
