/** Adds `/galeria` in development and for tests, never to a published site. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Set by the accessibility tests to build only the gallery. */
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
