/**
 * What one minute of cron gets done, with services that answer at once: the ceiling that the batches set. Mails have none
 * of ours: the outbox goes on batch after batch, and the provider's rate decides (docs/scale.md).
 */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { createRetention } from '#domain/retention/retention.ts';
import { createOrderStore } from '#functions/checkout/store.ts';
import type { Deps } from '#functions/compose.ts';
import { reconcileNext } from '#functions/contract/reconcile.ts';
import { createBillingStore } from '#functions/contract/store.ts';
import { createTenantStore } from '#functions/contract/tenant-store.ts';
import { createPlanChangeStore } from '#functions/plan-change/store.ts';
import { createEventLog } from '#functions/platform/events.ts';
import { quotaJobs } from '#functions/quota/jobs.ts';
import { createQuotaStore } from '#functions/quota/store.ts';
import type { Opened } from './sqlite-d1.ts';

const MINUTES_A_DAY = 1440;
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Lines: what is done in a run, in a day, and how long a round over everybody takes. */
export async function measureJobs(opened: Opened, now: number): Promise<readonly string[]> {
  const db = opened.d1 as never;
  const counted = { counts: 0, questions: 0 };
  const silent = { info() {}, warn() {}, error() {}, with: () => silent };
  const tenants = createTenantStore(db);
  const deps = {
    clock: { now: () => now },
    catalog: createCatalog(plansJson),
    orders: createOrderStore(db),
    tenants,
    quotas: createQuotaStore(db),
    billingWork: createBillingStore(db),
    planChanges: createPlanChangeStore(db),
    events: createEventLog(db, () => now),
    logger: silent,
    newId: () => crypto.randomUUID(),
    quotaCheckSeconds: 86_400,
    productName: 'Vigia',
    company: 'Empresa',
    supportEmail: 'suporte@exemplo.com.br',
    siteUrl: 'https://exemplo.com.br',
    tenantUrlTemplate: 'https://{tenant}.exemplo.com.br',
    environmentKeptDays: createRetention(retentionJson).keptDays('environment'),
    counter: {
      count: async () => {
        counted.counts += 1;
        return { monitors: 3, isExact: true, prohibited: { directIp: 0, onion: 0 } };
      },
    },
    billing: {
      listPaymentsSince: async function* () {},
      readSubscription: async (subscriptionId: string) => {
        counted.questions += 1;
        const tenant = await tenants.findBySubscription(subscriptionId);
        return {
          subscriptionId,
          status: 'active',
          amountCentavos: tenant?.amountCentavos ?? 0,
          payments: [],
        };
      },
    },
  } as unknown as Deps;

  await quotaJobs.quotas(deps);
  // The first run finds no payments; every later one is a page of tenants.
  await reconcileNext(deps);
  const RUNS = 20;
  for (let run = 0; run < RUNS; run += 1) await reconcileNext(deps);
  const { active, paying } = opened.sqlite
    .prepare(
      `SELECT COUNT(*) AS active, COUNT(subscription_id) AS paying FROM tenants WHERE state = 'active'`,
    )
    .get() as { active: number; paying: number };
  const questionsAMinute = counted.questions / RUNS;
  return [
    `${counted.counts} ambientes contados por minuto: todos em ${number.format(active / (counted.counts * MINUTES_A_DAY))} dia(s)`,
    // Each question about a subscription is two requests: the subscription and its payments.
    `conferência com a operadora: ${number.format(2 * paying)} pedidos por dia, em ${number.format(paying / questionsAMinute / 60)} h`,
  ];
}
