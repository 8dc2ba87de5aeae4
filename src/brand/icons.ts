/**
 * The site's icons, made from the mark: SVG, PNG and ICO.
 *
 * Owns: the look of each icon. Does not own: the mark's shape (ui/mark.ts) or colours (styles/tokens.css).
 */
import sharp from 'sharp';
import { readTokenColors } from '#build/token-colors.ts';
import tokensCss from '../styles/tokens.css?raw';
import { type IconShape, markFile } from './mark-svg.ts';

const colors = readTokenColors(tokensCss, 'light');
const color = (name: string): string => colors.get(name) ?? '#000000';

/** The mark as an SVG file. */
export const markSvg = (name: string, shape: IconShape = 'rounded'): string => markFile(name, color, shape);

export function iconPng(name: string, size: number, shape: IconShape): Promise<Buffer> {
  return sharp(Buffer.from(markSvg(name, shape)), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** An ICO file with PNG images, the smallest first. */
export async function iconIco(name: string): Promise<Buffer> {
  const pictures = await Promise.all(
    [16, 32, 48].map(async (size) => ({
      size,
      png: await iconPng(name, size, size === 16 ? 'small' : 'rounded'),
    })),
  );
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Background colours, for the browser's frame around the page. */
export const frameColors = {
  light: color('paper'),
  dark: readTokenColors(tokensCss, 'dark').get('paper') ?? '#000000',
  ink: color('ink'),
} as const;

/** The answer with a web app manifest: what all of them say, and its own. */
export function manifestAnswer(
  own: Readonly<Record<string, unknown>>,
  ownIcons: readonly object[] = [],
): Response {
  const manifest = {
    ...own,
    lang: 'pt-BR',
    background_color: frameColors.light,
    theme_color: frameColors.ink,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ...ownIcons,
    ],
  };
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
