import { createHash } from 'node:crypto';

/** Eight characters that change with the content, for names of files that are cached forever. */
export const contentHash = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
