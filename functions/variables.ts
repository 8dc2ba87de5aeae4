/**
 * The Worker's variables and secrets: names, shapes and defaults.
 *
 * Separate from env.ts because the check before a deploy also reads them, outside of the Worker.
 */
import * as z from 'zod';
import { cardEntries } from '#domain/api-schemas/checkout.ts';
import { limitsModes } from '#domain/limits/grace.ts';
import { challengeKinds, challengePlace, missingForChallenge } from './challenge.ts';
import { Clusters, clusterSettings, missingClusterSecrets } from './clusters.ts';
import { FiscalSetting } from './fiscal-service.ts';
import { logLevels } from './platform/logger.ts';
import { ifSet, secret, template, url } from './variable-shapes.ts';

/** Set with `wrangler secret put`, stored in no file. All other variables are in `vars` of wrangler.jsonc. */
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
  // Loose: the names of the secrets in CLUSTERS are not fixed.
  .looseObject({
    SITE_URL: url,
    KEYCLOAK_URL: url,
    KEYCLOAK_REALM: z.string().min(1),
    KEYCLOAK_SITE_CLIENT_ID: z.string().min(1),
    /** Client whose tokens may call operator routes; the realm role is also required. */
    KEYCLOAK_OPS_CLIENT_ID: z.string().min(1).default('vigia-ops'),
    /**
     * Key that reads `GET /api/health/ready` without a token, for alarms and while identity is down; opens nothing
     * else.
     */
    OPS_READY_KEY: ifSet(z.string().min(32)),
    /** Whether a free environment requires a verified e-mail address; off where accounts have no mailbox. */
    EMAIL_PROOF: z.enum(['required', 'off']).default('required'),
    KEYCLOAK_ADMIN_CLIENT_ID: z.string().min(1),
    KEYCLOAK_ADMIN_CLIENT_SECRET: secret,
    ASAAS_URL: url,
    ASAAS_API_KEY: secret,
    /** The processor accepts 32 to 255 characters. */
    ASAAS_WEBHOOK_TOKEN: z.string().min(32).max(255),
    /** Where customers type their card: our form or the processor's page; see docs/payments.md. */
    PAYMENT_CARD_ENTRY: z.enum(cardEntries).default('form'),
    /**
     * Whether a free environment requires Cloudflare Turnstile; if so, the variables named in challenge.ts are
     * required.
     */
    CHALLENGE: z.enum(challengeKinds).default('off'),
    CHALLENGE_URL: ifSet(url),
    TURNSTILE_SITE_KEY: ifSet(z.string()),
    TURNSTILE_SECRET: ifSet(secret),
    TURNSTILE_URL: ifSet(url),
    /** Notas fiscais de serviço; off when unset. See fiscal-service.ts. */
    NOTA_FISCAL: FiscalSetting,
    ARGOCD_URL: url,
    ARGOCD_TOKEN: secret,
    ARGOCD_PROJECT: z.string().min(1),
    ARGOCD_CHART_REPO: z.string().min(1),
    ARGOCD_CHART_PATH: z.string().min(1),
    ARGOCD_CHART_REVISION: z.string().min(1),
    /** Needed for more than the one cluster of ARGOCD_*; see clusters.ts. */
    CLUSTERS: Clusters,
    TENANT_HOST: z.string().min(1),
    TENANT_URL_TEMPLATE: template,
    TENANT_PROBE_URL: template,
    /** Each environment's token is derived from this secret; see vendors/uptime-kuma/counter-tokens.ts. */
    TENANT_COUNTER_SECRET: z.string().min(32),
    MAIL_URL: url,
    MAIL_API_KEY: secret,
    MAIL_FROM: z.string().min(3),
    /** Key of the hashes that recognise a payer. Changing it orphans all existing marks. See platform/keyed-hash.ts. */
    PARTY_HASH_KEY: z.string().min(32),
    PROVISION_POLL_SECONDS: z.coerce.number().int().min(1).max(300).default(10),
    PROVISION_PATIENCE_SECONDS: z.coerce.number().int().min(10).max(86_400).default(3600),
    /** Hours after its payment at which an undelivered order is closed and refunded. */
    DELIVERY_HOURS_MAX: z.coerce.number().int().min(1).max(720).default(48),
    /** Maximum number of free environments per network and day. */
    FREE_ENVIRONMENTS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).default(10),
    /** Number of new environments per day, paid ones included, after which free ones are refused. */
    NEW_ENVIRONMENTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
    QUOTA_CHECK_SECONDS: z.coerce.number().int().min(10).max(604_800).default(86_400),
    /**
     * Whether exceeding a plan's limits pauses monitors and raises the plan after the grace period, or only sends
     * notices.
     */
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
    clusters: clusterSettings(raw),
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

/** Names of missing or wrong variables, each once; values are not shown. */
export function wrongVariables(raw: unknown): readonly string[] {
  const read = Variables.safeParse(raw);
  return read.success ? [] : [...new Set(read.error.issues.map((issue) => String(issue.path[0])))];
}
