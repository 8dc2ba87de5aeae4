/**
 * Handing an environment over to a colleague: once, without a double charge or a gap; wrong callers and lost responses
 * change nothing.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import { accountEndpoint } from '#domain/contracts/account.ts';
import { acceptHandoverEndpoint } from '#domain/contracts/people.ts';
import { message } from '#domain/messages.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/order/order.ts';
import { HANDOVERS_PER_DAY } from '#domain/people/handover.ts';
import { partiesOfTenant } from '#functions/contract/mark-facts.ts';
import { recordCharge } from '#functions/contract/record-charge.ts';
import { endOffer, offerHandover } from '#functions/handover/offer-handover.ts';
import { exportCustomer } from '#functions/privacy/export-customer.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { cancel } from './account-support.ts';
import { calmBilling, mailsAbout } from './billing-support.ts';
import {
  acceptAs,
  cardBody,
  closeAs,
  handoversOf,
  offeredPair,
  offerTo,
  oldPair,
  ownersOf,
  runHandovers,
} from './handover-support.ts';
import { callHosted } from './hosted-support.ts';
import { marksOf, putDebt } from './marks-support.ts';
import {
  accessOf,
  both,
  join,
  newPair,
  peopleOf,
  removeAs,
  stateOfPeople,
  teamOf,
} from './people-support.ts';
import {
  answerOf,
  at,
  call,
  calmServices,
  codeOf,
  depsAt,
  depsWith,
  noFaults,
  runJobs,
  setFaults,
  sql,
} from './support.ts';
import { type Customer, eventsOf, press, purseOf, standingOf } from './upgrade-support.ts';

beforeEach(async () => {
  await calmServices();
  await calmBilling();
  await sql("UPDATE handovers SET state = 'closed', settled_at = 1 WHERE settled_at IS NULL");
});

const stateNow = async (owner: Customer) =>
  JSON.stringify([await stateOfPeople(), await ownersOf(owner), await handoversOf(owner)]);

/** Returns the refusal's code and sentence, and checks that no row has changed. */
async function refused(owner: Customer, ask: () => Promise<Response>): Promise<[unknown, unknown]> {
  const before = await stateNow(owner);
  const { code, error } = await answerOf(await ask());
  expect(await stateNow(owner)).toBe(before);
  return [code, error];
}

const liveOf = async (owner: Customer) =>
  (await purseOf(owner)).subscriptions.filter(({ deleted }) => !deleted);

describe('by card', () => {
  test('owner and contract change, paid days stay, and nothing is charged', async () => {
    const { owner, member } = await offeredPair();
    const before = await standingOf(owner);
    const paidBefore = (await purseOf(owner)).payments.filter(({ status }) => status === 'CONFIRMED').length;
    expect(await answerOf(await acceptAs(member))).toMatchObject({ status: 200, situacao: 'feita' });
    expect(await ownersOf(owner)).toEqual([member.subject, member.subject]);
    const after = await standingOf(owner);
    expect([after.plan, after.paidThrough, after.state]).toEqual(['pro', before.paidThrough, 'active']);
    expect(after.renewal).toMatchObject({
      dueOn: before.renewal?.dueOn,
      amountCentavos: before.renewal?.amountCentavos,
    });
    const live = await liveOf(owner);
    expect(live.map(({ id }) => id)).toEqual([after.renewal?.subscriptionId]);
    expect(after.renewal?.subscriptionId).not.toBe(owner.subscriptionId);
    const paid = (await purseOf(owner)).payments.filter(({ status }) => status === 'CONFIRMED').length;
    expect(paid).toBe(paidBefore);
  });

  test('the former owner becomes a member, and both are notified once', async () => {
    const { owner, member } = await offeredPair();
    await acceptAs(member);
    expect(await peopleOf(owner)).toMatchObject({ papel: 'membro', dono: member.email });
    expect((await teamOf(member)).pessoas.map(({ email }) => email)).toEqual([owner.email]);
    expect([await accessOf(owner, owner), await accessOf(owner, member)]).toEqual([both, both]);
    await runJobs(60_000);
    const mails = (await mailsAbout(owner)).map(({ template, to }) => `${template} ${to}`);
    expect(mails.filter((each) => each.startsWith('hand'))).toEqual([
      `handover-offered ${member.email}`,
      `handed-over ${owner.email}`,
      `handover-received ${member.email}`,
    ]);
    expect(mails.some((each) => each.startsWith('cancelled'))).toBe(false);
    expect(await eventsOf(owner)).toEqual(expect.arrayContaining(['handover-offered', 'handed-over']));
  });

  test('the new owner’s accepted terms are stored; the former owner’s stay', async () => {
    const { owner, member } = await offeredPair();
    await sql(
      "UPDATE orders SET terms_version = 'antes', rules_version = 'antes' WHERE id = ?",
      owner.orderId,
    );
    await acceptAs(member);
    const [order] = await sql('SELECT terms_version, rules_version FROM orders WHERE id = ?', owner.orderId);
    expect(order).toEqual({ terms_version: TERMS_VERSION, rules_version: BILLING_RULES_VERSION });
    const [passed] = await sql<{ from_terms: string }>(
      'SELECT from_terms FROM handovers WHERE order_id = ?',
      owner.orderId,
    );
    expect(JSON.parse(passed?.from_terms ?? '{}')).toMatchObject({ termos: 'antes', regras: 'antes' });
  });

  test('the new owner sees no earlier invoices; nota recipients are cleared', async () => {
    const { owner, member } = await offeredPair();
    await depsAt(0).fiscalNotes.keepContacts(owner.orderId, { emails: ['a@b.example'], pedido: 'PO 1' }, 1);
    const [first] = (await purseOf(owner)).payments;
    await acceptAs(member);
    const { faturas } = (await answerOf(await call(accountEndpoint, { token: member.token }))) as {
      faturas?: { id: string }[];
    };
    expect(faturas?.map(({ id }) => id)).not.toContain(first?.id);
    expect(await depsAt(0).fiscalNotes.readContacts(owner.orderId)).toEqual({ emails: [], pedido: '' });
    // The nota of an earlier charge still goes to its payer.
    expect(await depsAt(0).fiscalNotes.readFormer(first?.id ?? '')).toEqual({
      ...{ email: owner.email, name: expect.anything() },
      contacts: { emails: ['a@b.example'], pedido: 'PO 1' },
    });
  });

  test('a refused card changes nothing, and another one may be tried', async () => {
    const { owner, member } = await offeredPair();
    expect(await codeOf(await acceptAs(member, cardBody(cardNumbers.refused)))).toEqual([
      402,
      'payment-declined',
    ]);
    expect(await ownersOf(owner)).toEqual([owner.subject, owner.subject]);
    expect(await liveOf(owner)).toHaveLength(1);
    expect((await acceptAs(member)).status).toBe(200);
  });

  test('repeated by the new owner, it succeeds and changes nothing', async () => {
    const { owner, member } = await offeredPair();
    await acceptAs(member);
    const purse = (await purseOf(owner)).subscriptions.length;
    expect(await answerOf(await acceptAs(member))).toMatchObject({ status: 200, situacao: 'feita' });
    expect((await purseOf(owner)).subscriptions).toHaveLength(purse);
  });

  test('two acceptances at once open one subscription', async () => {
    const { owner, member } = await offeredPair();
    await Promise.all([acceptAs(member), acceptAs(member)]);
    expect(await liveOf(owner)).toHaveLength(1);
    expect(await ownersOf(owner)).toEqual([member.subject, member.subject]);
  });
});

/** Accepts at a Worker with card entry on the processor's page. */
const acceptHosted = ({ token }: { token: string }) =>
  callHosted(
    {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
        ...{ 'Content-Type': 'application/json', 'CF-Connecting-IP': '198.18.77.1' },
      },
      body: JSON.stringify({ termosVersao: cardBody().termosVersao }),
    },
    acceptHandoverEndpoint,
  );

describe('on the page of the processor', () => {
  test('the page’s subscription is the one that renews; nothing is charged', async () => {
    const { owner, member } = await offeredPair();
    const { renewal } = await standingOf(owner);
    const answer = (await (await acceptHosted(member)).json()) as { situacao: string; paymentUrl: string };
    expect(answer.situacao).toBe('pagina');
    expect(await answerOf(await acceptHosted(member))).toMatchObject({ paymentUrl: answer.paymentUrl });
    expect(await ownersOf(owner)).toEqual([owner.subject, owner.subject]);
    await press('checkouts', new URL(answer.paymentUrl).searchParams.get('id') ?? '', 'pay');
    await runHandovers();
    expect(await ownersOf(owner)).toEqual([member.subject, member.subject]);
    const live = await liveOf(owner);
    expect(live).toHaveLength(1);
    expect((await standingOf(owner)).renewal).toMatchObject({
      ...{ subscriptionId: live[0]?.id, dueOn: renewal?.dueOn, amountCentavos: renewal?.amountCentavos },
    });
  });

  test('an unused page is closed, and the offer stays open', async () => {
    const { owner, member } = await offeredPair();
    await acceptHosted(member);
    await runHandovers(2 * 3_600_000);
    expect((await handoversOf(owner)).at(-1)?.state).toBe('offered');
    expect((await acceptAs(member)).status).toBe(200);
  });
});

describe('marks and data of both accounts', () => {
  test('a dispute of an earlier charge is its payer’s, not the new owner’s', async () => {
    const { owner, member } = await offeredPair();
    const [first] = (await purseOf(owner)).payments;
    await acceptAs(member);
    const deps = depsAt(0);
    const read = await deps.payments.readPayment(first?.id ?? '');
    if (read === null) throw new Error('no charge');
    await recordCharge(deps, owner.orderId, { ...read, state: 'disputed' });
    const kindsOf = async (buyer: { subject?: string; orderId?: string }) =>
      (await marksOf(buyer)).map(({ kind }) => kind);
    expect(await kindsOf({ subject: owner.subject })).toContain('dispute');
    expect(await kindsOf({ orderId: owner.orderId })).toContain('dispute');
    expect(await kindsOf({ subject: member.subject })).not.toContain('dispute');
    // The new owner's marks must not reach the former payer.
    const { facts } = await deps.ledger.read(owner.orderId);
    const before = facts.contracts.find(({ formerSubject }) => formerSubject === owner.subject)?.payer;
    const parties = await partiesOfTenant(deps, { ...owner, subject: member.subject }, facts);
    expect(parties).not.toContain(before);
  });

  test('each exports only their own part', async () => {
    const { owner, member } = await offeredPair();
    const [first] = (await purseOf(owner)).payments;
    await acceptAs(member);
    const copyOf = async ({ subject }: { subject: string }) =>
      (await exportCustomer(depsAt(0), subject)).tables;
    const [theirs, own] = [await copyOf(member), await copyOf(owner)];
    const chargesIn = (tables: Record<string, Record<string, unknown>[]>) =>
      tables['charges']?.map((row) => row['payment_id']);
    expect(chargesIn(own)).toContain(first?.id);
    expect(chargesIn(theirs)).not.toContain(first?.id);
    expect(JSON.stringify(theirs['handovers'])).not.toContain(owner.email);
    expect(own['handovers']).toMatchObject([{ lado: 'dono', state: 'done' }]);
    expect(theirs['orders']).toHaveLength(1);
    expect(own['orders']).toHaveLength(0);
  });
});

describe('a renewal that was cancelled', () => {
  test('is handed over without a card', async () => {
    const { owner, member } = await oldPair();
    await cancel(owner);
    expect((await standingOf(owner)).renewal).toBeNull();
    expect((await offerTo(owner)).status).toBe(200);
    const { termosVersao } = cardBody();
    expect(await answerOf(await acceptAs(member, { termosVersao }))).toMatchObject({ situacao: 'feita' });
    expect(await ownersOf(owner)).toEqual([member.subject, member.subject]);
    expect(await liveOf(owner)).toHaveLength(0);
  });
});

describe('a lost response', () => {
  test('to the opening is looked up; the job continues with one subscription', async () => {
    const { owner, member } = await offeredPair();
    await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
    expect(await answerOf(await acceptAs(member))).toMatchObject({
      code: 'payment-unclear',
      error: message('handover.unclear'),
    });
    await setFaults(at.asaasUrl, noFaults);
    await runHandovers();
    expect(await ownersOf(owner)).toEqual([member.subject, member.subject]);
    expect(await liveOf(owner)).toHaveLength(1);
  });

  test('to removing the former subscription: the job removes it', async () => {
    const { owner, member } = await offeredPair();
    await setFaults(at.asaasUrl, { loseAnswers: 9, losePath: `/v3/subscriptions/${owner.subscriptionId}` });
    expect((await acceptAs(member)).status).toBe(200);
    await setFaults(at.asaasUrl, noFaults);
    await runJobs(120_000);
    expect((await liveOf(owner)).map(({ id }) => id)).not.toContain(owner.subscriptionId);
  });

  test('a late charge of the former subscription is refunded', async () => {
    const { owner, member } = await offeredPair();
    await acceptAs(member);
    const { renewal } = await standingOf(owner);
    const deps = depsAt(0);
    const late = {
      ...{ paymentId: `pay_${crypto.randomUUID()}`, subscriptionId: owner.subscriptionId, orderId: null },
      ...{ pageId: null, state: 'confirmed' as const, amountCentavos: renewal?.amountCentavos ?? 0 },
      ...{ dueDate: renewal?.dueOn ?? '', payUrl: null },
    };
    expect((await recordCharge(deps, owner.orderId, late)).after).toMatchObject({ returned: 'called-off' });
    expect((await standingOf(owner)).renewal?.dueOn).toBe(renewal?.dueOn);
    await sql('DELETE FROM charges WHERE payment_id = ?', late.paymentId);
  });
});

describe('refused, without any change', () => {
  test('within seven days of a purchase', async () => {
    const { owner } = await newPair();
    expect(await refused(owner, () => offerTo(owner))).toEqual([
      'handover-blocked',
      message('handover.withdrawal'),
    ]);
  });

  test('with a debt', async () => {
    const { owner } = await oldPair();
    await putDebt({ subject: owner.subject });
    expect(await refused(owner, () => offerTo(owner))).toEqual([
      'handover-blocked',
      message('handover.overdue'),
    ]);
  });

  test('an offer by a member, by a stranger, or to a non-member', async () => {
    const { owner, member } = await oldPair();
    const other = await signUp();
    const [person] = (await teamOf(owner)).pessoas;
    const as = (token: string) => () => offerTo({ ...owner, token }, person?.id);
    expect((await refused(owner, as(member.token)))[0]).toBe('owner-only');
    expect((await refused(owner, as(other.token)))[0]).toBe('order-missing');
    expect((await refused(owner, () => offerTo(owner, 'nobody')))[0]).toBe('not-found');
  });

  test('an acceptance by the owner, a stranger or another member', async () => {
    const { owner } = await offeredPair();
    const colleague = await join(owner);
    for (const who of [owner, await signUp(), colleague])
      expect((await refused(owner, () => acceptAs(who)))[0]).toBe('handover-over');
  });

  test('an acceptance after the offer expired or the member left', async () => {
    const { owner, member } = await offeredPair();
    await sql('UPDATE handovers SET expires_at = ? WHERE settled_at IS NULL', Date.now() - DAY_MS);
    expect((await codeOf(await acceptAs(member)))[1]).toBe('handover-over');
    expect(await ownersOf(owner)).toEqual([owner.subject, owner.subject]);
    const [person] = (await teamOf(owner)).pessoas;
    expect((await offerTo(owner)).status).toBe(200);
    await removeAs(owner, person?.id ?? '');
    expect((await refused(owner, () => acceptAs(member)))[0]).toBe('handover-blocked');
  });

  test('an acceptance without a card when it renews, or with old terms', async () => {
    const { owner, member } = await offeredPair();
    const { termosVersao } = cardBody();
    expect((await refused(owner, () => acceptAs(member, { termosVersao })))[0]).toBe('card-entry-changed');
    const old = { ...cardBody(), termosVersao: '2020-01-01' };
    expect((await refused(owner, () => acceptAs(member, old)))[0]).toBe('terms-outdated');
  });

  test('more offers than allowed per day', async () => {
    const { owner } = await oldPair();
    for (let count = 0; count < HANDOVERS_PER_DAY; count += 1) {
      expect((await offerTo(owner)).status).toBe(200);
      await closeAs(owner);
    }
    expect(await refused(owner, () => offerTo(owner))).toEqual([
      'rate-limited',
      message('handover.day-full'),
    ]);
  });
});

describe('an open offer', () => {
  test('is shown to both, and either may end it', async () => {
    const { owner, member } = await offeredPair();
    const { renewal } = await standingOf(owner);
    expect((await teamOf(owner)).passagem).toMatchObject({ para: member.email, situacao: 'oferecida' });
    expect(await peopleOf(member)).toMatchObject({
      passagem: { renovacao: { valorCentavos: renewal?.amountCentavos, em: renewal?.dueOn } },
    });
    expect(await answerOf(await closeAs(member))).not.toHaveProperty('passagem');
    expect(await teamOf(owner)).not.toHaveProperty('passagem');
    expect((await closeAs(owner)).status).toBe(200);
  });

  test('is stored and closed together with its lines in the history', async () => {
    const { owner } = await oldPair();
    const [{ id = '' } = {}] = (await teamOf(owner)).pessoas;
    const dying = depsWith({ events: { append: () => Promise.reject(new Error('killed')) } });
    const { subject, email } = owner;
    const identity = {
      subject,
      email,
      emailVerified: true,
      name: '',
      tenant: null,
      signedInAt: null,
      roles: [],
    };
    await offerHandover(dying, identity, id);
    await endOffer(dying, identity);
    expect((await eventsOf(owner)).filter((kind) => kind.startsWith('handover'))).toEqual([
      'handover-offered',
      'handover-closed',
    ]);
  });

  test('ends with a deletion in between, and so does the new subscription', async () => {
    const { owner, member } = await offeredPair();
    await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
    await acceptAs(member);
    await setFaults(at.asaasUrl, noFaults);
    await sql('UPDATE tenants SET deletion_told_at = 1 WHERE order_id = ?', owner.orderId);
    await runHandovers();
    await sql('UPDATE tenants SET deletion_told_at = NULL WHERE order_id = ?', owner.orderId);
    expect((await handoversOf(owner)).at(-1)?.state).toBe('closed');
    expect(await ownersOf(owner)).toEqual([owner.subject, owner.subject]);
    expect((await liveOf(owner)).map(({ id }) => id)).toEqual([owner.subscriptionId]);
  });
});
