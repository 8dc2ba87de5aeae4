/**
 * The order of the cascade layers, from the weakest to the strongest.
 *
 * Inlined at the top of every page, because the first declaration wins and the bundler decides the order of sheets.
 * `components` has the scoped styles of Astro components, `prose` those of articles.
 */
import { createHash } from 'node:crypto';

export const layerOrder = '@layer theme,base,prose,components,utilities;';

/** For the Content Security Policy, which allows exactly this text. */
export const layerOrderHash = `sha256-${createHash('sha256').update(layerOrder).digest('base64')}` as const;
