/** Each tenant's monitors are counted once per period; monitors that break the terms are mailed once. */
import { beforeEach, expect, test } from 'vitest';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { findQuota, keepQuota, noteQuota } from '#functions/quota/store.ts';
import type { SignedInPerson } from '#tests/support/worker-accounts.ts';
import { control, many, newTenant, type Tenancy } from './quota-setup.ts';
import { call, calmServices, depsAt, dueAtOf, mailsSent, runDue, runJobs, sql } from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);

const { db } = depsAt(0);
const PERIOD_MS = depsAt(0).quotaCheckSeconds * 1000;

/** One check of all tenants, `periods` later, with its mails. */
async function look(periods: number): Promise<void> {
  const deps = depsAt(periods * (PERIOD_MS + 1));
  await runDue(limitsWork, deps);
  await runDue(mailWork, deps);
}

const mailsTo = ({ email }: SignedInPerson) => mailsSent(email);
/** Mails about the terms; those about the plan's limits are limits.test.ts. */
const subjectsTo = async (person: SignedInPerson) =>
  (await mailsTo(person))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('termos de uso'));

async function eventsOf({ orderId }: Tenancy) {
  const events = await sql(
    `SELECT kind, detail FROM events WHERE order_id = ? AND kind IN
       ('monitors-prohibited', 'monitors-allowed') ORDER BY id`,
    orderId,
  );
  return events.map(({ kind, detail }) => [kind, detail]);
}

const against = ({ subdominio }: Tenancy) => `Monitores do painel ${subdominio} contrariam os termos de uso`;

test('runs with the scheduled jobs, and the customer sees its count', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', many(6));
  await runJobs();
  expect(await findQuota(db, tenant.subdominio)).toMatchObject({ monitors: 6, isExact: true });
  await control(tenant.subdominio, 'stop');
  const response = await call(quotaCheckPath(tenant.subdominio), {
    method: 'POST',
    token: tenant.person.token,
  });
  expect(await response.json()).toMatchObject({ currentMonitors: 6, canCreate: false });
});

test('within a period no tenant is asked again', async () => {
  const tenant = await newTenant();
  await look(0);
  await control(tenant.subdominio, 'monitors', many(6));
  await look(0);
  expect(await findQuota(db, tenant.subdominio)).toMatchObject({ monitors: 0 });
  await look(1);
  expect(await findQuota(db, tenant.subdominio)).toMatchObject({ monitors: 6 });
});

test('monitors that break the terms are mailed once until all are gone', async () => {
  const tenant = await newTenant('pro');
  await control(tenant.subdominio, 'monitors', ['http', 'ip', 'ip', 'onion', 'ping']);
  await look(0);
  const [mail] = await mailsTo(tenant.person);
  expect(mail?.subject).toBe(against(tenant));
  expect(mail?.text).toContain('2 monitores HTTP com IP no lugar do domínio e 1 monitor com endereço .onion');
  await control(tenant.subdominio, 'monitors', ['onion']);
  await look(1);
  await control(tenant.subdominio, 'monitors', ['http']);
  await look(2);
  expect(await subjectsTo(tenant.person)).toEqual([against(tenant)]);
  await control(tenant.subdominio, 'monitors', ['ip']);
  await look(3);
  expect(await subjectsTo(tenant.person)).toEqual([against(tenant), against(tenant)]);
  expect(await eventsOf(tenant)).toEqual([
    ['monitors-prohibited', 'ip 2, onion 1'],
    ['monitors-allowed', 'ip 0, onion 0'],
    ['monitors-prohibited', 'ip 1, onion 0'],
  ]);
});

test('two concurrent checks send one mail', async () => {
  const { subdominio } = await newTenant();
  const seen = await keepQuota(db, subdominio, { monitors: 6, isExact: true, prohibited: null }, 1);
  const mail = () => ({
    id: crypto.randomUUID(),
    template: 'monitors-prohibited',
    payload: `{"of":"${subdominio}"}`,
  });
  const recorded = await Promise.all([1, 2].map(() => noteQuota(db, seen, true, { mails: [mail()] }, 1)));
  expect(recorded.sort()).toEqual([false, true]);
  const left = await sql('DELETE FROM outbox WHERE payload = ? RETURNING id', `{"of":"${subdominio}"}`);
  expect(left).toHaveLength(1);
});

test('an instance that does not answer is retried later, without a mail', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', ['ip']);
  await control(tenant.subdominio, 'stop');
  await look(0);
  expect(await findQuota(db, tenant.subdominio)).toBeNull();
  await control(tenant.subdominio, 'start');
  await look(1);
  expect(await subjectsTo(tenant.person)).toEqual([against(tenant)]);
});

test('a suspended environment is not asked, and is counted once it runs again', async () => {
  const tenant = await newTenant();
  await control(tenant.subdominio, 'monitors', many(6));
  await putState(tenant.subdominio, 'suspended');
  await look(0);
  expect([await findQuota(db, tenant.subdominio), await dueAtOf(limitsWork, tenant.orderId)]).toEqual([
    null,
    null,
  ]);
  await putState(tenant.subdominio, 'active');
  await look(0);
  expect(await findQuota(db, tenant.subdominio)).toMatchObject({ monitors: 6 });
});
