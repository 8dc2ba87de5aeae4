/**
 * Measures the work of one minute of cron with instant services, which shows the limit set by the batch sizes. Mails
 * have no such limit: the outbox continues batch by batch, and the provider's rate decides (docs/scale.md).
 */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { createRetention } from '#domain/privacy/retention.ts';
import type { Deps } from '#functions/compose.ts';
import { limitsWork } from '#functions/limits/apply-limits.ts';
import { COMPARISON, comparisonWork } from '#functions/payments/reconcile.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import type { Opened } from './sqlite-d1.ts';

const MINUTES_A_DAY = 1440;
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Result lines: work per run, per day, and the duration of a round over all customers. */
export async function measureJobs(opened: Opened, now: number): Promise<readonly string[]> {
  const counted = { counts: 0, looks: 0 };
  const chosen: Record<string, unknown>[] = [];
  const silent = {
    info: (event: string, facts: Record<string, unknown>) =>
      void (event === 'reconciliation-chosen' && chosen.push(facts)),
    warn() {},
    error() {},
    with: () => silent,
  };
  const deps = {
    db: opened.d1,
    capacities: [],
    clock: { now: () => now },
    catalog: createCatalog(plansJson),
    limitsMode: 'enforce',
    logger: silent,
    newId: () => crypto.randomUUID(),
    quotaCheckSeconds: 86_400,
    productName: 'Vigia',
    company: 'Empresa',
    supportEmail: 'suporte@exemplo.com.br',
    siteUrl: 'https://exemplo.com.br',
    tenantUrlTemplate: 'https://{tenant}.exemplo.com.br',
    environmentKeptDays: createRetention(retentionJson).keptDays('environment'),
    instances: {
      count: async () => {
        counted.counts += 1;
        return { monitors: 3, isExact: true, prohibited: { directIp: 0, onion: 0 } };
      },
      readLimits: async () => ({ monitors: [], paused: [], raised: [] }),
    },
    processor: {
      listPaymentsSince: async function* () {},
      readSubscription: async (subscriptionId: string) => {
        counted.looks += 1;
        return { subscriptionId, status: 'active', amountCentavos: 4900, payments: [] };
      },
      listSubscriptionPayments: async () => {
        counted.looks += 1;
        return [];
      },
    },
  } as unknown as Deps;

  await runWork(deps, limitsWork);
  // The first run finds no payments and selects contracts; later runs handle a page of them.
  const started = performance.now();
  await runWork(deps, comparisonWork);
  const choosing = performance.now() - started;
  const RUNS = 20;
  for (let run = 0; run < RUNS; run += 1) await runWork(deps, comparisonWork);
  const { active, contracts } = opened.sqlite
    .prepare(
      `SELECT (SELECT COUNT(*) FROM tenants WHERE state = 'active') AS active, (SELECT COUNT(*) FROM contracts) AS contracts`,
    )
    .get() as { active: number; contracts: number };
  const { event, due, unclear, week } = chosen[0] as Record<'event' | 'due' | 'unclear' | 'week', number>;
  const looks = event + due + unclear + week;
  return [
    `${counted.counts} ambientes contados por minuto: todos em ${number.format(active / (counted.counts * MINUTES_A_DAY))} dia(s)`,
    `conferência: ${number.format(looks)} de ${number.format(contracts)} contratos em um dia (aviso ${event}, vencimento ${due}, incerto ${unclear}, semana ${week}), escolhidos em ${number.format(choosing)} ms`,
    `conferência: ${number.format(counted.looks / RUNS)} de ${COMPARISON.contractsAtOnce} contratos por minuto perguntados: ${number.format(looks / COMPARISON.contractsAtOnce / 60)} h`,
  ];
}
