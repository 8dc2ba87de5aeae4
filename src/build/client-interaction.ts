/** Registers `client:interaction`; see browser/interaction-directive.ts. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

export function clientInteraction(): AstroIntegration {
  return {
    name: 'vigia:client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          entrypoint: fileURLToPath(new URL('../browser/interaction-directive.ts', import.meta.url)),
        });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the reader's first interaction with the page and repeats an earlier click. */
    'client:interaction'?: boolean;
  }
}
