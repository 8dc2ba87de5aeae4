/** Gives islands the directive `client:press` (lib/client-press.ts). */
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:press'?: boolean;
  }
}

export const clientPress = (): AstroIntegration => ({
  name: 'vigia:client-press',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'press', entrypoint: './src/lib/client-press.ts' }),
  },
});
