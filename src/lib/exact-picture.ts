import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';

/**
 * An unscaled, losslessly compressed screenshot, used at every width: screenshots are smaller that way than scaled with
 * a lossy format, and take a tenth of the time to encode (see astro.config.mjs).
 *
 * @returns Address of the file.
 */
export async function exactPicture(image: ImageMetadata): Promise<string> {
  return (await getImage({ src: image, format: 'webp' })).src;
}
