/** Measures frequent queries: duration, and whether they use an index. */

import { listChosenContracts, listFollowed } from '#functions/ledger/compared-contracts.ts';
import { listDunning } from '#functions/ledger/failed-renewals.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { findOrderLines, listOrderLines, orderHistory } from '#functions/operations/store.ts';
import { findProgress } from '#functions/orders/progress.ts';
import { findLiveOrderByName } from '#functions/orders/store.ts';
import { COMPARISON } from '#functions/payments/reconcile.ts';
import { findOpenPlanChange } from '#functions/plan-change/store.ts';
import { countLateWork } from '#functions/platform/work/late-work.ts';
import { claimWork } from '#functions/platform/work/work-store.ts';
import { purgedEntries } from '#functions/privacy/personal-tables.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import { findQuota } from '#functions/quota/store.ts';
import { PAGE_SIZE } from '#functions/vendors/asaas/client.ts';
import type { Opened } from './sqlite-d1.ts';

export interface Measured {
  readonly name: string;
  /** Median per call. */
  readonly milliseconds: number;
  /** Steps that read a whole table; should be empty. */
  readonly plan: readonly string[];
}

const CALLS = 25;
/** Allowed scans: small tables, or reads in index order up to a limit. */
const harmless =
  /USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY|json_each|VIRTUAL TABLE|\b(o|m|e|d|mails|lates|charges|subscriptions|entries|value|steps|subquery(-\d+)?)\b|CONSTANT ROW|reconciliations/;

export async function measureQueries(
  opened: Opened,
  tenants: number,
  now: number,
): Promise<readonly Measured[]> {
  const db = opened.d1 as never;
  const middle = Math.ceil(tenants / 2);
  const name = `cliente-${middle}`;
  const id = `${middle.toString(16).padStart(8, '0')}-0000-4000-8000-${middle.toString(16).padStart(12, '0')}`;
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    'status de um pedido': () => findProgress(db, id),
    'nome livre?': () => findLiveOrderByName(db, name),
    'uso de um ambiente': () => findQuota(db, name),
    'mudança de plano aberta': () => findOpenPlanChange(db, id),
    'trabalho por fazer': () => claimWork(db, 'mail', { perRun: 20 }, now),
    'trabalho por cluster': () => claimWork(db, 'limits', { perRun: 20, isPerCluster: true }, now),
    'renovações que falharam': () => listDunning(db, `sub_${middle.toString(16).padStart(16, '0')}`),
    'fatos de um contrato': () => readLedger(db, id),
    'página da conferência': () => listChosenContracts(db, COMPARISON.contractsAtOnce),
    'página de cobranças da conferência': () =>
      listFollowed(
        db,
        Array.from(
          { length: PAGE_SIZE },
          (_, row) => `sub_${(middle + row).toString(16).padStart(16, '0')}x0`,
        ),
      ),
    'histórico de um cliente': () => orderHistory(db, id),
    'operador procura por e-mail': () => findOrderLines(db, `pessoa${middle}@exemplo.com.br`),
    'operador lista erros': () => listOrderLines(db, { state: 'ERRO', limit: 50 }),
    'trabalho atrasado': () => countLateWork(db, ['mail'], now - 300_000),
    ...Object.fromEntries(
      purgedEntries.map((entry) => [
        `apagar o vencido: ${entry}`,
        () => purge(db, entry, now - 20 * 365 * 86_400_000, 200),
      ]),
    ),
  };
  const measured: Measured[] = [];
  for (const [label, run] of Object.entries(work)) {
    opened.seen.length = 0;
    await run();
    const plan = [...new Set(opened.seen.flatMap((statement) => fullReads(opened, statement)))];
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const started = performance.now();
      await run();
      times.push(performance.now() - started);
    }
    measured.push({
      name: label,
      milliseconds: times.toSorted((one, other) => one - other)[CALLS >> 1] ?? 0,
      plan,
    });
  }
  return measured;
}

function fullReads({ sqlite }: Opened, { sql, values }: Opened['seen'][number]): string[] {
  const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && !harmless.test(detail));
}

/** Smaller differences are noise. */
const NOISE_MS = 0.5;
const GROWTH_MAX = 3;

/** Queries whose cost grew with the number of tenants. */
export function brokenRules(
  measured: readonly { readonly size: number; readonly times: ReadonlyMap<string, number> }[],
): readonly string[] {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  return [...last.times].flatMap(([name, late]) => {
    const early = Math.max(first.times.get(name) ?? 0, NOISE_MS);
    return late > early * GROWTH_MAX
      ? [
          `${name}: ${early.toFixed(2)} ms com ${first.size} clientes, ${late.toFixed(2)} ms com ${last.size}.`,
        ]
      : [];
  });
}
