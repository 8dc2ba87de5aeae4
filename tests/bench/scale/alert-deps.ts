/** The stores and services that telling of alerts uses, over a database and a clock of the caller's. */
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { createChannelStore } from '#functions/alerts/channel-store.ts';
import { createAlertCodeStore } from '#functions/alerts/codes-store.ts';
import { createEndingsStore } from '#functions/alerts/endings-store.ts';
import { createAlertEventStore } from '#functions/alerts/event-store.ts';
import { createMessageStore } from '#functions/alerts/message-store.ts';
import { createOutcomeStore } from '#functions/alerts/outcome-store.ts';
import { createRecipientStore } from '#functions/alerts/recipient-store.ts';
import type { Deps } from '#functions/compose.ts';
import { createOrderStore } from '#functions/orders/store.ts';
import { createKeyedTokens } from '#functions/platform/keyed-tokens.ts';
import { createNoticeStore } from '#functions/platform/notice-store.ts';
import { createProviderStore } from '#functions/platform/provider-store.ts';
import { createWorkStore } from '#functions/platform/work/work-store.ts';
import { createTenantStore } from '#functions/tenants/store.ts';

const silent = { info() {}, warn() {}, error() {}, with: () => silent };
const hashed = async (text: string) => Buffer.from(text).toString('hex');
const hash = Object.assign(hashed, { all: async (text: string) => [await hashed(text)] });

/** @param database D1, or the used part of it. */
export function alertDeps(
  database: unknown,
  services: { readonly now: () => number; readonly mailer: object; readonly messenger: object | null },
): Deps {
  const db = database as D1Database;
  const { now, mailer, messenger } = services;
  return {
    clock: { now },
    mailer,
    messenger,
    catalog: createCatalog(plansJson),
    tenants: createTenantStore(db),
    orders: createOrderStore(db, []),
    work: createWorkStore(db),
    notices: createNoticeStore(db),
    alertEvents: createAlertEventStore(db),
    alertRecipients: createRecipientStore(db),
    alertMessages: createMessageStore(db),
    alertOutcomes: createOutcomeStore(db),
    alertEndings: createEndingsStore(db),
    providers: createProviderStore(db),
    alertChannels: createChannelStore(db),
    alertCodes: createAlertCodeStore(db, hash),
    alertLinks: createKeyedTokens(hash, 'alert-recipient'),
    logger: silent,
    newId: () => crypto.randomUUID(),
    siteUrl: 'https://exemplo.com.br',
    supportEmail: 'suporte@exemplo.com.br',
    productName: 'Vigia',
    company: 'Empresa',
    tenantUrlTemplate: 'https://{tenant}.exemplo.com.br',
  } as unknown as Deps;
}
