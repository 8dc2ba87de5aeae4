/**
 * The colour tokens as hexadecimal values, for icons, manifests, social images and tests.
 *
 * Parses `oklch()` and `light-dark()` as used in src/styles/tokens.css.
 */
export type Theme = 'light' | 'dark';

const COLOR = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;
const TOKEN = new RegExp(
  String.raw`--color-([\w-]+):\s*(?:light-dark\(${COLOR},\s*${COLOR}\)|${COLOR});`,
  'g',
);

/**
 * Every opaque colour of one theme by its name (`ink`, `signal-soft`) as `#rrggbb`.
 *
 * @param css The text of src/styles/tokens.css.
 */
export function readTokenColors(css: string, theme: Theme): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  for (const [, name = '', ...numbers] of css.matchAll(TOKEN)) {
    const [light, dark, both] = [numbers.slice(0, 3), numbers.slice(3, 6), numbers.slice(6, 9)];
    const chosen = both[0] === undefined ? (theme === 'light' ? light : dark) : both;
    const [lightness = 0, chroma = 0, hue = 0] = chosen.map(Number);
    colors.set(name, oklchToHex(lightness / 100, chroma, hue));
  }
  return colors;
}

/** Converts OKLCH to sRGB (CSS Color 4) and clamps to the gamut. */
export function oklchToHex(lightness: number, chroma: number, hueDegrees: number): string {
  const hue = (hueDegrees * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels.map(channelHex).join('')}`;
}

function channelHex(linear: number): string {
  const gamma = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, gamma)) * 255)
    .toString(16)
    .padStart(2, '0');
}
