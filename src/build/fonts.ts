/**
 * The three fonts, served from our own origin. Two come from npm in their Latin subset, which covers Portuguese.
 *
 * Geist Mono has a smaller subset for code and times (ASCII, Portuguese letters, arrows; weights 400 to 600;
 * 23 kB became 10): `fonttools varLib.instancer … wght=400:600`, then `pyftsubset … --unicodes=… --layout-features=''`.
 * Its licence, the SIL Open Font License, is next to the file.
 */
import { fontProviders } from 'astro/config';

function latinVariable(packageName: string, file: string, weight: string) {
  return {
    variants: [
      {
        src: [`./node_modules/@fontsource-variable/${packageName}/files/${file}-latin-wght-normal.woff2`],
        weight,
        style: 'normal',
      },
    ],
  } as const;
}

const provider = fontProviders.local();

export const fonts = [
  {
    provider,
    name: 'Familjen Grotesk',
    cssVariable: '--font-familjen',
    // Our fallbacks are in styles/fallback-faces.css and include the bold weights.
    optimizedFallbacks: false,
    fallbacks: ['Display Arial', 'Display Roboto', 'sans-serif'],
    options: latinVariable('familjen-grotesk', 'familjen-grotesk', '400 700'),
  },
  {
    provider,
    name: 'Figtree',
    cssVariable: '--font-figtree',
    optimizedFallbacks: false,
    fallbacks: ['Text Arial', 'Text Roboto', 'sans-serif'],
    options: latinVariable('figtree', 'figtree', '300 900'),
  },
  {
    provider,
    name: 'Geist Mono',
    cssVariable: '--font-geist-mono',
    // As wide as Courier New to the last letter: a measured face would say the same on every page.
    optimizedFallbacks: false,
    fallbacks: ['Courier New', 'ui-monospace', 'monospace'],
    options: {
      variants: [{ src: ['./src/assets/fonts/geist-mono-code.woff2'], weight: '400 600', style: 'normal' }],
    },
  },
];
