/** Masks a deleted person's address in texts of other people, in D1: a mention must not outlive the deletion. */
import { normalEmail } from '#domain/email/email.ts';
import { all, among, raw, statement } from '#functions/platform/db.ts';
import { personalTables, tableNames } from './personal-tables.ts';

const MASKED_ADDRESS = '(endereço apagado)';

/** Matches the whole address only: `ana@loja.com` not in `rita.ana@loja.com.br`. */
function wholeAddress(email: string): RegExp {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?!\\.?[\\p{L}\\p{N}-])`, 'giu');
}

/** Replaces the addresses in every column in which anyone may write one. */
export async function maskMentions(db: D1Database, emails: readonly string[]): Promise<void> {
  const words = emails.map(normalEmail);
  if (words.length === 0) return;
  for (const table of tableNames) {
    const { freeText } = personalTables[table];
    if (freeText === undefined) continue;
    const [name, column] = [raw(table), raw(freeText)];
    const rows = await all<{ text: string }>(db)`SELECT DISTINCT ${column} AS text FROM ${name}
          WHERE EXISTS (SELECT 1 FROM ${among(words)} WHERE instr(lower(${column}), value) > 0)`;
    const changes = rows.map(({ text }) => {
      const masked = words.reduce((known, word) => known.replace(wholeAddress(word), MASKED_ADDRESS), text);
      // Two paths may become one.
      return statement(db)`UPDATE OR REPLACE ${name} SET ${column} = ${masked} WHERE ${column} = ${text}`;
    });
    if (changes.length > 0) await db.batch(changes);
  }
}
