/** A person's own data in `/conta`: export and deletion, after a recent sign-in. */

import { describe, expect } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import type { ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import {
  DeletionPreview,
  dataCopyEndpoint,
  deletionEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/api-schemas/privacy.ts';
import { FRESH_SIGN_IN_MINUTES } from '#domain/sign-in/fresh.ts';
import { findMarks, writeMark } from '#functions/debts/marks-store.ts';
import { partiesOf } from '#functions/debts/parties.ts';
import { claimWork } from '#functions/platform/work/work-store.ts';
import { COPIES_PER_DAY } from '#functions/privacy/data-copies.ts';
import { previewDeletion } from '#functions/privacy/preview-deletion.ts';
import { deletionWork } from '#functions/privacy/work-deletion.ts';
import { keepSupportMessage } from '#functions/support/store.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { orderRows } from '#tests/support/rows.ts';
import { identityOf, signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { failRenewal } from './billing-support.ts';
import { test } from './fixtures.ts';
import { operate, operated } from './operations-support.ts';
import { newTenant, upgrade } from './plan-change-support.ts';
import {
  act,
  addresses,
  call,
  chargesOf,
  codeOf,
  depsAt,
  mailsSent,
  noFaults,
  orderRow,
  putRows,
  runDue,
  runJobs,
  sendMails,
  sendOrder,
  setFaults,
  sql,
} from './support.ts';

type Caller = { readonly token: string };
const copy = ({ token }: Caller) => call(dataCopyEndpoint, { token, method: 'POST' });
const ask = ({ token }: Caller, confirma: string) => call(deletionEndpoint, { token, body: { confirma } });
const stateOf = async ({ token }: Caller) =>
  OwnDataResponse.parse(await (await call(ownDataEndpoint, { token })).json());
const previewOf = async ({ token }: Caller) =>
  DeletionPreview.parse(await (await call(deletionEndpoint, { token })).json());
const rowOf = async (subject: string) => (await sql('SELECT * FROM deletions WHERE subject = ?', subject))[0];
const work = (aheadMs = 0) => runDue(deletionWork, depsAt(aheadMs));
const MINUTE = 60_000;

/** Every request that was running when the deletion was requested has ended. */
const SETTLED = 5 * MINUTE;
const minutesAgo = (minutes: number): number => Math.floor((Date.now() - minutes * MINUTE) / 1000);

describe('a sign-in that is too old or unknown', () => {
  test.each([
    ['too old', { auth_time: minutesAgo(FRESH_SIGN_IN_MINUTES + 1) }],
    ['missing', { auth_time: null }],
    ['no number', { auth_time: 'agora' }],
  ])('is refused: %s', async (_case, claims) => {
    const customer = await newTenant('pro');
    const token = await tokenFor(customer.email, claims);
    expect(await codeOf(await copy({ token }))).toEqual([409, 'sign-in-stale']);
    expect(await codeOf(await ask({ token }, customer.subdominio))).toEqual([409, 'sign-in-stale']);
    // The body's own claim about the time is ignored.
    const claimed = { token, body: { confirma: customer.subdominio, auth_time: minutesAgo(0) } };
    expect((await call(deletionEndpoint, claimed)).status).toBe(409);
    expect(await rowOf(customer.subject)).toBeUndefined();
    expect(await sql('SELECT * FROM data_copies WHERE subject = ?', customer.subject)).toEqual([]);
  });

  test('can still preview a deletion, which requests nothing', async ({ paidTenant }) => {
    const token = await tokenFor(paidTenant.email, { auth_time: minutesAgo(600) });
    expect(await previewOf({ token })).toMatchObject({ confirma: paidTenant.subdominio });
    expect(await stateOf({ token })).toEqual({});
  });
});

test('without a token nothing is shown', async () => {
  for (const [path, method] of [
    [ownDataEndpoint, 'GET'],
    [dataCopyEndpoint, 'POST'],
    [deletionEndpoint, 'GET'],
    [deletionEndpoint, 'POST'],
  ] as const)
    expect((await call(path, { method })).status).toBe(401);
});

describe('a data export', () => {
  test('that failed is not counted and leaves no row', async ({ paidTenant }) => {
    await setFaults(addresses.identityUrl, { ...noFaults, down: true });
    expect((await copy(paidTenant)).status).toBe(503);
    expect(await sql('SELECT * FROM data_copies WHERE subject = ?', paidTenant.subject)).toEqual([]);
    await setFaults(addresses.identityUrl, noFaults);
    expect((await copy(paidTenant)).status).toBe(200);
  });

  test('matches the operators’ export, with an index that counts each part', async ({ paidTenant }) => {
    const own = (await (await copy(paidTenant)).json()) as ExportedCustomer;
    const exported = await operated<ExportedCustomer>('exportar', { quem: paidTenant.subject });
    const { events: _own, ...tables } = own.tables;
    // The operators' command records that it ran.
    const { events: _exported, ...theirs } = exported.tables;
    expect(tables).toEqual(theirs);
    expect({ ...own, tables: 0, indice: 0, exportedAt: 0 }).toEqual({
      ...exported,
      tables: 0,
      indice: 0,
      exportedAt: 0,
    });
    for (const { parte, linhas } of own.indice.filter(({ parte }) => parte.startsWith('tables.')))
      expect([parte, linhas]).toEqual([parte, own.tables[parte.slice('tables.'.length)]?.length]);
    expect(Object.keys(own).slice(0, 2)).toEqual(['leiame', 'indice']);
    expect(own.tables['orders']).toEqual([
      expect.objectContaining({ created_at: expect.stringMatching(/^20.*Z$/) }),
    ]);
  });

  test('contains nothing of another customer', async () => {
    const [one, other] = [await newTenant('pro'), await newTenant('pro')];
    const text = await (await copy(one)).text();
    expect(text).toContain(one.subdominio);
    for (const foreign of [other.subdominio, other.email, other.subject, other.orderId])
      expect(text).not.toContain(foreign);
  });

  test('works for an account without an environment', async () => {
    const person = await signUp();
    const own = (await (await copy(person)).json()) as ExportedCustomer;
    expect(own.account).toMatchObject({ id: person.subject, email: person.email });
    expect(own.tables['orders']).toEqual([]);
  });

  test('is counted per account and day, unless it failed', async ({ paidTenant }) => {
    await setFaults(addresses.asaasUrl, { down: true });
    expect(await codeOf(await copy(paidTenant))).toEqual([503, 'payment-unavailable']);
    await setFaults(addresses.asaasUrl, noFaults);
    const count = 'UPDATE data_copies SET copies = copies + ? WHERE subject = ? RETURNING copies';
    expect((await copy(paidTenant)).status).toBe(200);
    expect(await sql(count, COPIES_PER_DAY - 2, paidTenant.subject)).toEqual([
      { copies: COPIES_PER_DAY - 1 },
    ]);
    expect((await copy(paidTenant)).status).toBe(200);
    const refused = await copy(paidTenant);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(refused)).toEqual([429, 'rate-limited']);
    expect((await copy(await newTenant())).status).toBe(200);
  });
});

describe('a deletion’s preview', () => {
  test('lists what ends, what is refundable, and what the law keeps', async ({ paidTenant }) => {
    const { confirma, ambiente, compras, fica, divida } = await previewOf(paidTenant);
    expect([confirma, ambiente?.nome, ambiente?.renova]).toEqual([
      paidTenant.subdominio,
      paidTenant.subdominio,
      true,
    ]);
    expect(Date.parse(ambiente?.saiEm ?? '')).toBeLessThanOrEqual(Date.now());
    expect(compras).toEqual([expect.objectContaining({ plano: 'pro', valorCentavos: 9900 })]);
    expect(divida).toBeUndefined();
    expect(fica).toContainEqual(
      expect.objectContaining({
        titulo: 'Contratação',
        base: expect.stringContaining('art. 7º'),
        ate: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      }),
    );
    expect(fica.map(({ titulo }) => titulo)).toContain('Registros fiscais');
    expect(fica.map(({ titulo }) => titulo)).not.toContain('Mensagens enviadas a você');
  });

  test('lists exactly what is kept afterwards', async ({ paidTenant }) => {
    const { subject, email } = paidTenant;
    const id = crypto.randomUUID();
    await keepSupportMessage(depsAt(0).db, { id, name: 'P', email, subject: 'A', text: 'M' }, Date.now());
    const said = (await previewOf(paidTenant)).fica.map(({ titulo, ate }) => [titulo, ate]);
    await ask(paidTenant, paidTenant.subdominio);
    await work(SETTLED);
    const [mail] = (await sql(
      `SELECT payload FROM outbox WHERE id LIKE 'data-deleted-' || ? || '%'`,
      subject,
    )) as {
      payload: string;
    }[];
    const { kept } = JSON.parse(mail?.payload ?? '') as { kept: { title: string; until: string | null }[] };
    const stayed = kept.map(({ title, until }) => [title, until ?? undefined]);
    expect(said.filter(([title]) => title !== 'Nome em repouso').toSorted()).toEqual(
      stayed.filter(([title]) => title !== 'Nome em repouso').toSorted(),
    );
  });

  test('shows unpaid days as a debt, once', async ({ paidTenant }) => {
    const { subject, subdominio: tenant, email, orderId } = paidTenant;
    await failRenewal(paidTenant);
    const identity = identityOf({ subject, email }, { tenant, emailVerified: true });
    const { divida } = await previewDeletion(depsAt(4 * 24 * 60 * MINUTE), identity);
    expect(divida?.dias).toBe(5);
    expect(divida?.valorCentavos).toBeGreaterThan(1500);
    // The deletion leaves exactly what the preview said.
    await writeMark(depsAt(0).db, { kind: 'debt', reference: 'antes', at: 1, amountCentavos: 700, days: 2 }, [
      ...(await partiesOf(depsAt(0), { subject, orderId })),
    ]);
    const both = (await previewDeletion(depsAt(4 * 24 * 60 * MINUTE), identity)).divida;
    expect(both).toEqual({ dias: 7, valorCentavos: (divida?.valorCentavos ?? 0) + 700 });
    await ask(paidTenant, tenant);
    await work(4 * 24 * 60 * MINUTE);
    const open = await findMarks(depsAt(0).db, await partiesOf(depsAt(0), { subject }));
    const owed = open.filter(({ kind, settledAt }) => kind === 'debt' && settledAt === null);
    expect(owed.reduce((sum, { amountCentavos }) => sum + (amountCentavos ?? 0), 0)).toBe(
      both?.valorCentavos,
    );
  });

  test('mentions no contract for an account without one', async () => {
    const person = await signUp();
    const { confirma, ambiente, compras, fica } = await previewOf(person);
    expect([confirma, ambiente, compras]).toEqual([person.email, undefined, []]);
    expect(fica.map(({ titulo }) => titulo)).toEqual(['Registros de acesso', 'Histórico de entrada']);
  });
});

describe('a deletion', () => {
  test('removes renewal, environment, access and account, and ends with a mail', async ({ paidTenant }) => {
    const { subject, subdominio, orderId, subscriptionId, email } = paidTenant;
    const asked = await ask(paidTenant, subdominio);
    expect(asked.status).toBe(200);
    expect(OwnDataResponse.parse(await asked.json()).exclusao).toBeDefined();
    // The request itself removes nothing yet.
    expect(await findTenantByName(depsAt(0).db, subdominio)).toMatchObject({ state: 'active' });
    await work();
    expect(await findTenantByName(depsAt(0).db, subdominio)).toBeNull();
    const { subscriptions } = await chargesOf(orderId);
    expect(subscriptions.find(({ id }) => id === subscriptionId)?.deleted).toBe(true);
    expect(await depsAt(0).identity.readUser(subject)).toBeNull();
    expect((await call(accountEndpoint, paidTenant)).status).toBe(401);
    expect((await ask(paidTenant, subdominio)).status).toBe(401);
    expect(await rowOf(subject)).toMatchObject({ email, done_at: null });
    await work(SETTLED);
    expect(await rowOf(subject)).toMatchObject({ email: null, done_at: expect.any(Number) });
    await sendMails(SETTLED + MINUTE);
    const [mail, ...more] = await mailsSent(email).then((mails) =>
      mails.filter(({ subject: title }) => title === 'Sua conta foi apagada'),
    );
    expect([more, mail?.text]).toEqual([[], expect.stringContaining('Contratação')]);
    // The last mail's row contains the address; the next run deletes it.
    await runJobs(SETTLED + 2 * MINUTE);
    const outbox = await sql('SELECT * FROM outbox WHERE instr(payload, ?) > 0', email);
    expect(outbox).toEqual([]);
    expect(await operated('apagar', { quem: orderId, confirma: email })).toMatchObject({ isDone: true });
  });

  test('works for a free environment and for an account without one', async () => {
    const [free, person] = [await newTenant('free'), await signUp()];
    expect((await ask(free, free.subdominio)).status).toBe(200);
    expect((await ask(person, person.email.toUpperCase())).status).toBe(200);
    await work();
    await work(SETTLED);
    for (const { subject } of [free, person]) {
      expect(await depsAt(0).identity.readUser(subject)).toBeNull();
      expect(await rowOf(subject)).toMatchObject({ done_at: expect.any(Number) });
    }
    expect(await findTenantByName(depsAt(0).db, free.subdominio)).toBeNull();
  });

  test('needs its own confirmation, not another person’s', async () => {
    const [one, other] = [await newTenant('pro'), await newTenant('pro')];
    for (const confirma of [other.subdominio, other.email, 'sim']) {
      const response = await ask(one, confirma);
      expect([response.status, await response.json()]).toEqual([
        422,
        expect.objectContaining({ fields: { confirma: 'Escreva exatamente o que está pedido acima' } }),
      ]);
    }
    await work();
    for (const { subject, subdominio } of [one, other]) {
      expect(await rowOf(subject)).toBeUndefined();
      expect(await findTenantByName(depsAt(0).db, subdominio)).toMatchObject({ state: 'active' });
    }
  });

  test('requested twice, is one', async ({ paidTenant }) => {
    const asked = await Promise.all([
      ask(paidTenant, paidTenant.subdominio),
      ask(paidTenant, paidTenant.subdominio),
    ]);
    const [first, second] = await Promise.all(asked.map((response) => response.json()));
    expect(second).toEqual(first);
    const before = await rowOf(paidTenant.subject);
    await ask(paidTenant, paidTenant.subdominio);
    expect(await rowOf(paidTenant.subject)).toEqual(before);
  });

  test('blocks purchases in another tab', async () => {
    const [free, person] = [await newTenant('free'), await signUp()];
    await ask(free, free.subdominio);
    await ask(person, person.email);
    expect(await codeOf(await upgrade(free, { targetPlan: 'pro', targetCycle: 'monthly' }))).toEqual([
      409,
      'deletion-open',
    ]);
    expect(await codeOf(await sendOrder(person.token, newFreeOrder()))).toEqual([409, 'deletion-open']);
    await expect(orderRow(person.subject)).rejects.toThrow('no order');
  });

  test('is refused while a plan is being bought', async ({ tenant }) => {
    await sql(
      `INSERT INTO plan_changes (id, order_id, subdomain, plan, cycle, amount_centavos, kind, state, expires_at,
         lease_until, created_at)
       VALUES (?1, ?2, ?3, 'pro', 'monthly', 9900, 'purchase', 'asked', 0, 0, 0)`,
      crypto.randomUUID(),
      tenant.orderId,
      tenant.subdominio,
    );
    expect(await codeOf(await ask(tenant, tenant.subdominio))).toEqual([409, 'upgrade-open']);
    expect(await rowOf(tenant.subject)).toBeUndefined();
  });
});

describe('an interrupted deletion', () => {
  test.each([
    ['the cluster does not answer', addresses.argocdUrl],
    ['the processor does not answer', addresses.asaasUrl],
    ['the identity provider does not answer', addresses.identityUrl],
  ])('continues where it was: %s', async (_case, origin) => {
    const customer = await newTenant('pro');
    const { subject, subdominio } = customer;
    await ask(customer, subdominio);
    await setFaults(origin, { down: true });
    await work();
    expect(await rowOf(subject)).toMatchObject({ done_at: null });
    await setFaults(origin, noFaults);
    await work(2 * MINUTE);
    await work(SETTLED + 2 * MINUTE);
    expect(await rowOf(subject)).toMatchObject({ done_at: expect.any(Number) });
    expect(await findTenantByName(depsAt(0).db, subdominio)).toBeNull();
    expect(await depsAt(0).identity.readUser(subject)).toBeNull();
  });

  test('between account and rows, removes the rows', async () => {
    const person = await signUp();
    await keepSupportMessage(
      depsAt(0).db,
      { id: crypto.randomUUID(), name: 'P', email: person.email, subject: 'A', text: 'M' },
      Date.now(),
    );
    await ask(person, person.email);
    await depsAt(0).identity.removeUser(person.subject);
    await work();
    await work(SETTLED);
    const mails = await sql('SELECT template FROM outbox WHERE instr(payload, ?) > 0', person.email);
    expect(mails).toEqual([{ template: 'data-deleted' }]);
  });

  test('is continued after a crash', async ({ tenant }) => {
    await ask(tenant, tenant.subdominio);
    // A run that was killed here.
    await claimWork(depsAt(0).db, deletionWork.kind, { perRun: 50 }, Date.now());
    await work();
    expect(await depsAt(0).identity.readUser(tenant.subject)).not.toBeNull();
    await work(11 * MINUTE);
    expect(await depsAt(0).identity.readUser(tenant.subject)).toBeNull();
  });

  test('also removes what a concurrent request left, in a last run', async () => {
    const person = await signUp();
    await ask(person, person.email);
    await work();
    const now = Date.now();
    await putRows(
      orderRows({
        ...{ id: crypto.randomUUID(), subject: person.subject, subdomain: `tarde-${now}` },
        ...{ status: 'AGUARDANDO', payment: 'none', created_at: now },
      }),
    );
    await work(SETTLED);
    await runJobs(SETTLED + 4 * MINUTE);
    await runJobs(SETTLED + 10 * MINUTE);
    await expect(orderRow(person.subject)).rejects.toThrow('no order');
    expect(await rowOf(person.subject)).toMatchObject({ done_at: expect.any(Number) });
  });

  test('for a day, is reported to the operators once', async ({ paidTenant }) => {
    const { subject, subdominio, orderId } = paidTenant;
    const application = `t-${orderId.replace(/-/g, '').slice(0, 16)}`;
    await ask(paidTenant, subdominio);
    await act(application, 'stick');
    for (const hours of [1, 26, 27]) await work(hours * 60 * MINUTE);
    expect(await rowOf(subject)).toMatchObject({ done_at: null });
    const [left] = await sql('SELECT last_error FROM work WHERE kind = ? AND key = ?', 'deletion', subject);
    expect(left?.['last_error']).toContain(application);
    const mails = () =>
      sql(
        `SELECT id FROM outbox WHERE id LIKE 'operator-deletion-stuck-%' AND instr(payload, ?) > 0`,
        subject,
      );
    expect(await mails()).toHaveLength(1);
    await act(application, 'unstick');
    await work(29 * 60 * MINUTE);
    expect(await mails()).toEqual([]);
    expect(await rowOf(subject)).toMatchObject({ done_at: expect.any(Number) });
  });
});

test('is finished by an operator’s command as well', async ({ tenant }) => {
  await ask(tenant, tenant.subdominio);
  expect((await operate('apagar', { quem: tenant.subject, confirma: tenant.subdominio })).status).toBe(200);
  await work(SETTLED);
  expect(await rowOf(tenant.subject)).toMatchObject({ email: null, done_at: expect.any(Number) });
});
