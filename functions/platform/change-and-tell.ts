import { mailStatement, type OutgoingMail } from './outbox.ts';

/** Makes a change with the mails about it, in one transaction; false, without them, when it changed no row. */
export async function changeAndTell(
  db: D1Database,
  change: D1PreparedStatement,
  mails: readonly OutgoingMail[],
  now: number,
): Promise<boolean> {
  const [changed] = await db.batch([
    change,
    ...mails.map((mail) => mailStatement(db, mail, now, 'changes() = 1')),
  ]);
  return changed?.meta.changes === 1;
}
