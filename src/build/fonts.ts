/** The three typefaces, from npm, as files of our own origin. Only the Latin subset: Portuguese needs no more. */
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
    fallbacks: ['ui-sans-serif', 'system-ui', 'sans-serif'],
    options: latinVariable('familjen-grotesk', 'familjen-grotesk', '400 700'),
  },
  {
    provider,
    name: 'Figtree',
    cssVariable: '--font-figtree',
    fallbacks: ['ui-sans-serif', 'system-ui', 'sans-serif'],
    options: latinVariable('figtree', 'figtree', '300 900'),
  },
  {
    provider,
    name: 'Geist Mono',
    cssVariable: '--font-geist-mono',
    fallbacks: ['ui-monospace', 'monospace'],
    options: latinVariable('geist-mono', 'geist-mono', '100 900'),
  },
];
