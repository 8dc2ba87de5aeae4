/**
 * The Worker's variables and secrets: names, shapes and defaults.
 *
 * Apart from env.ts because the check before a deploy reads them too, outside of the Worker.
 */
import * as z from 'zod';
import { cardEntries } from '#domain/contracts/checkout.ts';
import { limitsModes } from '#domain/limits/grace.ts';
import { challengeKinds, challengePlace, missingForChallenge } from './challenge.ts';
import { Clusters, clusterPlaces, missingClusterSecrets } from './clusters.ts';
import { FiscalSetting } from './fiscal-service.ts';
import { logLevels } from './platform/logger.ts';
import { ifSet, secret, template, url } from './variable-shapes.ts';

/** Set with `wrangler secret put`; they are in no file. Everything else is in `vars` of wrangler.jsonc. */
export const secretNames = [
  'KEYCLOAK_ADMIN_CLIENT_SECRET',
  'ASAAS_API_KEY',
  'ASAAS_WEBHOOK_TOKEN',
  'ARGOCD_TOKEN',
  'TENANT_COUNTER_SECRET',
  'MAIL_API_KEY',
  'PARTY_HASH_KEY',
] as const;

export const Variables = z
  // Loose: the secrets that CLUSTERS names have no fixed names.
  .looseObject({
    SITE_URL: url,
    KEYCLOAK_URL: url,
    KEYCLOAK_REALM: z.string().min(1),
    KEYCLOAK_SITE_CLIENT_ID: z.string().min(1),
    /** Client whose tokens, with the realm role, may operate. */
    KEYCLOAK_OPS_CLIENT_ID: z.string().min(1).default('vigia-ops'),
    /** Reads `GET /api/health/ready` without a token, for alarms and while identity is down; nothing else. */
    OPS_READY_KEY: ifSet(z.string().min(32)),
    /** Whether a free environment is only made for an address that its owner proved; off where accounts have no mailbox. */
    EMAIL_PROOF: z.enum(['required', 'off']).default('required'),
    KEYCLOAK_ADMIN_CLIENT_ID: z.string().min(1),
    KEYCLOAK_ADMIN_CLIENT_SECRET: secret,
    ASAAS_URL: url,
    ASAAS_API_KEY: secret,
    /** The processor accepts 32 to 255 characters. */
    ASAAS_WEBHOOK_TOKEN: z.string().min(32).max(255),
    /** Where customers type their card; see docs/payments.md. */
    PAYMENT_CARD_ENTRY: z.enum(cardEntries).default('form'),
    /** Whether a free environment asks for Cloudflare Turnstile first; then what challenge.ts names is needed. */
    CHALLENGE: z.enum(challengeKinds).default('off'),
    CHALLENGE_URL: ifSet(url),
    TURNSTILE_SITE_KEY: ifSet(z.string()),
    TURNSTILE_SECRET: ifSet(secret),
    TURNSTILE_URL: ifSet(url),
    /** Notas fiscais de serviço; off without it. See fiscal-service.ts. */
    NOTA_FISCAL: FiscalSetting,
    ARGOCD_URL: url,
    ARGOCD_TOKEN: secret,
    ARGOCD_PROJECT: z.string().min(1),
    ARGOCD_CHART_REPO: z.string().min(1),
    ARGOCD_CHART_PATH: z.string().min(1),
    ARGOCD_CHART_REVISION: z.string().min(1),
    /** More than the one cluster of ARGOCD_*; see clusters.ts. */
    CLUSTERS: Clusters,
    TENANT_HOST: z.string().min(1),
    TENANT_URL_TEMPLATE: template,
    TENANT_PROBE_URL: template,
    /** Every environment's token is derived from it; see vendors/uptime-kuma/counter-tokens.ts. */
    TENANT_COUNTER_SECRET: z.string().min(32),
    MAIL_URL: url,
    MAIL_API_KEY: secret,
    MAIL_FROM: z.string().min(3),
    /** Key of the hashes that recognise a payer; a new one forgets all marks. See platform/keyed-hash.ts. */
    PARTY_HASH_KEY: z.string().min(32),
    PROVISION_POLL_SECONDS: z.coerce.number().int().min(1).max(300).default(10),
    PROVISION_PATIENCE_SECONDS: z.coerce.number().int().min(10).max(86_400).default(3600),
    /** Hours after its payment at which an order without an environment is closed and paid back. */
    DELIVERY_HOURS_MAX: z.coerce.number().int().min(1).max(720).default(48),
    /** Free environments that may begin in a day from one network. */
    FREE_ENVIRONMENTS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).default(10),
    /** New environments of a day, paid ones included, after which no further free one begins. */
    NEW_ENVIRONMENTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
    QUOTA_CHECK_SECONDS: z.coerce.number().int().min(10).max(604_800).default(86_400),
    /** Whether what is over a plan is paused and raised after its grace, or only told. */
    LIMITS: z.enum(limitsModes).default('enforce'),
    LOG_LEVEL: z.enum(logLevels).default('info'),
  })
  .superRefine((raw, context) => {
    for (const name of missingClusterSecrets(raw)) context.addIssue({ code: 'custom', path: [name] });
    for (const name of missingForChallenge(raw)) context.addIssue({ code: 'custom', path: [name] });
  })
  .transform((raw) => ({
    siteUrl: raw.SITE_URL,
    keycloak: {
      url: raw.KEYCLOAK_URL,
      realm: raw.KEYCLOAK_REALM,
      siteClientId: raw.KEYCLOAK_SITE_CLIENT_ID,
      operatorClientId: raw.KEYCLOAK_OPS_CLIENT_ID,
      adminClientId: raw.KEYCLOAK_ADMIN_CLIENT_ID,
      adminClientSecret: raw.KEYCLOAK_ADMIN_CLIENT_SECRET,
    },
    readyKey: raw.OPS_READY_KEY ?? null,
    requiresEmailProof: raw.EMAIL_PROOF === 'required',
    cardEntry: raw.PAYMENT_CARD_ENTRY,
    challenge: challengePlace(raw),
    fiscal: raw.NOTA_FISCAL ?? null,
    asaas: { url: raw.ASAAS_URL, apiKey: raw.ASAAS_API_KEY, webhookToken: raw.ASAAS_WEBHOOK_TOKEN },
    clusters: clusterPlaces(raw),
    tenantHost: raw.TENANT_HOST,
    tenantUrlTemplate: raw.TENANT_URL_TEMPLATE,
    tenantCounterSecret: raw.TENANT_COUNTER_SECRET,
    mail: { url: raw.MAIL_URL, apiKey: raw.MAIL_API_KEY, from: raw.MAIL_FROM },
    partyHashKey: raw.PARTY_HASH_KEY,
    provisionPollSeconds: raw.PROVISION_POLL_SECONDS,
    provisionPatienceSeconds: raw.PROVISION_PATIENCE_SECONDS,
    deliveryHoursMax: raw.DELIVERY_HOURS_MAX,
    environmentLimits: {
      perNetwork: raw.FREE_ENVIRONMENTS_PER_NETWORK,
      perDay: raw.NEW_ENVIRONMENTS_PER_DAY,
    },
    quotaCheckSeconds: raw.QUOTA_CHECK_SECONDS,
    limitsMode: raw.LIMITS,
    logLevel: raw.LOG_LEVEL,
  }));

/** Names that are missing or wrong, each once; values are not shown. */
export function wrongVariables(raw: unknown): readonly string[] {
  const read = Variables.safeParse(raw);
  return read.success ? [] : [...new Set(read.error.issues.map((issue) => String(issue.path[0])))];
}
