/** The same collections, or the gallery's own build would generate types without them. */
export { collections } from '../content.config.ts';
