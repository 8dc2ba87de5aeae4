/** Alerts: what an environment reports becomes one message for each recipient, once and in order. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import { lookAtChannel } from '#functions/alerts/look-at-channel.ts';
import { alertSetUpWork, setUpAlerts } from '#functions/alerts/set-up.ts';
import { alertWork, tellSoon } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { claimWork, finishWork, renewWork } from '#functions/platform/work/work-store.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { AlertsReport } from '#functions/vendors/instances.ts';
import { downOf, levelOf, reportAlso } from './alert-reports.ts';
import { GATHERED_MS, newWatched, readView, tell } from './alerts-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import {
  addresses,
  calmServices,
  depsAt,
  mailsSent,
  noFaults,
  runDue,
  setDue,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmServices);

const APART_MS = 25_000;
/** Checked so seldom that a check counts for a whole test. */
const CHECKED = { interval: 2 * 86_400 } as const;

async function tenantOf({ orderId }: Customer): Promise<Tenant> {
  const tenant = await findTenant(depsAt(0).db, orderId);
  if (tenant === null) throw new Error('There is no such environment.');
  return tenant;
}

type Watched = Pick<Customer, 'orderId'>;
const fall = (customer: Watched, name = 'Loja', id = 1, aheadMs = 0) => {
  const at = Date.now() + aheadMs;
  return reportAlso(
    customer,
    { levels: [downOf(id, at, { monitor: { id, name }, checkedAt: at, ...CHECKED })] },
    aheadMs,
  );
};
const goBack = (customer: Watched, name = 'Loja', id = 1) =>
  reportAlso(customer, {
    levels: [levelOf(id, { monitor: { id, name }, since: Date.now(), checkedAt: Date.now(), ...CHECKED })],
  });

const subjectsTo = async ({ email }: Customer): Promise<string[]> =>
  (await mailsSent(email))
    .filter(
      ({ to, subject }) =>
        [to].flat().includes(email) && /fora|volta|voltou|Instável|checagem/i.test(subject),
    )
    .map(({ subject }) => subject);

test('a fall and its return are two mails, with one-click unsubscribe', async () => {
  const customer = await newWatched('free');
  await fall(customer);
  await tell();
  await goBack(customer);
  await tell(APART_MS + GATHERED_MS);
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja', 'De volta: Loja']);
  const [mail] = (await mailsSent(customer.email)) as unknown as { headers: Record<string, string> }[];
  expect(mail?.headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(/^<http.*\/api\/avisos\/sair\?t=[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const { messages, recipients, channel, share } = await readView(customer);
  expect(messages.map(({ subject, state }) => [subject, state])).toEqual([
    ['De volta: Loja', 'sent'],
    ['Fora do ar: Loja', 'sent'],
  ]);
  expect(recipients).toMatchObject([
    { kind: 'email', name: null, address: customer.email, state: 'on', isOwner: true },
  ]);
  expect([channel, share.sent]).toEqual(['on', 2]);
});

test('while mail is down nothing is lost, and a fall with its return is one message', async () => {
  const customer = await newWatched('free');
  await setFaults(addresses.mailUrl, { ...noFaults, down: true });
  await fall(customer, 'Blog', 7);
  await tell();
  expect((await readView(customer)).messages).toMatchObject([
    { subject: 'Fora do ar: Blog', state: 'waiting', detail: 'o provedor de e-mail' },
  ]);
  await fall(customer);
  await goBack(customer);
  await tell(APART_MS);
  expect(await subjectsTo(customer)).toEqual([]);
  await setFaults(addresses.mailUrl, noFaults);
  await tell(2 * APART_MS);
  await tell(4 * APART_MS);
  // The first one goes again as it was, because nobody knows whether it was accepted.
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Blog', 'Caiu e voltou: Loja']);
});

test('a lost answer of the mail provider sends no second mail', async () => {
  const customer = await newWatched('free');
  await fall(customer);
  await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1, losePath: '/emails' });
  await tell();
  await tell(APART_MS);
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja']);
  expect((await readView(customer)).messages).toMatchObject([{ state: 'sent' }]);
});

test('a fall soon after a message is told by its own report, within fifteen seconds', async () => {
  const customer = await newWatched('free');
  let aheadMs = 0;
  const deps = { ...depsAt(0), clock: { now: () => Date.now() + aheadMs } };
  const pause = async (ms: number) => {
    aheadMs += ms;
  };
  for (const [id, name] of ['Loja', 'Blog'].entries()) {
    aheadMs += 1_000;
    const recipients = await fall(customer, name, id + 1, aheadMs);
    const reportedAt = aheadMs;
    await tellSoon(deps, recipients, deps.clock.now(), pause);
    expect(aheadMs - reportedAt).toBeLessThanOrEqual(15_000);
    aheadMs = reportedAt + 3_000;
  }
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja', 'Fora do ar: Blog']);
});

test('two workers at once tell it once', async () => {
  const customer = await newWatched('free');
  await fall(customer);
  const [recipient] = await sql<{ id: string }>(
    'SELECT id FROM alert_recipients WHERE order_id = ?',
    customer.orderId,
  );
  const deps = depsAt(GATHERED_MS);
  const item = { kind: 'send-alert', key: recipient?.id ?? '', orderId: null, cluster: '' };
  const times = { attempts: 1, triedSince: 0, createdAt: 0, dueAt: 0 };
  const keep = async () => new Set([item.key]);
  await Promise.allSettled([1, 2, 3].map(() => alertWork.runTogether(deps, [{ ...item, ...times }], keep)));
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja']);
});

test('a worker that died holds up its recipient for 45 seconds, and one that is only slow goes on alone', async () => {
  const customer = await newWatched('free');
  await fall(customer);
  const [dead] = await claimWork(depsAt(GATHERED_MS).db, 'send-alert', alertWork, Date.now() + GATHERED_MS);
  expect(dead).toBeDefined();
  await runDue(alertWork, depsAt(GATHERED_MS + 44_000));
  expect(await subjectsTo(customer)).toEqual([]);
  await runDue(alertWork, depsAt(GATHERED_MS + 46_000));
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja']);
  // It wakes up: what it writes now changes nothing.
  await goBack(customer);
  if (dead !== undefined) {
    expect(await renewWork(depsAt(0).db, dead, 45_000, Date.now())).toBe(null);
    await finishWork(depsAt(0).db, dead);
  }
  await runDue(alertWork, depsAt(120_000));
  expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja', 'De volta: Loja']);
});

test('names of monitors start no header and no markup', async () => {
  const customer = await newWatched('free');
  const name = 'Loja\r\nBcc: outra@teste.example <script>alert(1)</script>';
  await fall(customer, name);
  await tell();
  const [mail] = (await mailsSent(customer.email)) as unknown as { subject: string; html: string }[];
  expect(mail?.subject).toBe('Fora do ar: Loja Bcc: outra@teste.example <script>alert(1)</script>');
  expect(mail?.html).not.toContain('<script>');
});

test('an unproven or erased owner is not told', async () => {
  const unproven = await newTenant();
  await setUpAlerts(depsAt(0), await tenantOf(unproven));
  await fall(unproven);
  expect(await sql('SELECT state FROM alert_recipients WHERE order_id = ?', unproven.orderId)).toEqual([
    { state: 'unproven' },
  ]);
  await tell();
  expect(await subjectsTo(unproven)).toEqual([]);
  const erased = await newWatched('free');
  await sql('UPDATE buyers SET erased_at = 1 WHERE order_id = ?', erased.orderId);
  await fall(erased);
  await tell();
  expect(await subjectsTo(erased)).toEqual([]);
});

describe('what waits when an environment', () => {
  const become = ({ orderId }: Customer, state: string) =>
    sql('UPDATE tenants SET state = ?, state_since = ? WHERE order_id = ?', state, Date.now(), orderId);
  const statesOf = ({ orderId }: Customer) =>
    sql('SELECT state, detail FROM alert_messages WHERE order_id = ? ORDER BY created_at', orderId);
  const mailIsDown = { ...noFaults, down: true };

  test.each([
    ['perhaps accepted', 'unclear', ''],
    [
      'surely not accepted',
      'refused',
      'UPDATE alert_messages SET unclear_since = NULL, batch = NULL WHERE order_id = ?',
    ],
  ] as const)('ends waits for nobody (%s)', async (_name, state, change) => {
    const customer = await newWatched('free');
    await setFaults(addresses.mailUrl, mailIsDown);
    await fall(customer);
    await tell();
    if (change !== '') await sql(change, customer.orderId);
    await setFaults(addresses.mailUrl, noFaults);
    await become(customer, 'ended');
    await tell(APART_MS);
    expect(await subjectsTo(customer)).toEqual([]);
    expect(await statesOf(customer)).toEqual([{ state, detail: 'ended' }]);
  });

  test('stands still says nothing of now, and is told once it runs', async () => {
    const customer = await newWatched('free');
    await setFaults(addresses.mailUrl, mailIsDown);
    await fall(customer);
    await tell();
    await setFaults(addresses.mailUrl, noFaults);
    await become(customer, 'suspended');
    await tell(APART_MS);
    expect(await subjectsTo(customer)).toEqual([]);
    expect(await statesOf(customer)).toEqual([{ state: 'unclear', detail: 'replaced' }]);
    await become(customer, 'active');
    await tell(2 * APART_MS);
    expect(await subjectsTo(customer)).toEqual(['Fora do ar: Loja']);
  });
});

describe('how the channel stands', () => {
  const report: AlertsReport = {
    channel: 'on',
    detached: [],
    untold: [{ id: 4, name: 'Loja 🛒' }],
    unchecked: [{ id: 5, name: 'Blog', since: null }],
    first: null,
    waiting: { events: 0, oldestAt: null },
  };
  const looking = (aheadMs: number, readAlerts: () => Promise<AlertsReport>): Deps => {
    const deps = depsAt(aheadMs);
    return { ...deps, instances: { ...deps.instances, readAlerts } };
  };

  test('is asked again for who looks at the page, not each second', async () => {
    const customer = await newWatched('free');
    const tenant = await tenantOf(customer);
    const read = vi.fn(async () => report);
    await lookAtChannel(looking(10_000, read), tenant);
    expect((await readView(customer)).untold).toEqual([]);
    await lookAtChannel(looking(60_000, read), tenant);
    expect(await readView(customer)).toMatchObject({
      untold: [{ id: 4, name: 'Loja 🛒' }],
      unchecked: [{ id: 5, name: 'Blog', since: null }],
    });
    await lookAtChannel(looking(60_000, read), tenant);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('is shown as it was while the environment does not answer, or does not run', async () => {
    const customer = await newWatched('free');
    const tenant = await tenantOf(customer);
    await lookAtChannel(
      looking(60_000, async () => report),
      tenant,
    );
    const silent = vi.fn(() => Promise.reject(new DomainError('tenant-unavailable')));
    await lookAtChannel(looking(120_000, silent), tenant);
    expect(silent).toHaveBeenCalledTimes(1);
    await lookAtChannel(looking(120_000, silent), { ...tenant, state: 'suspended' });
    expect(silent).toHaveBeenCalledTimes(1);
    expect((await readView(customer)).untold).toEqual([{ id: 4, name: 'Loja 🛒' }]);
  });
});

test('the set-up reaches a new environment, and comes again', async () => {
  const customer = await newTenant();
  await setDue(alertSetUpWork, customer.orderId);
  await runDue(alertSetUpWork, depsAt(0));
  expect(await readView(customer)).toMatchObject({ channel: 'on', detached: [] });
});
