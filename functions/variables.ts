/**
 * The Worker's variables and secrets: names, shapes and defaults.
 *
 * Separate from env.ts because the check before a deploy also reads them, outside of the Worker.
 */
import * as z from 'zod';
import { cardEntries } from '#domain/api-schemas/checkout.ts';
import { limitsModes } from '#domain/limits/grace.ts';
import {
  ChartValues,
  ClusterCapacity,
  ClusterStorage,
  Clusters,
  clusterSettings,
  missingClusterSecrets,
} from './cluster-settings.ts';
import { logLevels } from './platform/logger.ts';
import { ifSet, jsonText, secret, template, url } from './variable-shapes.ts';

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

const copiesRemovals = ['bucket', 'operator', 'off'] as const;
const challengeKinds = ['off', 'turnstile'] as const;
const TELEGRAM_URL = 'https://api.telegram.org';
const UPTIMEROBOT_URL = 'https://api.uptimerobot.com';
const OSV_URL = 'https://api.osv.dev';
const DOCKER_REGISTRY_URL = 'https://registry-1.docker.io';
const DOCKER_AUTH_URL = 'https://auth.docker.io';
const QUAY_URL = 'https://quay.io';
const TURNSTILE_URL = 'https://challenges.cloudflare.com';
/** The secret that only the challenge needs. */
export const CHALLENGE_SECRET = 'TURNSTILE_SECRET';
/** Secrets of parts that an operator may leave off; never part of `vars` either. */
export const optionalSecretNames = [
  CHALLENGE_SECRET,
  'OPS_READY_KEY',
  'TENANT_COUNTER_SECRET_PREVIOUS',
  'PARTY_HASH_KEY_PREVIOUS',
  'TELEGRAM_BOT_TOKEN',
  'MAIL_WEBHOOK_SECRET',
  'ACCESS_CLIENT_ID',
  'ACCESS_CLIENT_SECRET',
] as const;

const text = z.string().min(1).max(250);
const percent = z.number().min(0).max(100).default(0);

const FiscalService = z
  .strictObject({
    /** First day on which confirmed charges get a nota fiscal, `YYYY-MM-DD` in São Paulo. */
    since: z.iso.date(),
    /** Start of the description; plan and environment follow. */
    description: text.default('Monitoramento de disponibilidade'),
    serviceId: text.optional(),
    serviceCode: text.optional(),
    serviceName: text,
    retainIss: z.boolean().default(false),
    iss: percent,
    pis: percent,
    cofins: percent,
    csll: percent,
    inss: percent,
    ir: percent,
    regime: z.enum(['simples', 'presumido', 'real']).default('simples'),
    /** The tax reform's codes (LC 214/2025); a company outside of Simples has to send them. */
    ibsCbs: z
      .strictObject({
        nbs: z.string().regex(/^\d\.\d{4}(?:\.\d{2}){0,2}$/),
        cst: z.string().regex(/^\d{3}$/),
        classTrib: z.string().regex(/^\d{6}$/),
        indOp: z.string().regex(/^\d{6}$/),
      })
      .optional(),
    pisCofins: z.strictObject({ status: text, retention: text }).optional(),
  })
  .refine(({ serviceId, serviceCode }) => serviceId !== undefined || serviceCode !== undefined)
  .refine(({ regime, ibsCbs }) => regime === 'simples' || ibsCbs !== undefined);
export type FiscalSetting = z.output<typeof FiscalService>;

/** Municipal service, taxes in percent and first day of the notas fiscais; without it none are issued or shown. */
export const FiscalSetting = z.preprocess(jsonText, FiscalService.optional()).optional();

/** Loose: the names of the secrets in CLUSTERS are not fixed. */
const Raw = z.looseObject({
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
  KEYCLOAK_ADMIN_CLIENT_ID: z.string().min(1),
  KEYCLOAK_ADMIN_CLIENT_SECRET: secret,
  ASAAS_URL: url,
  ASAAS_API_KEY: secret,
  /** The processor accepts 32 to 255 characters. */
  ASAAS_WEBHOOK_TOKEN: z.string().min(32).max(255),
  /** Where customers type their card: our form or the processor's page; see docs/payments.md. */
  PAYMENT_CARD_ENTRY: z.enum(cardEntries).default('form'),
  /**
   * Whether a free environment requires Cloudflare Turnstile; if so, the next three are required too. The address must
   * not be the site's: a third party's script runs there, and could reach the pages for sign-in and payment.
   */
  CHALLENGE: z.enum(challengeKinds).default('off'),
  CHALLENGE_URL: ifSet(url),
  TURNSTILE_SITE_KEY: ifSet(z.string()),
  TURNSTILE_SECRET: ifSet(secret),
  TURNSTILE_URL: ifSet(url),
  NOTA_FISCAL: FiscalSetting,
  ARGOCD_URL: url,
  ARGOCD_TOKEN: secret,
  ARGOCD_PROJECT: z.string().min(1),
  ARGOCD_CHART_REPO: z.string().min(1),
  ARGOCD_CHART_PATH: z.string().min(1),
  ARGOCD_CHART_REVISION: z.string().min(1),
  ARGOCD_CHART_VALUES: ChartValues,
  /**
   * Service token of Cloudflare Access, for an Argo CD and an identity admin API that a tunnel brings to the Internet. Both
   * or none.
   */
  ACCESS_CLIENT_ID: ifSet(secret),
  ACCESS_CLIENT_SECRET: ifSet(secret),
  /**
   * Who deletes the copies of a removed environment: we do, in the bucket COPIES; the operator, in a storage of their own; or
   * nobody, because no copies are made.
   */
  COPIES_REMOVAL: z.enum(copiesRemovals).default('bucket'),
  /** How many environments the one cluster of ARGOCD_* takes, or its nodes; the entries of CLUSTERS have their own. */
  CLUSTER_CAPACITY: ClusterCapacity,
  /** What the volumes' class can do, and their sizes by plan. */
  CLUSTER_STORAGE: ClusterStorage,
  /** Needed for more than the one cluster of ARGOCD_*; see cluster-settings.ts. */
  CLUSTERS: Clusters,
  /** Public origin of the environments' sign-in; readiness asks it, and without it does not. */
  SIGN_IN_URL: ifSet(url),
  /** Subdomain of an environment of our own, which the probe looks at each minute; without it nothing is measured. */
  AVAILABILITY_TENANT: ifSet(z.string().regex(/^[a-z0-9-]+$/)),
  TENANT_HOST: z.string().min(1),
  TENANT_URL_TEMPLATE: template,
  TENANT_PROBE_URL: template,
  /** Each environment's token is derived from this secret; see vendors/uptime-kuma/counter-tokens.ts. */
  TENANT_COUNTER_SECRET: z.string().min(32),
  /** The secret from before, while environments still have its tokens only. */
  TENANT_COUNTER_SECRET_PREVIOUS: ifSet(z.string().min(32)),
  MAIL_URL: url,
  MAIL_API_KEY: secret,
  MAIL_FROM: z.string().min(3),
  /** Requests a second that the mail provider accepts from us; all workers together make no more. */
  MAIL_REQUESTS_PER_SECOND: z.coerce.number().int().min(1).max(1_000).default(2),
  /** `whsec_…`: signs what the mail provider tells of mail that returned; without it such mail counts as delivered. */
  MAIL_WEBHOOK_SECRET: ifSet(z.string().regex(/^whsec_[\w+/]+=*$/)),
  /** Token of the bot that writes alerts into chats; without it the part is off. */
  TELEGRAM_BOT_TOKEN: ifSet(secret),
  /** Chat in which the bot tells operators what mail could not; a number, negative for a group. */
  OPERATORS_CHAT: ifSet(z.string().regex(/^-?\d+$/)),
  TELEGRAM_URL: ifSet(url),
  /** From where monitors are brought with the key of the customer. */
  UPTIMEROBOT_URL: ifSet(url),
  /**
   * Who is asked in place of the Internet when a monitor falls: dev/stand-ins/other-network. With it, private hosts and
   * ours are looked at too, so no published environment may have it (ops/deploy/check.ts).
   */
  OTHER_NETWORK_URL: ifSet(url),
  /** Who takes what goes to channels of teams and to webhooks: dev/stand-ins/channels. As the one above, for no published environment. */
  CHANNELS_URL: ifSet(url),
  /** Whether somebody asks daily for faults and newer versions of our images; off where nothing may go outside. */
  IMAGE_WATCH: z.enum(['on', 'off']).default('on'),
  /** Where the watch over images asks: advisories, and the registries of the images. */
  OSV_URL: ifSet(url),
  DOCKER_REGISTRY_URL: ifSet(url),
  DOCKER_AUTH_URL: ifSet(url),
  QUAY_URL: ifSet(url),
  /** Where links to the bot begin; https://t.me, or the local stand-in. */
  TELEGRAM_LINKS: ifSet(url),
  /** Key of the hashes that recognise a payer; see platform/keyed-hash.ts. */
  PARTY_HASH_KEY: z.string().min(32),
  /** The key before it, while its hashes are still recognised. */
  PARTY_HASH_KEY_PREVIOUS: ifSet(z.string().min(32)),
  PROVISION_POLL_SECONDS: z.coerce.number().int().min(1).max(300).default(10),
  PROVISION_PATIENCE_SECONDS: z.coerce.number().int().min(10).max(86_400).default(3600),
  /** Hours after its payment at which an undelivered order is closed and refunded. */
  DELIVERY_HOURS_MAX: z.coerce.number().int().min(1).max(720).default(48),
  /** Maximum number of free environments per network and day. */
  FREE_ENVIRONMENTS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).default(10),
  /** Number of new environments per day, paid ones included, after which free ones are refused. */
  NEW_ENVIRONMENTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
  /** Number of free environments that exist at a time, after which further ones are refused; without it there is no end. */
  FREE_ENVIRONMENTS_MAX: ifSet(z.coerce.number().int().min(0).max(1_000_000)),
  QUOTA_CHECK_SECONDS: z.coerce.number().int().min(10).max(604_800).default(86_400),
  // Shorter only on one's own machine: the terms promise days.
  SLEEP_DAY_SECONDS: z.coerce.number().int().min(1).max(86_400).default(86_400),
  /**
   * Whether exceeding a plan's limits pauses monitors and raises the plan after the grace period, or only sends
   * notices.
   */
  LIMITS: z.enum(limitsModes).default('enforce'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});
type Raw = z.output<typeof Raw>;

/** Where the challenge is shown and checked. */
export interface ChallengePlace {
  /** Origin of the framed page. */
  readonly origin: string;
  readonly siteKey: string;
  readonly secret: string;
  /** Origin of Turnstile itself. */
  readonly turnstileUrl: string;
}

/** `null` while the challenge is off. */
function challengePlace(raw: Raw): ChallengePlace | null {
  const { CHALLENGE_URL, TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret } = raw;
  if (raw.CHALLENGE === 'off' || !CHALLENGE_URL || !siteKey || !secret) return null;
  return {
    origin: new URL(CHALLENGE_URL).origin,
    siteKey,
    secret,
    turnstileUrl: raw.TURNSTILE_URL ?? TURNSTILE_URL,
  };
}

/** Names of missing or wrong variables while the challenge is on. */
function missingForChallenge(raw: Raw): readonly string[] {
  if (raw.CHALLENGE === 'off') return [];
  const names = ['CHALLENGE_URL', 'TURNSTILE_SITE_KEY', CHALLENGE_SECRET] as const;
  const missing: string[] = names.filter((name) => raw[name] === undefined);
  const isSame = raw.CHALLENGE_URL && new URL(raw.CHALLENGE_URL).origin === new URL(raw.SITE_URL).origin;
  return isSame ? [...missing, 'CHALLENGE_URL'] : missing;
}

export const Variables = Raw.superRefine((raw, context) => {
  for (const name of missingClusterSecrets(raw)) context.addIssue({ code: 'custom', path: [name] });
  if ((raw.ACCESS_CLIENT_ID === undefined) !== (raw.ACCESS_CLIENT_SECRET === undefined))
    context.addIssue({
      code: 'custom',
      path: [raw.ACCESS_CLIENT_ID === undefined ? 'ACCESS_CLIENT_ID' : 'ACCESS_CLIENT_SECRET'],
    });
  for (const name of missingForChallenge(raw)) context.addIssue({ code: 'custom', path: [name] });
}).transform((raw) => ({
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
  /** `null` where nothing is behind Access. */
  access:
    raw.ACCESS_CLIENT_ID === undefined || raw.ACCESS_CLIENT_SECRET === undefined
      ? null
      : { clientId: raw.ACCESS_CLIENT_ID, clientSecret: raw.ACCESS_CLIENT_SECRET },
  cardEntry: raw.PAYMENT_CARD_ENTRY,
  challenge: challengePlace(raw),
  fiscal: raw.NOTA_FISCAL ?? null,
  asaas: { url: raw.ASAAS_URL, apiKey: raw.ASAAS_API_KEY, webhookToken: raw.ASAAS_WEBHOOK_TOKEN },
  copiesRemoval: raw.COPIES_REMOVAL,
  clusters: clusterSettings(raw),
  signInUrl: raw.SIGN_IN_URL ?? null,
  availabilityTenant: raw.AVAILABILITY_TENANT ?? null,
  tenantHost: raw.TENANT_HOST,
  tenantUrlTemplate: raw.TENANT_URL_TEMPLATE,
  tenantCounterSecret: raw.TENANT_COUNTER_SECRET,
  /** `null` while the secret is not being replaced. */
  previousTenantCounterSecret: raw.TENANT_COUNTER_SECRET_PREVIOUS ?? null,
  mail: {
    url: raw.MAIL_URL,
    apiKey: raw.MAIL_API_KEY,
    from: raw.MAIL_FROM,
    requestsPerSecond: raw.MAIL_REQUESTS_PER_SECOND,
    webhookSecret: raw.MAIL_WEBHOOK_SECRET ?? null,
  },
  telegram:
    raw.TELEGRAM_BOT_TOKEN === undefined
      ? null
      : { baseUrl: raw.TELEGRAM_URL ?? TELEGRAM_URL, token: raw.TELEGRAM_BOT_TOKEN },
  uptimeRobotUrl: raw.UPTIMEROBOT_URL ?? UPTIMEROBOT_URL,
  otherNetworkUrl: raw.OTHER_NETWORK_URL ?? null,
  channelsUrl: raw.CHANNELS_URL ?? null,
  /** Addresses of ours, by which its domains are known. */
  ownAddresses: [
    raw.SITE_URL,
    raw.TENANT_URL_TEMPLATE.replace('{tenant}', 'x'),
    `https://${raw.TENANT_HOST}`,
    raw.KEYCLOAK_URL,
    raw.CHALLENGE_URL ?? raw.SITE_URL,
    raw.SIGN_IN_URL ?? raw.SITE_URL,
    ...clusterSettings(raw).flatMap(({ argocdUrl, probeUrlTemplate }) => [
      argocdUrl,
      probeUrlTemplate.replace('{tenant}', 'x'),
    ]),
  ],
  imageWatch:
    raw.IMAGE_WATCH === 'off'
      ? null
      : {
          osvUrl: raw.OSV_URL ?? OSV_URL,
          dockerUrl: raw.DOCKER_REGISTRY_URL ?? DOCKER_REGISTRY_URL,
          dockerAuthUrl: raw.DOCKER_AUTH_URL ?? DOCKER_AUTH_URL,
          quayUrl: raw.QUAY_URL ?? QUAY_URL,
        },
  operatorsChat: raw.OPERATORS_CHAT ?? null,
  telegramLinks: raw.TELEGRAM_LINKS ?? 'https://t.me',
  partyHashKey: raw.PARTY_HASH_KEY,
  previousPartyHashKey: raw.PARTY_HASH_KEY_PREVIOUS ?? null,
  provisionPollSeconds: raw.PROVISION_POLL_SECONDS,
  provisionPatienceSeconds: raw.PROVISION_PATIENCE_SECONDS,
  deliveryHoursMax: raw.DELIVERY_HOURS_MAX,
  environmentLimits: {
    perNetwork: raw.FREE_ENVIRONMENTS_PER_NETWORK,
    perDay: raw.NEW_ENVIRONMENTS_PER_DAY,
    /** `null`: no limit. */
    freeMax: raw.FREE_ENVIRONMENTS_MAX ?? null,
  },
  quotaCheckSeconds: raw.QUOTA_CHECK_SECONDS,
  sleepDayMs: raw.SLEEP_DAY_SECONDS * 1000,
  limitsMode: raw.LIMITS,
  logLevel: raw.LOG_LEVEL,
}));

/** Names of missing or wrong variables, each once; values are not shown. */
export function wrongVariables(raw: unknown): readonly string[] {
  const read = Variables.safeParse(raw);
  return read.success ? [] : [...new Set(read.error.issues.map((issue) => String(issue.path[0])))];
}
