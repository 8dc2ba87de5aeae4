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
    const { relatorio } = await answerFor(tenant, '2026-02');
    expect(relatorio?.dias.find(({ dia }) => dia === '2026-02-19')?.checagens).toBe(10);
    expect(relatorio?.dias.find(({ dia }) => dia === '2026-02-20')?.checagens).toBe(2880);
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
      (await answerFor(tenant, month)).relatorio?.monitores?.map(({ nome }) => nome);
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
      nivel: 'detalhado',
      porEmail: true,
      meses: ['2026-02', '2026-01'],
      relatorio: {
        mes: '2026-02',
        de: '2026-02-01',
        ate: '2026-02-28',
        checagens: 28 * 2880,
        falhas: 40,
        incidentes: 1,
        diasSemDados: 0,
        piores: [{ nome: 'Loja', falhas: 40 }],
      },
    });
    expect(answer.relatorio?.monitores).toMatchObject([
      { nome: 'Loja', respostaMs: 80, maiorQueda: { inicio: '2026-02-10T13:00:00.000Z', segundos: 2400 } },
      { nome: 'API', respostaMs: null, maiorQueda: null },
    ]);
    expect(answer.relatorio?.monitores?.[0]?.dias).toHaveLength(28);
  });

  test('is compared with the month before, if that has a week of data', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    // Reads 24 January to 21 February.
    await readAll(at('2026-02-22T10:00'), instanceWith(february).reporter);
    expect((await answerFor(tenant, '2026-02')).relatorio?.anterior).toEqual({
      mes: '2026-01',
      disponibilidade: 1,
      incidentes: 0,
    });
    expect((await answerFor(tenant, '2026-01')).relatorio).not.toHaveProperty('anterior');
    await sql(
      `DELETE FROM report_days WHERE subdomain = ? AND day BETWEEN '2026-01-25' AND '2026-01-31'`,
      tenant.subdominio,
    );
    expect((await answerFor(tenant, '2026-02')).relatorio).not.toHaveProperty('anterior');
  });

  test('without a month is of the newest finished one, and of the current one before that', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(at('2026-03-03T10:00'), instanceWith(february).reporter);
    const shownOn = async (day: string) => {
      const needs = { ...depsAt(0), clock: { now: () => at(`${day}T10:00`) } };
      return (await readReports(needs, tenant.person, undefined)).relatorio?.mes;
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
    const { nivel, relatorio } = await answerFor(tenant, '2026-02');
    expect([nivel, relatorio?.incidentes, relatorio?.piores.length]).toEqual(['basico', 1, 1]);
    expect(relatorio).not.toHaveProperty('monitores');
  });

  test('of the free plan is empty, even for paid days before', async () => {
    const tenant = await newTenant('pro');
    await onlyDue(tenant);
    await readAll(MARCH_1, instanceWith(february).reporter);
    await sql("UPDATE tenants SET plan = 'free' WHERE subdomain = ?", tenant.subdominio);
    const answer = await answerFor(tenant, '2026-02');
    expect([answer.nivel, answer.meses, answer.relatorio]).toEqual(['nenhum', [], undefined]);
  });

  test('is refused to members, strangers and visitors', async () => {
    const tenant = await newTenant('pro');
    const member = await signUp({ groups: [`tenant:${tenant.subdominio}`] });
    for (const path of [reportsPath(), reportMailEndpoint]) {
      const body = path === reportMailEndpoint ? { porEmail: false } : undefined;
      expect((await call(path, { body })).status).toBe(401);
      expect(await codeOf(await call(path, { token: member.token, body }))).toEqual([404, 'order-missing']);
    }
    expect((await answerFor(tenant)).porEmail).toBe(true);
  });

  test('an invalid month, or one without data, is no report', async () => {
    const tenant = await newTenant('pro');
    const { token } = tenant.person;
    const wrong = await call(`${reportsPath()}?mes=2026-13`, { token });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ fields: { mes: message('report.month') } });
    expect((await answerFor(tenant, '2025-01')).relatorio).toBeUndefined();
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
    const [, pedido, codigo] = /relatorios#sair=([^.\s]+)\.([0-9a-f]{64})/.exec(mail?.text ?? '') ?? [];
    expect((await call(reportMailEndEndpoint, { body: { pedido, codigo } })).status).toBe(204);
    expect((await answerFor(tenant)).porEmail).toBe(false);
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
    const turn = async (porEmail: boolean) => {
      expect((await call(reportMailEndpoint, { token, body: { porEmail } })).status).toBe(204);
      expect((await answerFor(tenant)).porEmail).toBe(porEmail);
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
    const codigo = String(mail?.['endCode']);
    for (const body of [
      { pedido: other.orderId, codigo },
      { pedido: tenant.orderId, codigo: '0'.repeat(64) },
      { pedido: 'ninguem', codigo },
    ])
      expect(await codeOf(await call(reportMailEndEndpoint, { body }))).toEqual([403, 'forbidden']);
    expect([(await answerFor(tenant)).porEmail, (await answerFor(other)).porEmail]).toEqual([true, true]);
    for (const _ of [1, 2]) {
      const body = { pedido: tenant.orderId, codigo };
      expect((await call(reportMailEndEndpoint, { body })).status).toBe(204);
    }
    expect([(await answerFor(tenant)).porEmail, (await answerFor(other)).porEmail]).toEqual([false, true]);
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
