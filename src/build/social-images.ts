/**
 * Draws one social image per page (brand/social-image.ts).
 *
 * Cached in node_modules/.cache by content, so that a build draws only changed ones. The frame is drawn once for a
 * section, and each page only has its words drawn: the whole picture took half as long again.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type SocialLook, type SocialPart, socialFrame, socialWords } from '#brand/social-image.ts';
import familjen from '../assets/fonts/familjen-600.json' with { type: 'json' };
import figtree from '../assets/fonts/figtree-450.json' with { type: 'json' };
import type { BuiltPage } from './built-pages.ts';
import { createTypeface } from './outlines.ts';
import { readTokenColors } from './token-colors.ts';

const tokensFile = new URL('../styles/tokens.css', import.meta.url);
const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/vigia-social/', import.meta.url));
/** Red, green and blue. */
const CHANNELS = 3;

/** @returns Number of images drawn. */
export async function writeSocialImages(
  outDir: string,
  pages: readonly BuiltPage[],
  siteName: string,
): Promise<number> {
  const look = await readLook();
  await mkdir(cacheDir, { recursive: true });
  const frames = new Map<string, Buffer>();
  let drawn = 0;
  for (const { imagePath, title, description, section } of pages) {
    const said = { siteName, section, title, description };
    const [frame, words] = [socialFrame(said, look), socialWords(said, look)];
    const name = createHash('sha256').update(frame.svg).update(words.svg).digest('hex');
    const kept = join(cacheDir, `${name}.png`);
    const target = join(outDir, imagePath);
    await mkdir(dirname(target), { recursive: true });
    if (await copied(kept, target)) continue;
    const ground = frames.get(frame.svg) ?? (await pixelsOf(frame));
    frames.set(frame.svg, ground);
    const png = await laidOn(frame, ground, words);
    await writeFile(kept, png);
    await writeFile(target, png);
    drawn += 1;
  }
  return drawn;
}

const pixelsOf = ({ svg }: SocialPart): Promise<Buffer> =>
  sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();

/** No palette and hardly any compression: only link previews fetch the file, and a small one takes longer than drawing. */
async function laidOn({ width, height }: SocialPart, ground: Buffer, words: SocialPart): Promise<Buffer> {
  const whole = Buffer.from(ground);
  const pixels = await pixelsOf(words);
  const row = words.width * CHANNELS;
  for (let line = 0; line < words.height; line += 1)
    pixels.copy(whole, ((words.top + line) * width + words.left) * CHANNELS, line * row, (line + 1) * row);
  return await sharp(whole, { raw: { width, height, channels: CHANNELS } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function readLook(): Promise<SocialLook> {
  const colors = readTokenColors(await readFile(tokensFile, 'utf8'), 'light');
  return {
    color: (name) => colors.get(name) ?? '#000000',
    display: createTypeface(familjen),
    text: createTypeface(figtree),
  };
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch {
    return false; // Not drawn yet.
  }
}
