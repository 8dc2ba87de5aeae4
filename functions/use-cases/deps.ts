/** What the use cases are given. Each takes the part it needs. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import type { RetentionEntry } from '#domain/retention/retention.ts';
import type { BillingGateway } from '#functions/ports/billing-gateway.ts';
import type { BillingStore } from '#functions/ports/billing-store.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Cluster } from '#functions/ports/cluster.ts';
import type { Dependency } from '#functions/ports/dependency.ts';
import type { FeedbackStore } from '#functions/ports/feedback-store.ts';
import type { IdentityAdmin } from '#functions/ports/identity-admin.ts';
import type { Logger } from '#functions/ports/logger.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import type { MissingPageStore } from '#functions/ports/missing-page-store.ts';
import type { OperationsStore } from '#functions/ports/operations-store.ts';
import type { OrderStore } from '#functions/ports/order-store.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import type { PaymentWebhooks } from '#functions/ports/payment-webhooks.ts';
import type { PlanChangeStore } from '#functions/ports/plan-change-store.ts';
import type { ProcessorShare } from '#functions/ports/processor-share.ts';
import type { Provisioner } from '#functions/ports/provisioner.ts';
import type { QuotaStore } from '#functions/ports/quota-store.ts';
import type { RetentionStore } from '#functions/ports/retention-store.ts';
import type { EventLog, IdempotencyStore, Outbox, WebhookEventStore } from '#functions/ports/stores.ts';
import type { SupportStore } from '#functions/ports/support-store.ts';
import type { TenantCounter } from '#functions/ports/tenant-counter.ts';
import type { TenantProbe } from '#functions/ports/tenant-probe.ts';
import type { TenantStore } from '#functions/ports/tenant-store.ts';

export interface Deps {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly orders: OrderStore;
  readonly tenants: TenantStore;
  readonly planChanges: PlanChangeStore;
  readonly idempotency: IdempotencyStore;
  readonly webhookEvents: WebhookEventStore;
  readonly outbox: Outbox;
  readonly events: EventLog;
  readonly missingPages: MissingPageStore;
  readonly feedback: FeedbackStore;
  readonly support: SupportStore;
  readonly payments: PaymentGateway;
  readonly processorShare: ProcessorShare;
  readonly billing: BillingGateway;
  readonly billingWork: BillingStore;
  readonly identity: IdentityAdmin;
  readonly cluster: Cluster;
  readonly probe: TenantProbe;
  readonly counter: TenantCounter;
  readonly quotas: QuotaStore;
  readonly mailer: Mailer;
  readonly provisioner: Provisioner;
  readonly paymentWebhooks: PaymentWebhooks;
  readonly operations: OperationsStore;
  readonly retention: RetentionStore;
  readonly logger: Logger;
  /** Services the product cannot do without, each with a question that proves it works. */
  readonly dependencies: readonly Dependency[];
  /** What is kept about people, why and how long. */
  readonly retentionEntries: readonly RetentionEntry[];
  /** Days after which rows go, by entry; entries without tables or without a fixed period are left out. */
  readonly retentionDays: ReadonlyMap<string, number>;
  /** How long a count of unknown paths is kept. */
  readonly missingPagesKeptDays: number;
  /** How long a vote on an article is kept. */
  readonly feedbackKeptDays: number;
  /** How long the data of an ended environment are kept. */
  readonly environmentKeptDays: number;
  /** Time between two looks of the scheduled job at one tenant's monitors. */
  readonly quotaCheckSeconds: number;
  /** A new order id. */
  readonly newId: () => string;
  /** Product name for messages; the operator may rename it. */
  readonly productName: string;
  /** Where customers type their card. */
  readonly cardEntry: CardEntry;
  /** Origin of the site, for the way back from the processor's pages. */
  readonly siteUrl: string;
  /** Legal name and CNPJ of the seller, for the foot of every message. */
  readonly company: string;
  /** Address of the support team. */
  readonly supportEmail: string;
  /** Address shown to a customer, with `{tenant}`. */
  readonly tenantUrlTemplate: string;
}
