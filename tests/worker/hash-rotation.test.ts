/** PARTY_HASH_KEY can be replaced: while the previous key is set, nothing that was hashed with it is forgotten. */
import { expect, test } from 'vitest';
import { composeDeps } from '#functions/compose.ts';
import { findMarks, linkParties, writeMark } from '#functions/debts/marks-store.ts';
import { partiesOf, payerHash } from '#functions/debts/parties.ts';
import { isDeletedAccount, noteDeletedAccount } from '#functions/platform/deleted-accounts.ts';
import { endCodeOf, endReportMail } from '#functions/reports/end-mail.ts';
import { env, newKey } from './support.ts';

const before = composeDeps(env);
const during = composeDeps({
  ...env,
  PARTY_HASH_KEY: 'another-party-hash-key-000000000000000',
  PARTY_HASH_KEY_PREVIOUS: env.PARTY_HASH_KEY,
});
const after = composeDeps({ ...env, PARTY_HASH_KEY: 'another-party-hash-key-000000000000000' });
const taxId = '24971563792';

test('a debt is found by the payer, and then also without the previous key', async () => {
  const reference = newKey();
  const buyer = { subject: newKey(), taxId };
  const debt = { kind: 'debt', reference, at: Date.now(), amountCentavos: 500, days: 3 } as const;
  await writeMark(before.db, debt, await partiesOf(before, buyer));
  const found = async (deps: typeof before, parties: readonly string[]) =>
    (await findMarks(deps.db, parties)).filter((mark) => mark.reference === reference).length;
  expect(await found(after, await partiesOf(after, buyer))).toBe(0);
  const parties = await partiesOf(during, { subject: newKey(), taxId });
  expect(await found(during, parties)).toBe(1);
  // What a purchase does with the parties it knows.
  await linkParties(during.db, parties);
  expect(await found(after, [await payerHash(after, taxId)])).toBe(1);
});

test('deleted accounts, refused addresses and links in mails stay what they were', async () => {
  const subject = newKey();
  await noteDeletedAccount(before, subject);
  expect(await isDeletedAccount(during, subject)).toBe(true);
  const link = await before.alertLinks.tokenOf('recipient');
  expect([await during.alertLinks.idOf(link), await after.alertLinks.idOf(link)]).toEqual([
    'recipient',
    null,
  ]);
  const given = { orderId: newKey(), code: '' };
  const code = await endCodeOf(before, given.orderId);
  await expect(endReportMail(during, { ...given, code })).resolves.toBe(undefined);
  await expect(endReportMail(after, { ...given, code })).rejects.toThrow();
});
