/** Days read from instances, a month's report, its mail and who may read them. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ReportsAnswer,
  reportMailEndEndpoint,
  reportMailEndpoint,
  reportsPath,
} from '#domain/api-schemas/reports.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import { reportDaysWork } from '#functions/reports/collect-reports.ts';
import { readReports } from '#functions/reports/read-report.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { newPair } from './people-support.ts';
import { newTenant, type Tenancy } from './quota-setup.ts';
import { at, checks, instanceWith, mailAll, onlyDue, readAll } from './reports-setup.ts';
import {
  call,
  calmServices,
  codeOf,
  depsAt,
  dueAtOf,
  sendMails,
  addresses as services,
  setDue,
  sql,
  stateOf,
} from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);

/** The first of March: February is finished, and its first days can still be read. */
const MARCH_1 = at('2026-03-01T10:00');

async function answerFor({ person }: Tenancy, month?: string): Promise<ReportsAnswer> {
  const response = await call(reportsPath(month), { token: person.token });
  expect(response.status).toBe(200);
  return response.json();
}

const keptDays = async ({ subdominio }: Tenancy) =>
  (
    await sql<{ day: string }>('SELECT day FROM report_days WHERE subdomain = ? ORDER BY day', subdominio)
  ).map(({ day }) => day);

const mailsTo = async ({ subdominio }: Tenancy) =>
  (
    await sql<{ payload: string }>(
      `SELECT payload FROM outbox WHERE template = 'month-report' AND json_extract(payload, '$.subdominio') = ?`,
      subdominio,
    )
  ).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);

describe('reading', () => {
  test('goes back as far as the instance’s data, a week per run', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    const { asked, reporter } = instanceWith();
    await readAll(MARCH_1, reporter);
    expect(asked).toEqual([
      '2026-01-31 2026-02-06',
      '2026-02-07 2026-02-13',
      '2026-02-14 2026-02-20',
      '2026-02-21 2026-02-27',
      '2026-02-28 2026-02-28',
    ]);
    const due = await dueAtOf(reportDaysWork, tenant.orderId);
    expect(due).toBeGreaterThan(MARCH_1 + 3_600_000);
    expect(due).toBeLessThanOrEqual(MARCH_1 + 86_400_000);
  });

  test('an instance that does not answer is retried later, losing nothing', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    const silent = { readDays: () => Promise.reject(new DomainError('tenant-unavailable')) };
    await readAll(MARCH_1, silent);
    expect(await keptDays(tenant)).toEqual([]);
    const { reporter } = instanceWith();
    await readAll(MARCH_1 + 3_600_000, reporter);
    expect(await keptDays(tenant)).toHaveLength(29);
  });

  test('days without checks are read again each night; others are kept', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    const stopped = instanceWith((day) => ({
      checks: day < '2026-02-20' ? [checks(1, { up: 10 })] : [],
      outages: [],
    }));
    await readAll(MARCH_1, stopped.reporter);
    const again = instanceWith();
    await readAll(MARCH_1 + 86_400_000, again.reporter);
    expect(again.asked).toEqual(['2026-02-20 2026-02-26', '2026-02-27 2026-03-01']);
    const { report } = await answerFor(tenant, '2026-02');
    expect(report?.days.find(({ day }) => day === '2026-02-19')?.checks).toBe(10);
    expect(report?.days.find(({ day }) => day === '2026-02-20')?.checks).toBe(2880);
  });

  describe('falls', () => {
    const since = at('2026-02-20T10:00');
    const hour = 3_600_000;

    /** A report read two days after the fall of both monitors; the instance has only its last hour. */
    async function outagesWith(rows: (orderId: string) => Promise<unknown>) {
      const tenant = await newTenant('pro');
      await onlyDue(tenant);
      const { orderId } = tenant;
      await sql('INSERT INTO alert_reporters (order_id, news_at) VALUES (?, ?)', orderId, MARCH_1);
      await rows(orderId);
      const { reporter } = instanceWith((day) => ({
        checks: [checks(1, { incidents: Number(day === '2026-02-20') }), checks(2)],
        outages: day === '2026-02-20' ? [{ monitor: 1, from: 12 * 3600, to: 13 * 3600 }] : [],
      }));
      await readAll(MARCH_1, reporter);
      const { report } = await answerFor(tenant, '2026-02');
      const loja = report?.monitors?.find(({ id }) => id === 1);
      return [loja?.incidents, loja?.longestOutage];
    }
    const level = (orderId: string, enteredAt: number, state = 'up', changedAt = since) =>
      sql(
        `INSERT INTO alert_levels (order_id, monitor_id, created_at, name, state, since, reason, interval, changed_at,
          entered_at) VALUES (?1, 1, 1, 'Loja', ?2, ?3, IIF(?2 = 'outside', 'paused', NULL), 60, ?3, ?4)`,
        orderId,
        state,
        changedAt,
        enteredAt,
      );
    const fall = (orderId: string) =>
      sql(
        `INSERT INTO alert_falls (order_id, monitor_id, created_at, name, since, until, ended_by, message, received_at,
          ended_received_at) VALUES (?, 1, 1, 'Loja', ?, ?, 'up', '', 1, 1)`,
        orderId,
        since,
        since + 3 * hour,
      );

    test('of a monitor with our alerts begin with its first failing check', async () => {
      const own = await outagesWith((orderId) => Promise.all([level(orderId, 0), fall(orderId)]));
      expect(own).toMatchObject([1, { beganAt: '2026-02-20T13:00:00.000Z', seconds: 3 * 3600 }]);
    });

    test.each([
      ['that no alerts are known of', () => Promise.resolve()],
      ['that entered on that day', (orderId: string) => level(orderId, since)],
      ['that left on that day', (orderId: string) => level(orderId, 0, 'outside')],
      [
        'whose environment was not heard after that day',
        async (orderId: string) => {
          await level(orderId, 0);
          await sql('UPDATE alert_reporters SET news_at = ? WHERE order_id = ?', since + hour, orderId);
        },
      ],
    ])('of one %s are as the instance kept them', async (_, rows) => {
      const kept = await outagesWith((orderId) => Promise.all([rows(orderId), fall(orderId)]));
      expect(kept).toMatchObject([1, { beganAt: '2026-02-20T15:00:00.000Z', seconds: 3600 }]);
    });
  });

  test('free and suspended environments are not read', async () => {
    const [free, suspended] = [await newTenant('free'), await newTenant('pro')];
    await putState(suspended.subdominio, 'suspended');
    const { asked, reporter } = instanceWith();
    await onlyDue(free, suspended);
    await readAll(MARCH_1, reporter);
    expect(asked).toEqual([]);
    await putState(suspended.subdominio, 'active');
    for (const { orderId } of [free, suspended]) await setDue(reportDaysWork, orderId);
    await readAll(MARCH_1, reporter);
    expect(await keptDays(suspended)).toHaveLength(29);
    expect(await keptDays(free)).toEqual([]);
  });

  test('names of renamed and deleted monitors stay in their month', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(MARCH_1, instanceWith().reporter);
    await setDue(reportDaysWork, tenant.orderId);
    const later = instanceWith(() => ({ checks: [checks(1)], outages: [] }));
    const renamed = {
      readDays: async (...asked: Parameters<typeof later.reporter.readDays>) => ({
        ...(await later.reporter.readDays(...asked)),
        monitors: [{ id: 1, name: 'Loja nova', type: 'http' }],
      }),
    };
    await readAll(MARCH_1 + 86_400_000, renamed);
    const names = async (month: string) =>
      (await answerFor(tenant, month)).report?.monitors?.map(({ name }) => name);
    expect(await names('2026-02')).toEqual(['Loja', 'API']);
    expect(await names('2026-03')).toEqual(['Loja nova']);
  });

  test('a month of the largest plan takes less than 100 kB', async () => {
    const tenant = await newTenant('enterprise');
    await onlyDue(tenant);
    const many = instanceWith((day) => ({
      checks: Array.from({ length: 150 }, (_, id) =>
        checks(id + 100, id % 9 === Number(day.at(-1)) ? { up: 1420, down: 20, incidents: 1 } : {}),
      ),
      outages: Array.from({ length: 16 }, (_, id) => ({ monitor: id + 100, from: 40_000, to: 41_200 })),
    }));
    await readAll(MARCH_1, many.reporter);
    const [size] = await sql<{ bytes: number }>(
      'SELECT SUM(length(checks) + length(outages)) AS bytes FROM report_days WHERE subdomain = ?',
      tenant.subdominio,
    );
    expect(size?.bytes).toBeGreaterThan(29 * 150 * 10);
    expect(size?.bytes).toBeLessThan(100_000);
  });
});

describe('the report', () => {
  const february = (day: string) => ({
    checks: [
      day === '2026-02-10' ? checks(1, { up: 1400, down: 40, incidents: 1 }) : checks(1),
      checks(2, { ping: null }),
    ],
    outages: day === '2026-02-10' ? [{ monitor: 1, from: 36_000, to: 38_400 }] : [],
  });

  test('of Pro has every monitor and day', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(MARCH_1, instanceWith(february).reporter);
    const answer = await answerFor(tenant);
    expect(answer).toMatchObject({
      tenant: tenant.subdominio,
      level: 'detailed',
      byMail: true,
      months: ['2026-02', '2026-01'],
      report: {
        month: '2026-02',
        from: '2026-02-01',
        through: '2026-02-28',
        checks: 28 * 2880,
        failures: 40,
        incidents: 1,
        daysWithoutData: 0,
        worst: [{ name: 'Loja', failures: 40 }],
      },
    });
    expect(answer.report?.monitors).toMatchObject([
      { name: 'Loja', ping: 80, longestOutage: { beganAt: '2026-02-10T13:00:00.000Z', seconds: 2400 } },
      { name: 'API', ping: null, longestOutage: null },
    ]);
    expect(answer.report?.monitors?.[0]?.days).toHaveLength(28);
  });

  test('is compared with the month before, if that has a week of data', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    // Reads 24 January to 21 February.
    await readAll(at('2026-02-22T10:00'), instanceWith(february).reporter);
    expect((await answerFor(tenant, '2026-02')).report?.before).toEqual({
      ...{ month: '2026-01', availability: 1, incidents: 0 },
    });
    expect((await answerFor(tenant, '2026-01')).report).not.toHaveProperty('before');
    await sql(
      `DELETE FROM report_days WHERE subdomain = ? AND day BETWEEN '2026-01-25' AND '2026-01-31'`,
      tenant.subdominio,
    );
    expect((await answerFor(tenant, '2026-02')).report).not.toHaveProperty('before');
  });

  test('without a month is of the newest finished one, and of the current one before that', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(at('2026-03-03T10:00'), instanceWith(february).reporter);
    const shownOn = async (day: string) => {
      const needs = { ...depsAt(0), clock: { now: () => at(`${day}T10:00`) } };
      return (await readReports(needs, tenant.person, undefined)).report?.month;
    };
    expect(await shownOn('2026-03-03')).toBe('2026-02');
    expect(await shownOn('2026-04-01')).toBe('2026-03');
    await sql(`DELETE FROM report_months WHERE subdomain = ? AND month < '2026-03'`, tenant.subdominio);
    expect(await shownOn('2026-03-03')).toBe('2026-03');
  });

  test('of Essencial has the total and the worst monitors only', async () => {
    const tenant = await newTenant('essential');
    await onlyDue(tenant);
    await readAll(MARCH_1, instanceWith(february).reporter);
    const { level, report } = await answerFor(tenant, '2026-02');
    expect([level, report?.incidents, report?.worst.length]).toEqual(['basic', 1, 1]);
    expect(report).not.toHaveProperty('monitors');
  });

  test('of the free plan is empty, even for paid days before', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(MARCH_1, instanceWith(february).reporter);
    await sql("UPDATE tenants SET plan = 'free' WHERE subdomain = ?", tenant.subdominio);
    const answer = await answerFor(tenant, '2026-02');
    expect([answer.level, answer.months, answer.report]).toEqual(['none', [], undefined]);
  });

  test('is refused to strangers and visitors', async () => {
    const tenant = await newTenant('pro');
    // The group decides nothing; only a membership does.
    const stranger = await signUp({ groups: [`tenant:${tenant.subdominio}`] });
    for (const path of [reportsPath(), reportMailEndpoint]) {
      const body = path === reportMailEndpoint ? { byMail: false } : undefined;
      expect((await call(path, { body })).status).toBe(401);
      expect(await codeOf(await call(path, { token: stranger.token, body }))).toEqual([404, 'order-missing']);
    }
    expect((await answerFor(tenant)).byMail).toBe(true);
  });

  test('is a member’s too, without the switch of the mail, and not without a seat', async () => {
    const { owner, member } = await newPair('pro');
    const { byMail, ...seen } = await (
      await call(reportsPath(), { token: owner.token })
    ).json<ReportsAnswer>();
    expect(byMail).toBe(true);
    const { token } = member;
    expect(await (await call(reportsPath(), { token })).json()).toEqual(seen);
    const off = await call(reportMailEndpoint, { token, body: { byMail: false } });
    expect(await codeOf(off)).toEqual([403, 'owner-only']);
    await sql('UPDATE memberships SET paused_at = 1 WHERE subject = ?', member.subject);
    expect(await codeOf(await call(reportsPath(), { token }))).toEqual([403, 'member-paused']);
  });

  test('an invalid month, or one without data, is no report', async () => {
    const tenant = await newTenant('pro');
    const { token } = tenant.person;
    const wrong = await call(`${reportsPath()}?mes=2026-13`, { token });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ fields: { mes: message('report.month') } });
    expect((await answerFor(tenant, '2025-01')).report).toBeUndefined();
  });
});

describe('the month’s mail', () => {
  async function withFebruary(plan: 'pro' | 'essential' = 'pro'): Promise<Tenancy> {
    const tenant = await newTenant(plan);
    await onlyDue(tenant);
    await readAll(
      MARCH_1,
      instanceWith((day) => ({
        checks: day === '2026-02-03' ? [] : [checks(1, { up: 1430, down: 10 }), checks(2)],
        outages: [],
      })).reporter,
    );
    return tenant;
  }

  test('is sent once within the first three days, with the figures', async () => {
    const tenant = await withFebruary();
    await mailAll(at('2026-03-01T07:59'));
    expect(await mailsTo(tenant)).toEqual([]);
    await Promise.all([mailAll(at('2026-03-03T23:59')), mailAll(at('2026-03-03T23:59'))]);
    await mailAll(at('2026-03-05T12:00'));
    expect(await mailsTo(tenant)).toMatchObject([
      {
        to: tenant.person.email,
        month: '2026-02',
        availability: (27 * 2870) / (27 * 2880),
        daysWithoutData: 1,
        worst: [{ name: 'Loja' }],
        isDetailed: true,
      },
    ]);
  });

  test('has the month in words, and links to report and opt-out', async () => {
    const tenant = await withFebruary();
    await mailAll(at('2026-03-03T23:59'));
    await sendMails();
    const { messages } = await stateOf<{
      messages: { to: string[]; subject: string; text: string }[];
    }>(services.mailUrl);
    const mail = messages.find(({ to }) => to.join().includes(tenant.person.email));
    expect(mail?.subject).toBe('Relatório de fevereiro de 2026: 99,65% no ar');
    expect(mail?.text).toContain('De 1 dia não há dados');
    expect(mail?.text).toContain('Loja: 99,31%');
    expect(mail?.text).toContain(`${services.siteUrl}/conta/relatorios?mes=2026-02`);
    const [, orderId, code] = /relatorios#sair=([^.\s]+)\.([0-9a-f]{64})/.exec(mail?.text ?? '') ?? [];
    expect((await call(reportMailEndEndpoint, { body: { orderId, code } })).status).toBe(204);
    expect((await answerFor(tenant)).byMail).toBe(false);
  });

  test('is not sent for months long over', async () => {
    const tenant = await withFebruary();
    await mailAll(at('2026-03-20T12:00'));
    expect(await mailsTo(tenant)).toEqual([]);
    expect(
      await sql(
        'SELECT month FROM report_months WHERE subdomain = ? AND mailed_at IS NULL AND month < ?',
        tenant.subdominio,
        '2026-03',
      ),
    ).toEqual([]);
  });

  test('waits for the last day while it may still arrive', async () => {
    const tenant = await withFebruary();
    await sql(`DELETE FROM report_days WHERE subdomain = ? AND day = '2026-02-28'`, tenant.subdominio);
    await mailAll(at('2026-03-03T22:00'));
    expect(await mailsTo(tenant)).toEqual([]);
    await mailAll(at('2026-03-04T00:30'));
    expect(await mailsTo(tenant)).toMatchObject([{ daysWithoutData: 2 }]);
  });

  test('is switched off and on in the account', async () => {
    const tenant = await withFebruary();
    const { token } = tenant.person;
    const turn = async (byMail: boolean) => {
      expect((await call(reportMailEndpoint, { token, body: { byMail } })).status).toBe(204);
      expect((await answerFor(tenant)).byMail).toBe(byMail);
    };
    await turn(false);
    await turn(true);
    await turn(false);
    await mailAll(at('2026-03-03T23:59'));
    expect(await mailsTo(tenant)).toEqual([]);
  });

  test('is switched off by its own link, which does nothing else', async () => {
    const tenant = await withFebruary('essential');
    const other = await newTenant('pro');
    await mailAll(at('2026-03-03T23:59'));
    const [mail] = await mailsTo(tenant);
    const code = String(mail?.['endCode']);
    for (const body of [
      { orderId: other.orderId, code },
      { orderId: tenant.orderId, code: '0'.repeat(64) },
      { orderId: 'ninguem', code },
    ])
      expect(await codeOf(await call(reportMailEndEndpoint, { body }))).toEqual([403, 'forbidden']);
    expect([(await answerFor(tenant)).byMail, (await answerFor(other)).byMail]).toEqual([true, true]);
    for (const _ of [1, 2]) {
      const body = { orderId: tenant.orderId, code };
      expect((await call(reportMailEndEndpoint, { body })).status).toBe(204);
    }
    expect([(await answerFor(tenant)).byMail, (await answerFor(other)).byMail]).toEqual([false, true]);
  });
});

test('days are kept thirteen months, months as long as their last day', async () => {
  const tenant = await newTenant('pro');
  await onlyDue(tenant);
  await readAll(MARCH_1, instanceWith().reporter);
  const months = () =>
    sql('SELECT month FROM report_months WHERE subdomain = ? ORDER BY month', tenant.subdominio);
  const purgeAt = async (day: string) => {
    const { db, retention } = depsAt(0);
    await purge(db, 'reports', at(`${day}T12:00`) - retention.keptDays('reports') * 86_400_000, 200);
  };
  // After 390 days: 31 January 2026 is deleted on 25 February 2027.
  await purgeAt('2027-02-25');
  expect([(await keptDays(tenant)).length, await months()]).toEqual([
    29,
    [{ month: '2026-01' }, { month: '2026-02' }],
  ]);
  await purgeAt('2027-02-26');
  expect([(await keptDays(tenant)).length, await months()]).toEqual([28, [{ month: '2026-02' }]]);
});

test('removing an environment removes its reports', async () => {
  const tenant = await newTenant('pro');
  await onlyDue(tenant);
  await readAll(MARCH_1, instanceWith().reporter);
  await sql('DELETE FROM tenants WHERE subdomain = ?', tenant.subdominio);
  expect(await keptDays(tenant)).toEqual([]);
});
