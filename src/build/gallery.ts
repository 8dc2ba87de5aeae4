/** Adds `/galeria` while developing, and where a test asks for it; a published site never has it. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Set to build the gallery into a folder of its own, as the accessibility tests do. */
export const GALLERY_VARIABLE = 'VIGIA_GALLERY';

export function gallery(): AstroIntegration {
  return {
    name: 'vigia:gallery',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev' && process.env[GALLERY_VARIABLE] !== '1') return;
        injectRoute({
          pattern: '/galeria',
          entrypoint: fileURLToPath(new URL('../gallery/galeria.astro', import.meta.url)),
        });
      },
    },
  };
}
