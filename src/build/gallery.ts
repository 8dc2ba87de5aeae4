/** Adds `/galeria` while developing, and where a test asks for it; a published site never has it. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Set to build the gallery and nothing else, as the accessibility tests do. */
export const GALLERY_VARIABLE = 'VIGIA_GALLERY';
export const isGalleryAlone = process.env[GALLERY_VARIABLE] === '1';

export function gallery(): AstroIntegration {
  return {
    name: 'vigia:gallery',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev' && !isGalleryAlone) return;
        injectRoute({
          pattern: '/galeria',
          entrypoint: fileURLToPath(new URL('../gallery/galeria.astro', import.meta.url)),
        });
      },
    },
  };
}
