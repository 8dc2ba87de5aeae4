/** The same collections: the build of the gallery alone would otherwise write types without them. */
export { collections } from '../content.config.ts';
