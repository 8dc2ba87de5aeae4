/** The words of content/docs/_glossary.json. */
import * as z from 'zod/mini';
import glossaryJson from '#content/docs/_glossary.json' with { type: 'json' };
import { GlossaryEntry } from '../../schemas/docs.ts';

const read = z.safeParse(z.array(GlossaryEntry), glossaryJson);
if (!read.success) {
  const mistakes = read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  throw new Error(`content/docs/_glossary.json: ${mistakes.join(' ')}`);
}
export const glossary = read.data;
