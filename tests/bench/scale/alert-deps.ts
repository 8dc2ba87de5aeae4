/** The services that telling of alerts uses, over a database and a clock of the caller's. */
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import type { Deps } from '#functions/compose.ts';
import { createKeyedTokens } from '#functions/platform/keyed-tokens.ts';

const silent = { info() {}, warn() {}, error() {}, with: () => silent };
const hashed = async (text: string) => Buffer.from(text).toString('hex');
const hash = Object.assign(hashed, { all: async (text: string) => [await hashed(text)] });

/** @param database D1, or the used part of it. */
export function alertDeps(
  database: unknown,
  services: {
    readonly now: () => number;
    readonly mailer: object;
    readonly messenger: object | null;
    /** Without it, as fast as a test asks. */
    readonly mailRequestsPerSecond?: number;
    readonly otherNetwork?: object;
    readonly rateLimiter?: object;
  },
): Deps {
  const { now, mailRequestsPerSecond = 1_000, ...others } = services;
  return {
    db: database,
    capacities: [],
    partyHash: hash,
    clock: { now },
    mailRequestsPerSecond,
    ...others,
    catalog: createCatalog(plansJson),
    alertLinks: createKeyedTokens(hash, 'alert-recipient'),
    seenLinks: createKeyedTokens(hash, 'alert-seen'),
    logger: silent,
    newId: () => crypto.randomUUID(),
    siteUrl: 'https://exemplo.com.br',
    supportEmail: 'suporte@exemplo.com.br',
    productName: 'Vigia',
    company: 'Empresa',
    tenantUrlTemplate: 'https://{tenant}.exemplo.com.br',
  } as unknown as Deps;
}
