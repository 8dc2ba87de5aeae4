/**
 * Cascade layers, from the weakest to the strongest: the one place where their order is declared.
 *
 * It stands inline at the top of every page, because the bundler decides which sheet comes first and the first
 * declaration wins. `components` holds the scoped styles of Astro components, `prose` the text of articles.
 */
import { createHash } from 'node:crypto';

export const layerOrder = '@layer theme,base,prose,components,utilities;';

/** For the content security policy, which allows exactly this text. */
export const layerOrderHash = `sha256-${createHash('sha256').update(layerOrder).digest('base64')}` as const;
