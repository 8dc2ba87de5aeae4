/** The state of all systems at one moment: processor, database, identity, cluster, inbox. */
import plansJson from '#content/plans.json' with { type: 'json' };
import type { Invoice, Payment, Subscription } from '#dev/stand-ins/asaas/objects.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { stateOf } from '#tests/support/stand-in-controls.ts';
import { openWorkerDatabase } from '#tests/support/worker-database.ts';
import type { World } from './world.ts';

export interface OrderRow {
  readonly id: string;
  readonly subject: string;
  readonly subdomain: string;
  readonly plan: string;
  readonly status: 'AGUARDANDO' | 'EM_ANDAMENTO' | 'CONCLUIDO' | 'ERRO';
  readonly payment: 'free' | 'none' | 'unclear' | 'pending' | 'confirmed';
  readonly card_entry: 'form' | 'hosted';
  readonly subscription_id: string | null;
  readonly released_at: number | null;
}
interface TenantRow {
  readonly subdomain: string;
  readonly order_id: string;
  readonly plan: string;
  /** `null` when nothing was ever bought. */
  readonly amount_centavos: number | null;
  readonly subscription_id: string | null;
  readonly state: 'active' | 'suspended' | 'ended';
  readonly ends_on: string | null;
  /** Number of unfinished cluster calls. */
  readonly cluster_calls: number;
}
export interface ChangeRow {
  readonly id: string;
  readonly order_id: string;
  readonly kind: 'purchase' | 'resume' | 'trust' | 'difference' | 'cycle';
  readonly state: string;
  readonly page_id: string | null;
  readonly subscription_id: string | null;
  readonly settled_at: number | null;
}

/** A charge of the ledger. */
interface ChargeRow {
  readonly payment_id: string;
  readonly order_id: string;
  readonly amount_centavos: number;
  readonly state: string;
  readonly returned: string | null;
  /** 0: no nota fiscal yet, 1: one is wanted, 2: no longer wanted. */
  readonly fiscal: number;
}

export interface SystemState {
  readonly orders: readonly OrderRow[];
  readonly tenants: readonly TenantRow[];
  readonly changes: readonly ChangeRow[];
  readonly contracts: readonly {
    readonly id: string;
    readonly order_id: string;
    readonly subscription_id: string;
    readonly price_due: number;
  }[];
  readonly charges: readonly ChargeRow[];
  readonly ends: readonly { readonly subscription_id: string; readonly done_at: number | null }[];
  readonly dunning: readonly { readonly payment_id: string; readonly closed_at: number | null }[];
  readonly events: readonly { readonly id: string; readonly processed_at: number | null }[];
  readonly outbox: readonly {
    readonly id: string;
    readonly sent_at: number | null;
    readonly template: string;
    readonly subdomain: string | null;
    /** Only for a report. */
    readonly month: string | null;
  }[];
  readonly memberships: readonly {
    readonly id: string;
    readonly order_id: string;
    readonly subject: string;
    readonly paused_at: number | null;
    readonly ended_at: number | null;
  }[];
  /** Due work that ends with its item; environments have other work for as long as they exist. */
  readonly work: readonly { readonly kind: string; readonly key: string }[];
  readonly invitations: readonly { readonly email: string }[];
  readonly cardChanges: readonly {
    readonly id: string;
    readonly state: string;
    readonly order_id: string;
    readonly subscription_id: string;
    readonly last_four: string | null;
    readonly page_id: string | null;
    readonly settled_at: number | null;
  }[];
  readonly fiscalNotes: readonly { readonly payment_id: string; readonly state: string }[];
  /** Notas fiscais at the processor. */
  readonly invoices: readonly Invoice[];
  /** Admitted accounts by environment, from its companion. */
  readonly admitted: ReadonlyMap<string, readonly string[]>;
  /** Monitors of an environment: how many run, and which ones the companion holds back. */
  readonly monitors: ReadonlyMap<
    string,
    { readonly running: number; readonly pausedByUs: readonly number[] }
  >;
  /** Maximum of running monitors per plan. */
  readonly limits: ReadonlyMap<string, number>;
  readonly support: readonly { readonly id: string; readonly assunto: string }[];
  /** References of operator notices, as `kind reference`. */
  readonly notices: ReadonlySet<string>;
  /** With the last four digits of the card. */
  readonly subscriptions: readonly (Subscription & { readonly card: string | null })[];
  readonly payments: readonly Payment[];
  readonly applications: readonly {
    readonly name: string;
    readonly subdomain: string | null;
    readonly planId: string;
    readonly isSuspended: boolean;
  }[];
  readonly users: readonly { readonly id: string; readonly groups: readonly string[] }[];
  readonly groups: readonly string[];
  readonly mails: readonly { readonly key: string | null; readonly subject: string }[];
}

interface SeenApplication {
  readonly metadata: { readonly name: string };
  readonly subdomain: string | null;
  readonly spec: { readonly source: { readonly helm: { readonly valuesObject: Record<string, unknown> } } };
}

interface SeenEnvironment {
  readonly tenant: string;
  readonly admitted: { readonly accounts: readonly string[] };
  readonly monitors: readonly { readonly id: number; readonly active: boolean }[];
}

/** Only our limits pause monitors here. */
const monitorsOf = ({ monitors }: SeenEnvironment) => ({
  running: monitors.filter(({ active }) => active).length,
  pausedByUs: monitors.filter(({ active }) => !active).map(({ id }) => id),
});

const catalog = createCatalog(plansJson);

export async function readSystemState(world: World): Promise<SystemState> {
  const stack = world.stack();
  const { asaas, identity, mail } = stack.services;
  const db = openWorkerDatabase(stack.stateDir);
  try {
    const all = <T>(sql: string): T[] => db.prepare(sql).all() as T[];
    const { applications } = await stateOf<{ applications: readonly SeenApplication[] }>(stack, 'argocd');
    const { tenants } = await stateOf<{ tenants: readonly SeenEnvironment[] }>(stack, 'tenants');
    const { users, groups } = identity.snapshot();
    return {
      orders: all('SELECT * FROM orders'),
      tenants: all(
        `SELECT t.*, c.amount_centavos, c.subscription_id,
           (SELECT COUNT(*) FROM cluster_calls AS open WHERE open.order_id = t.order_id) AS cluster_calls
         FROM tenants t LEFT JOIN contracts_in_force c USING (order_id)`,
      ),
      changes: all('SELECT * FROM plan_changes'),
      contracts: all('SELECT * FROM contracts'),
      charges: all('SELECT * FROM charges'),
      ends: all('SELECT * FROM contract_ends'),
      dunning: all('SELECT * FROM dunning'),
      events: all('SELECT * FROM webhook_events'),
      outbox: all(
        `SELECT id, sent_at, template, json_extract(payload, '$.subdominio') AS subdomain,
           json_extract(payload, '$.month') AS month FROM outbox`,
      ),
      memberships: all('SELECT * FROM memberships'),
      work: all(
        "SELECT kind, key FROM work WHERE kind IN ('refund', 'price', 'contract-end', 'admitted', 'group', 'payment-event', 'mail')",
      ),
      invitations: all('SELECT email FROM invitations'),
      cardChanges: all('SELECT * FROM card_changes'),
      fiscalNotes: all('SELECT * FROM fiscal_notes'),
      invoices: asaas.state.invoices,
      admitted: new Map(tenants.map(({ tenant, admitted }) => [tenant, admitted.accounts])),
      monitors: new Map(tenants.map((each) => [each.tenant, monitorsOf(each)])),
      limits: new Map(catalog.plans.map(({ id, limits }) => [id, limits.monitors])),
      support: all('SELECT id, assunto FROM support_messages'),
      notices: new Set(
        all<{ kind: string; reference: string }>('SELECT kind, reference FROM billing_notices').map(
          ({ kind, reference }) => `${kind} ${reference}`,
        ),
      ),
      subscriptions: asaas.state.subscriptions.map((each) => ({
        ...each,
        card: asaas.state.tokens.find(({ token }) => token === each.creditCardToken)?.lastFour ?? null,
      })),
      payments: asaas.state.payments,
      applications: applications.map(({ metadata, subdomain, spec }) => ({
        name: metadata.name,
        subdomain,
        planId: String(spec.source.helm.valuesObject['planId']),
        isSuspended: spec.source.helm.valuesObject['suspended'] === true,
      })),
      users,
      groups: groups.map(({ name }) => name),
      mails: mail.state.messages.map(({ idempotencyKey, subject }) => ({ key: idempotencyKey, subject })),
    };
  } finally {
    db.close();
  }
}
