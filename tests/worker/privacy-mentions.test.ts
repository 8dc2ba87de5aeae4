/** A deletion ends for everyone, also for a person who is mentioned in rows of others. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { deletionEndpoint } from '#domain/api-schemas/privacy.ts';
import { removalWork } from '#functions/ending/end-tenant.ts';
import { deletionWork } from '#functions/privacy/work-deletion.ts';
import { keepSupportMessage } from '#functions/support/store.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { operated } from './operations-support.ts';
import { accessOf, both, inviteAs, leaveAs, newPair, none, removeAs, teamOf } from './people-support.ts';
import { newTenant } from './plan-change-support.ts';
import { call, calmServices, depsAt, runDue, sendMails, sql } from './support.ts';

beforeEach(calmServices);

interface Caller {
  readonly token: string;
  readonly subject: string;
  readonly email: string;
}

/** Longer than requests of the deleted account may take. */
const SETTLED = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Requests the deletion, works it until the last run, and returns what the row says. */
async function deleteOwn({ token, email, subject }: Caller, aheadMs = 0) {
  expect((await call(deletionEndpoint, { token, body: { confirm: email } })).status).toBe(200);
  await runDue(deletionWork, depsAt(aheadMs));
  await runDue(deletionWork, depsAt(aheadMs + SETTLED));
  const [row] = await sql('SELECT done_at FROM deletions WHERE subject = ?', subject);
  return row;
}

const done = { done_at: expect.any(Number) };

/** Rows of other people's mails with this address. */
const mentioned = (email: string) =>
  sql(
    "SELECT id FROM outbox WHERE template <> 'data-deleted' AND instr(lower(payload), ?) > 0",
    email.toLowerCase(),
  );

const feedbackWith = (text: string) =>
  sql(
    `INSERT INTO feedback (day, page, reader_key, helpful, text) VALUES ('2026-11-21', '/docs/a', ?, 1, ?)`,
    crypto.randomUUID(),
    text,
  );

const support = (email: string, text: string) =>
  keepSupportMessage(
    depsAt(0).db,
    { id: crypto.randomUUID(), name: 'Rui', email, subject: 'Dúvida', text },
    Date.now(),
  );

describe('a deletion by its person ends', () => {
  test('of an owner with members, after their notice', async () => {
    const { owner } = await newPair();
    expect(await deleteOwn(owner, 8 * DAY_MS)).toEqual(done);
  });

  test('of a member, and no mail of the owner names them any more', async () => {
    const { owner, member } = await newPair();
    await sendMails();
    expect(await deleteOwn(member)).toEqual(done);
    expect(await mentioned(member.email)).toEqual([]);
    const joined = await sql<{ member: string }>(
      `SELECT json_extract(payload, '$.member') AS member FROM outbox WHERE template = 'person-joined'
         AND json_extract(payload, '$.to') = ?`,
      owner.email,
    );
    expect(joined).toEqual([{ member: '(endereço apagado)' }]);
  });

  test('of a member, whose access does not wait for another job', async () => {
    const { owner, member } = await newPair();
    await sendMails();
    expect(await accessOf(owner, member)).toEqual(both);
    await deleteOwn(member);
    expect(await accessOf(owner, member)).toEqual(none);
  });

  test.each(['left', 'removed'] as const)('of a former member who %s', async (how) => {
    const { owner, member } = await newPair();
    const [known] = (await teamOf(owner)).members;
    if (how === 'left') await leaveAs(member);
    else await removeAs(owner, known?.id ?? '');
    expect(await deleteOwn(member)).toEqual(done);
    expect(await mentioned(member.email)).toEqual([]);
  });

  test('of an invited person, sent or not', async () => {
    const [owner, sent, unsent] = [await newTenant('enterprise'), await signUp(), await signUp()];
    await inviteAs(owner, sent.email);
    await sendMails();
    await inviteAs(owner, unsent.email);
    for (const person of [sent, unsent]) expect(await deleteOwn(person)).toEqual(done);
    expect((await teamOf(owner)).invitations).toEqual([]);
  });
});

describe('mentions by others do not hold a deletion', () => {
  test('a stranger’s message, under the person’s address or about it, and a vote with it', async () => {
    const person = await signUp();
    await support(person.email, 'Me liguem.');
    await support('rui@teste.example', `Quem é ${person.email.toUpperCase()}?`);
    await feedbackWith(`Escrevam para ${person.email}.`);
    expect(await deleteOwn(person)).toEqual(done);
    expect(await mentioned(person.email)).toEqual([]);
    const votes = await sql<{ text: string }>("SELECT text FROM feedback WHERE text LIKE 'Escrevam para%'");
    expect(votes).toContainEqual({ text: 'Escrevam para (endereço apagado).' });
    expect(JSON.stringify(votes)).not.toContain(person.email);
  });

  test('an address that only contains the person’s', async () => {
    const person = await signUp();
    const others = [`outra.${person.email}`, `${person.email}.br`];
    for (const email of others) await support(email, 'Ajuda.');
    expect(await deleteOwn(person)).toEqual(done);
    for (const email of others) expect(await mentioned(email)).toHaveLength(2);
  });

  test('another tenant’s monitor of that name, in reports and mails about limits', async () => {
    const [customer, other] = [await newTenant('pro'), await newTenant('pro')];
    const name = `SMTP ${customer.email}`;
    await sql(
      `INSERT INTO report_months (subdomain, month, monitors) VALUES (?, '2026-10', ?)`,
      other.subdominio,
      JSON.stringify([{ id: 1, name }]),
    );
    const payload = { to: other.email, subdominio: other.subdominio, paused: { monitors: [{ name }] } };
    await sql(
      `INSERT INTO outbox (id, template, payload, created_at, sent_at) VALUES (?, 'limits-applied', ?, 1, 1)`,
      crypto.randomUUID(),
      JSON.stringify(payload),
    );
    const answer = await operated<DeletedCustomer>('apagar', {
      who: customer.subject,
      confirm: customer.subdominio,
    });
    expect(answer).toMatchObject({ isDone: true, left: [] });
    expect(await sql('SELECT month FROM report_months WHERE subdomain = ?', other.subdominio)).toHaveLength(
      1,
    );
    expect(await mentioned(customer.email)).toEqual([]);
  });

  test('the reports of whoever has the name since', async () => {
    const [former, next] = [await newTenant('free'), await newTenant('pro')];
    await sql("UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ?", former.orderId);
    await runDue(removalWork, depsAt(60_000));
    await sql('DELETE FROM quota_readings WHERE subdomain = ?', next.subdominio);
    await sql('UPDATE tenants SET subdomain = ? WHERE order_id = ?', former.subdominio, next.orderId);
    await sql('UPDATE orders SET subdomain = ? WHERE id = ?', former.subdominio, next.orderId);
    await sql(
      `INSERT INTO report_months (subdomain, month, monitors) VALUES (?, '2026-10', '[]')`,
      former.subdominio,
    );
    const answer = await operated<DeletedCustomer>('apagar', {
      who: former.subject,
      confirm: former.email,
    });
    expect(answer).toMatchObject({ isDone: true, left: [] });
    expect(await findTenant(depsAt(0).db, next.orderId)).toMatchObject({ state: 'active' });
  });
});
