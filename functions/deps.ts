/** What the use cases are given. Each takes the part it needs. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import type { RetentionEntry } from '#domain/retention/retention.ts';
import type { OrderStore } from '#functions/checkout/order.ts';
import type { BillingStore } from '#functions/contract/billing.ts';
import type { WebhookEventStore } from '#functions/contract/payment-events.ts';
import type { TenantStore } from '#functions/contract/tenant.ts';
import type { FeedbackStore } from '#functions/feedback/feedback.ts';
import type { MissingPageStore } from '#functions/feedback/missing-page.ts';
import type { OperationsStore } from '#functions/operations/customer.ts';
import type { Dependency } from '#functions/operations/dependency.ts';
import type { PlanChangeStore } from '#functions/plan-change/plan-change.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { IdempotencyStore } from '#functions/platform/idempotency.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { MailTemplates } from '#functions/platform/mail/templates.ts';
import type { Outbox } from '#functions/platform/outbox.ts';
import type { ProcessorShare } from '#functions/platform/processor-share-port.ts';
import type { RetentionStore } from '#functions/privacy/retention-port.ts';
import type { Provisioner } from '#functions/provisioning/provisioner-port.ts';
import type { QuotaStore } from '#functions/quota/reading.ts';
import type { SupportStore } from '#functions/support/message.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import type { IdentityAdmin } from '#functions/vendors/identity.ts';
import type { Mailer } from '#functions/vendors/mailer.ts';
import type { BillingGateway, PaymentGateway, PaymentWebhooks } from '#functions/vendors/payments.ts';
import type { TenantCounter } from '#functions/vendors/tenant-counter.ts';
import type { TenantProbe } from '#functions/vendors/tenant-probe.ts';

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
  readonly mailTemplates: MailTemplates;
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
  /** Time between two tries of a provisioning step. */
  readonly provisionPollSeconds: number;
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
