/**
 * Colours of mails, the same as the site's (src/styles/tokens.css). The light ones are inline, because many mail programs drop
 * style sheets; the sheet below has the dark ones. Where it is dropped, a mail stays light and whole.
 */
import type { Tone } from '#domain/alerts/blocks.ts';

/** By what it is for: light, then dark. Each is a class, too. */
export const mailColors = {
  paper: ['#f5f3ea', '#0a1410'],
  card: ['#fdfcf6', '#0f1c16'],
  sunken: ['#efecdf', '#0a1410'],
  ink: ['#0d2018', '#e8f0e9'],
  soft: ['#4a5b52', '#a3b5aa'],
  line: ['#dcd9cb', '#2c4237'],
  button: ['#0d2018', '#4ee29a'],
  'on-button': ['#f5f3ea', '#06281a'],
} as const;
type ColorName = keyof typeof mailColors;

/** The filled ground of a state and what is written on it, in both schemes. */
export const toneColors: Readonly<Record<Tone, readonly [ground: string, text: string]>> = {
  down: ['#b3301f', '#ffffff'],
  warning: ['#f0ac3c', '#2b1d00'],
  up: ['#0b7a43', '#ffffff'],
  neutral: ['#33463c', '#ffffff'],
};

/** Of the bars of an hour, in both schemes. */
export const barColors = { u: '#2f9e63', d: '#d6452f' } as const;

/** Light value of a colour. */
export const light = (name: ColorName): string => mailColors[name][0];

const dark = (name: ColorName): string => mailColors[name][1];
const darkRule = (name: ColorName, property: string, selector = `.${name}`): string =>
  `${selector}{${property}:${dark(name)}!important}`;

/** The sheet in the head of every mail. */
export const MAIL_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  ...(['paper', 'card', 'sunken'] as const).map((name) => darkRule(name, 'background')),
  ...(['ink', 'soft'] as const).map((name) => darkRule(name, 'color')),
  darkRule('line', 'border-color'),
  darkRule('button', 'background'),
  darkRule('on-button', 'color'),
  darkRule('soft', 'border-color', '.outline'),
  darkRule('ink', 'color', '.outline'),
  '}',
].join('');
