/** What operators' commands answer about orders, people and money, and what needs a person. */
import * as z from 'zod/mini';
import { roomBounds } from '../clusters/room.ts';
import { holdKinds, markKinds } from '../contract/holds.ts';
import { noteStates } from '../fiscal/note.ts';
import { provisioningStatuses } from './provisioning.ts';

/** An order in a list. Times are milliseconds, UTC. */
export const OrderLine = z.object({
  id: z.string(),
  subdomain: z.string(),
  plan: z.string(),
  cycle: z.string(),
  status: z.enum(provisioningStatuses),
  payment: z.string(),
  failureCode: z.nullable(z.string()),
  isReleased: z.boolean(),
  isCancelled: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type OrderLine = z.output<typeof OrderLine>;

export const HistoryEntry = z.object({
  /** Milliseconds, UTC. */
  at: z.int(),
  source: z.enum([
    'pedido',
    'evento',
    'e-mail',
    'operadora',
    'plano',
    'cobrança',
    'contrato',
    'uso',
    'marca',
  ]),
  what: z.string(),
  detail: z.nullable(z.string()),
  requestId: z.optional(z.nullable(z.string())),
  operator: z.optional(z.nullable(z.string())),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const OrderHistory = z.object({
  order: z.extend(OrderLine, { email: z.nullable(z.string()), subject: z.string() }),
  /** The contract in force; `null` before provisioning is done and after everything was removed. */
  tenant: z.nullable(
    z.object({
      state: z.string(),
      plan: z.string(),
      amountCentavos: z.int(),
      subscriptionId: z.nullable(z.string()),
      endsOn: z.nullable(z.string()),
      /** Empty when the installation has a single, unnamed cluster. */
      cluster: z.string(),
    }),
  ),
  /** Oldest first. */
  entries: z.array(HistoryEntry),
});
export type OrderHistory = z.output<typeof OrderHistory>;

/** A nota fiscal that needs an operator. */
export const FiscalProblem = z.object({
  paymentId: z.string(),
  orderId: z.string(),
  state: z.enum(noteStates),
  number: z.nullable(z.string()),
  /** Milliseconds UTC. */
  createdAt: z.int(),
  problem: z.string(),
});
export type FiscalProblem = z.output<typeof FiscalProblem>;

/** A cancelled order; `isNew` is false when an earlier call cancelled it. */
export const CancelledOrder = z.object({ orderId: z.string(), isNew: z.boolean() });
export type CancelledOrder = z.output<typeof CancelledOrder>;

/** A contract that an operator ended. */
export const EndedContract = z.object({
  orderId: z.string(),
  subdomain: z.string(),
  /** The environment's state now: `active` until its last day, `ended` if it was suspended. */
  state: z.string(),
  /** False when an earlier call had ended it. */
  isNew: z.boolean(),
  /** Last day of the environment, `YYYY-MM-DD`; `null` until the processor has confirmed the end. */
  endsOn: z.nullable(z.string()),
  /** False while processor or cluster have not confirmed; the scheduled job continues. */
  isDone: z.boolean(),
});
export type EndedContract = z.output<typeof EndedContract>;

/** A mail that is sent again. */
export const ResentMail = z.object({
  /** The mail's new id; a provider sends each id only once. */
  messageId: z.string(),
  /** False when the mail was already waiting to be sent. */
  isNew: z.boolean(),
});
export type ResentMail = z.output<typeof ResentMail>;

/** Why a purchase is refused. */
const holdKind = z.enum(holdKinds);

/** The marks that were released so that the person may buy again. */
export const ReleasedPurchase = z.object({
  /** Why purchases were refused before; `null` when they were not. */
  refusedFor: z.nullable(holdKind),
  /** Oldest first. */
  released: z.array(
    z.object({
      kind: z.enum(markKinds),
      /** The purchase, contract or charge that caused the mark. */
      reference: z.string(),
      /** Milliseconds, UTC. */
      at: z.int(),
      amountCentavos: z.nullable(z.int()),
      days: z.nullable(z.int()),
    }),
  ),
  /** Why purchases are still refused; `null` when they are not. */
  stillRefusedFor: z.nullable(holdKind),
});
export type ReleasedPurchase = z.output<typeof ReleasedPurchase>;

export const ExportedCustomer = z.object({
  /** Explains the file to the person it is about. */
  leiame: z.string(),
  /** Describes each part: those in the file by their path, and the data that other services hold. */
  indice: z.array(
    z.object({
      parte: z.string(),
      conteudo: z.string(),
      /** Number of entries; absent for data that is not in the file. */
      linhas: z.optional(z.int()),
    }),
  ),
  exportedAt: z.string(),
  /** The account at the identity provider; `null` when it does not exist (any more). */
  account: z.nullable(z.record(z.string(), z.unknown())),
  /** Rows by table, with moments as ISO 8601 in UTC and stored JSON parsed. */
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Ids of the data that other services hold. */
  processor: z.object({ customerIds: z.array(z.string()), subscriptionIds: z.array(z.string()) }),
  /** Purpose and retention of each kind of data. */
  retention: z.array(z.object({ title: z.string(), purpose: z.string(), period: z.string() })),
});
export type ExportedCustomer = z.output<typeof ExportedCustomer>;

export const DeletedCustomer = z.object({
  /** False while something still has to be removed; calling the same command later continues. */
  isDone: z.boolean(),
  /** When an earlier call completed, milliseconds UTC; absent the first time. */
  deletedAt: z.optional(z.int()),
  /** What still has to be removed: an object of the cluster, an order being closed, or a table with rows. */
  left: z.array(z.string()),
  /** What is removed, by table or service. */
  removed: z.record(z.string(), z.int()),
  /** What the law or the contract requires us to keep, and until when. */
  kept: z.array(
    z.object({
      /** Id of the entry in content/legal/retention.json. */
      id: z.string(),
      title: z.string(),
      why: z.string(),
      period: z.string(),
      /** The legal bases, in words. */
      basis: z.string(),
      /** Number of our rows that prove it. */
      rows: z.int(),
      /** Last day, `YYYY-MM-DD`, when it is known. */
      until: z.optional(z.string()),
    }),
  ),
  /** Customers at the payment processor, which keeps its own records. */
  processorCustomerIds: z.array(z.string()),
});
export type DeletedCustomer = z.output<typeof DeletedCustomer>;

/** Readers' feedback on one article. */
export const FeedbackLine = z.object({
  page: z.string(),
  helpful: z.int(),
  notHelpful: z.int(),
  texts: z.array(z.string()),
});
export type FeedbackLine = z.output<typeof FeedbackLine>;

/** A word that readers searched for on several days and no article has. */
export const MissingWordLine = z.object({
  word: z.string(),
  days: z.int(),
  times: z.int(),
});
export type MissingWordLine = z.output<typeof MissingWordLine>;

/** An item of work that is late or keeps failing. Times are milliseconds, UTC. */
export const WorkLine = z.object({
  kind: z.string(),
  /** The kind in words. */
  name: z.string(),
  /** The key of the row it is about. */
  key: z.string(),
  orderId: z.nullable(z.string()),
  /** When its first try began, or when it was due, if it was not tried yet. */
  since: z.int(),
  attempts: z.int(),
  /** Our error code, or what is left; `null` when it was not tried yet. */
  lastError: z.nullable(z.string()),
  /** When it is tried next. */
  dueAt: z.int(),
});
export type WorkLine = z.output<typeof WorkLine>;

/** One dependency of `GET /api/health/ready`. */
export const DependencyState = z.object({
  name: z.string(),
  /**
   * `outdated`: it answers, but with a version older than the oldest we support. `unverified`: it answers, and sends
   * nothing for our domain.
   */
  state: z.enum(['ok', 'slow', 'down', 'outdated', 'unverified']),
  latencyMs: z.number(),
});
export type DependencyState = z.output<typeof DependencyState>;

/** Something that needs a person, and how urgently (docs/alarms.md, "Quem é acordado por quê"). */
export const ReadyProblem = z.object({
  /** `page`: calls the person on duty at any hour. `mail`: can wait for the next working day. */
  level: z.enum(['page', 'mail']),
  /** What it is, in words for operators; never a host or a value. */
  text: z.string(),
});
export type ReadyProblem = z.output<typeof ReadyProblem>;

export const ReadyResponse = z.object({
  /** `ok`: no problem of any level. */
  status: z.enum(['ok', 'degraded']),
  problems: z.array(ReadyProblem),
  dependencies: z.array(DependencyState),
  /** Environments begun today, and the daily limit after which free ones are refused. */
  newEnvironments: z.object({ begun: z.int(), perDay: z.int() }),
  /** Free environments in use, and after how many further ones are refused; `null`: no limit. */
  freeEnvironments: z.object({ used: z.int(), max: z.nullable(z.int()) }),
  /**
   * Overdue work by kind; empty when there is none. Many kinds at once mean that cron does not run. `undelivered`: orders
   * that are paid but failed.
   */
  overdue: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int(), since: z.int() })),
  /** Since when nothing is sold, by an operator's command; `null` while the sales are open. */
  salesClosedSince: z.nullable(z.int()),
  /**
   * Alerts that wait for a provider, since when, how many were refused for good within a day, and how many mails the
   * provider's rate allows.
   */
  alerts: z.object({
    waiting: z.int(),
    since: z.nullable(z.int()),
    refused: z.int(),
    mailsPerMinute: z.int(),
  }),
  /**
   * How full each cluster is, and what bounds it where that is known; `''` names the one of ARGOCD_*. `capacity` is `null`
   * for a cluster that rows name but the settings do not.
   */
  clusters: z.array(
    z.object({
      name: z.string(),
      environments: z.int(),
      capacity: z.nullable(z.int()),
      boundBy: z.nullable(z.enum(roomBounds)),
    }),
  ),
});
export type ReadyResponse = z.output<typeof ReadyResponse>;
