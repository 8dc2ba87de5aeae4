import { createHash } from 'node:crypto';

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Eight characters that change with the content, for names of files that are cached forever. */
export const contentHash = (text: string | Buffer): string => hashOf(text).slice(0, 8);

/** Six characters that change with a text: a person who read it writes them down (docs/promises.md, articles' `facts`). */
export const markOf = (text: string): string => hashOf(text).slice(0, 6);
