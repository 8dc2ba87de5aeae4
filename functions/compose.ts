/** Builds vendor clients and settings from the environment, for the Worker and the workflow. */

import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import site from '#content/site.json' with { type: 'json' };
import { CHALLENGE_ACTION } from '#domain/api-schemas/challenge.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { createRetention } from '#domain/privacy/retention.ts';
import { type ClusterClients, clientsByEnvironment } from '#functions/vendors/cluster-router.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { type Env, readSettings, type Settings } from './env.ts';
import type { RateLimiter } from './http/callers.ts';
import { createImageLists } from './images/lists.ts';
import { mailTemplates } from './mails.ts';
import {
  clusterOfName,
  findRestore,
  isStoppedToMove,
  placeOf,
  readAdmitted,
} from './platform/environment-rows.ts';
import { createKeyedHash } from './platform/keyed-hash.ts';
import { createKeyedTokens } from './platform/keyed-tokens.ts';
import { createLogger, writeToConsole } from './platform/logger.ts';
import { createProvisioner } from './platform/provisioner.ts';
import { currentScope } from './platform/request-scope.ts';
import { createSalesSwitch } from './platform/sales-switch.ts';
import type { AdvisorySource } from './vendors/advisories.ts';
import { createArgocdCluster } from './vendors/argocd/cluster.ts';
import { tokenEnd } from './vendors/argocd/token-end.ts';
import { createAsaasInvoices } from './vendors/asaas/invoices.ts';
import { createAsaasProcessor } from './vendors/asaas/processor.ts';
import { createAsaasWebhooks } from './vendors/asaas/webhooks.ts';
import type { ChallengeVerifier } from './vendors/challenge.ts';
import { type Dependency, requireVersion } from './vendors/dependency.ts';
import type { IdentityAdmin, TokenVerifier } from './vendors/identity.ts';
import type { ImageTags } from './vendors/image-tags.ts';
import { createKeycloakIdentityAdmin } from './vendors/keycloak/identity-admin.ts';
import { createTokenVerifier } from './vendors/keycloak/token-verifier.ts';
import { createHttpMailer } from './vendors/mail/http-mailer.ts';
import { createMailNotices } from './vendors/mail/mail-notices.ts';
import type { Mailer } from './vendors/mailer.ts';
import type { Messenger } from './vendors/messenger.ts';
import { createOsv } from './vendors/osv/advisories.ts';
import { createOtherNetwork } from './vendors/other-network.ts';
import type { Processor } from './vendors/processor.ts';
import { createRegistry } from './vendors/registry/image-tags.ts';
import { checkSignIn } from './vendors/sign-in.ts';
import { createTelegramMessenger } from './vendors/telegram/messenger.ts';
import { createChallengeVerifier } from './vendors/turnstile/challenge-verifier.ts';
import { createCounterTokens, withCounterTokens } from './vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from './vendors/uptime-kuma/instances.ts';
import { createUptimeRobot } from './vendors/uptimerobot/uptimerobot.ts';

/** Validates the content/ JSON on first use, so that a mistake in it fails calls and not the start of the Worker. */
function proveContent() {
  const retention = createRetention(retentionJson);
  return {
    catalog: createCatalog(plansJson),
    missingPagesKeptDays: retention.keptDays('missing-pages'),
    feedbackKeptDays: retention.keptDays('docs-feedback'),
    environmentKeptDays: retention.keptDays('environment'),
    copiesKeptDays: retention.keptDays('copies'),
    availabilityKeptDays: retention.keptDays('availability'),
    retention,
    ...createImageLists(),
  };
}
let content: ReturnType<typeof proveContent> | undefined;

const clock = { now: (): number => Date.now() };
// In workerd, `fetch` fails when called as a method of another object.
const send: typeof fetch = (input, init) => {
  const scope = currentScope();
  if (scope === undefined || input instanceof Request) return fetch(input, init);
  const headers = new Headers(init?.headers);
  // Lets operators match a service's log with ours.
  headers.set('X-Request-Id', scope.requestId);
  return fetch(input, { ...init, headers });
};

/** Builds the dependencies of all verbs over the real services. */
export function composeDeps(env: Env) {
  const settings = readSettings(env);
  content ??= proveContent();
  const { keycloak, clusters, signInUrl } = settings;
  const asaas = { baseUrl: settings.asaas.url, accessToken: settings.asaas.apiKey, fetch: send };
  const processor = createAsaasProcessor(asaas);
  const challenge = challengeOf(settings);
  const messenger = messengerOf(settings);
  const partyHash = createKeyedHash(settings.partyHashKey, settings.previousPartyHashKey);
  const mailer = createHttpMailer({
    baseUrl: settings.mail.url,
    apiKey: settings.mail.apiKey,
    from: settings.mail.from,
    fetch: send,
  });
  const identity = createKeycloakIdentityAdmin({
    baseUrl: keycloak.url,
    realm: keycloak.realm,
    clientId: keycloak.adminClientId,
    clientSecret: keycloak.adminClientSecret,
    fetch: send,
    now: clock.now,
  });
  // Bound as a statement parameter, so it must not contain tokens.
  const capacities = clusters.map(({ name, isDefault, capacity, chart }) => ({
    ...{ name, isDefault, capacity },
    chartRevision: chart.targetRevision,
  }));
  const clusterClients = clusters.map((each) => clientsOf(each, settings));
  const { cluster, instances } = clientsByEnvironment(
    clusterClients,
    {
      placeOf: (orderId) => placeOf(env.DB, orderId),
      clusterOfName: (subdomain) => clusterOfName(env.DB, subdomain),
    },
    {
      admittedTo: (orderId) => readAdmitted(env.DB, orderId),
      restoreOf: (orderId) => findRestore(env.DB, orderId),
      isStoppedToMove: (orderId) => isStoppedToMove(env.DB, orderId),
    },
  );
  return {
    ...content,
    clock,
    db: env.DB,
    /** The clusters that a new order may go to. */
    capacities,
    environmentLimits: settings.environmentLimits,

    /** `null` where the operator issues no notas fiscais. */
    fiscal: settings.fiscal,

    fiscalGateway: createAsaasInvoices(asaas),

    processor,

    partyHash,

    identity,
    cluster,
    /** Where copies of environments are kept; `null` where the operator keeps them elsewhere. */
    copiesBucket: env.COPIES ?? null,
    instances,

    limitsMode: settings.limitsMode,

    /** Of links with which a message's reader stops further ones, without an account; an id is a recipient's. */
    alertLinks: createKeyedTokens(partyHash, 'alert-recipient'),
    /** With which environments report to us; an id is an order's. The companion gets its own with its set-up. */
    environmentTokens: createKeyedTokens(
      createKeyedHash(settings.tenantCounterSecret, settings.previousTenantCounterSecret),
      'alerts',
    ),
    /** `null` where the operator has no bot. */
    messenger,
    uptimeRobot: createUptimeRobot({ baseUrl: settings.uptimeRobotUrl, fetch: send }),
    otherNetwork: createOtherNetwork({
      standInUrl: settings.otherNetworkUrl,
      ours: settings.ownAddresses,
      agent: `Mozilla/5.0 (compatible; ${site.name}; +${settings.siteUrl})`,
      // Not `send`: our request's id is none of a stranger's business.
      fetch: (input, init) => fetch(input, init),
    }),
    operatorsChat: operatorsChatOf(messenger, settings.operatorsChat),
    /** Where links to the bot begin. */
    mailNotices: settings.mail.webhookSecret === null ? null : createMailNotices(settings.mail.webhookSecret),
    messengerLinks: settings.telegramLinks,
    /** What the messenger shows us with each update. Derived, so that there is no further secret to set. */
    messengerSecret: () => partyHash('messenger webhook'),

    /** Every cluster by itself, for operators. */
    clusterClients,

    sales: createSalesSwitch(env.SWITCHES),

    paymentWebhooks: createAsaasWebhooks(asaas),

    /** Whom to ask about our images; `null` where nothing may go outside. */
    imageWatch: imageWatchOf(settings),

    /** Subdomain of our own environment that the probe looks at; `null`: nothing is measured. */
    availabilityTenant: settings.availabilityTenant,
    /** Asks the environments' sign-in; `null` where its address is not set. */
    askSignIn: signInUrl === null ? null : () => checkSignIn(signInUrl, send),
    /** Secrets that end by themselves. */
    datedSecrets: clusters.map(({ name, token }) => ({
      name: `token do Argo CD ${name}`.trim(),
      endsAt: tokenEnd(token),
    })),

    dependencies: dependenciesOf(env.DB, {
      identity,
      processor,
      clusterClients,
      mailer,
      challenge,
      messenger,
      signInUrl,
    }),

    mailer,
    /** Requests that the mail provider accepts from us. */
    mailRequestsPerSecond: settings.mail.requestsPerSecond,
    mailTemplates,
    provisioner: createProvisioner(env.PROVISION_TENANT),
    logger: createLogger(settings.logLevel, writeToConsole, clock.now),
    /** Minimum interval for reading an instance. */
    quotaCheckSeconds: settings.quotaCheckSeconds,
    provisionPollSeconds: settings.provisionPollSeconds,
    /** Hours within which a paid order or plan change is delivered or refunded. */
    deliveryHoursMax: settings.deliveryHoursMax,
    newId: () => crypto.randomUUID(),
    productName: site.name,
    siteUrl: settings.siteUrl,
    cardEntry: settings.cardEntry,
    /** `null`: off. */
    challengePlace: settings.challenge,
    challenge,
    company: `${site.legal.companyName}, CNPJ ${site.legal.cnpj}`,
    supportEmail: site.contacts.email,
    tenantUrlTemplate: settings.tenantUrlTemplate,
    verifier: verifierOf(env, settings.keycloak.siteClientId),
    operatorVerifier: verifierOf(env, settings.keycloak.operatorClientId),
    rateLimiter: rateLimiterOf(env),
    webhookToken: settings.asaas.webhookToken,
    readyKey: settings.readyKey,
    siteOrigin: new URL(settings.siteUrl).origin,
    isDatabaseUp: () => isUp(env.DB),
  };
}

/** Everything that `composeDeps` builds; a verb's `Needs` names the part it uses. */
export type Deps = ReturnType<typeof composeDeps>;

/** A cluster with its Argo CD client and the client for its environments. */
function clientsOf(cluster: ClusterSettings, settings: Settings): ClusterClients {
  const { tenantHost, tenantCounterSecret, previousTenantCounterSecret } = settings;
  const { name, isDefault, probeUrlTemplate: urlTemplate } = cluster;
  const counterTokens = createCounterTokens(tenantCounterSecret, previousTenantCounterSecret);
  const { tokenOf, previousTokenOf } = counterTokens;
  const argocd = createArgocdCluster({
    baseUrl: cluster.argocdUrl,
    token: cluster.token,
    project: cluster.project,
    destination: { server: cluster.server },
    source: cluster.chart,
    host: `{tenant}.${tenantHost}`,
    fetch: send,
  });
  return {
    name,
    isDefault,
    chartRevision: cluster.chart.targetRevision,
    cluster: withCounterTokens(argocd, counterTokens),
    instances: createInstances({ urlTemplate, tokenOf, previousTokenOf, fetch: send }),
  };
}

/** The bot that writes into chats; `null` without its token. */
function messengerOf({ telegram }: Settings): Messenger | null {
  return telegram === null ? null : createTelegramMessenger({ ...telegram, fetch: send });
}

/** The operators' chat with the bot; `null` without one of the two. */
function operatorsChatOf(messenger: Messenger | null, chat: string | null) {
  if (messenger === null || chat === null) return null;
  return { write: (text: string) => messenger.send(chat, text) };
}

/** Advisories and registries; `null` while IMAGE_WATCH is off. */
function imageWatchOf({ imageWatch }: Settings): ImageWatch | null {
  if (imageWatch === null) return null;
  const { osvUrl, ...registries } = imageWatch;
  return {
    advisories: createOsv({ baseUrl: osvUrl, fetch: send }),
    tags: createRegistry({ ...registries, fetch: send }),
  };
}

/** The Turnstile verifier; `null` when the challenge is off. */
function challengeOf({ challenge }: Settings): ChallengeVerifier | null {
  if (challenge === null) return null;
  return createChallengeVerifier({
    baseUrl: challenge.turnstileUrl,
    secret: challenge.secret,
    hostname: new URL(challenge.origin).hostname,
    action: CHALLENGE_ACTION,
    fetch: send,
    newId: () => crypto.randomUUID(),
  });
}

async function isUp(db: D1Database): Promise<boolean> {
  try {
    return (await db.prepare('SELECT 1 AS up').first<{ up: number }>())?.up === 1;
  } catch {
    // An unreachable database counts as down; the failing call's log line has the reason.
    return false;
  }
}

/** Older versions never report an application healthy while its Ingress has no address, whatever the chart sets. */
const OLDEST_ARGOCD = [2, 14] as const;

/** Whom the watch over images asks. */
interface ImageWatch {
  readonly advisories: AdvisorySource;
  readonly tags: ImageTags;
}

/** An id that no account and no order has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface Probed {
  readonly identity: IdentityAdmin;
  readonly processor: Processor;
  readonly clusterClients: readonly ClusterClients[];
  readonly mailer: Mailer;
  readonly challenge: ChallengeVerifier | null;
  readonly messenger: Messenger | null;
  readonly signInUrl: string | null;
}

/**
 * Health probes. Each asks for something that does not exist; only a caller with valid credentials gets "not found".
 */
function dependenciesOf(
  db: D1Database,
  { identity, processor, clusterClients, mailer, challenge, messenger, signInUrl }: Probed,
): readonly Dependency[] {
  return [
    { name: 'banco', check: async () => void (await db.prepare('SELECT 1').first()) },
    { name: 'identidade', check: async () => void (await identity.readUser(NO_ID)) },
    { name: 'pagamentos', check: async () => void (await processor.readPayment('pay_000000000000')) },
    ...clusterClients.map(({ name, cluster }) => ({
      name: `implantação ${name}`.trim(),
      check: async () => {
        await cluster.readApplication(NO_ID);
        requireVersion(await cluster.readVersion(), OLDEST_ARGOCD);
      },
    })),
    { name: 'e-mail', check: () => mailer.check() },
    ...(challenge === null ? [] : [{ name: 'desafio', check: () => challenge.check() }]),
    ...(messenger === null
      ? []
      : [{ name: 'telegram', check: async () => void (await messenger.readName()) }]),
    ...(signInUrl === null ? [] : [{ name: 'entrada', check: () => checkSignIn(signInUrl, send) }]),
  ];
}

const verifiers = new Map<string, TokenVerifier>();

/** Verifies tokens issued to a client; kept per isolate because it caches the realm's keys. */
function verifierOf(env: Env, clientId: string): TokenVerifier {
  const { keycloak } = readSettings(env);
  const issuer = `${keycloak.url}/realms/${keycloak.realm}`;
  const key = `${issuer} ${clientId}`;
  const known = verifiers.get(key);
  if (known !== undefined) return known;
  const verifier = createTokenVerifier({
    issuer,
    jwksUrl: `${issuer}/protocol/openid-connect/certs`,
    audience: { azp: clientId },
    fetch: send,
    now: clock.now,
  });
  verifiers.set(key, verifier);
  return verifier;
}

/** Rate limiter over the platform's counters. */
function rateLimiterOf(env: Env): RateLimiter {
  const buckets = {
    availability: env.AVAILABILITY_LIMIT,
    checkout: env.CHECKOUT_LIMIT,
    status: env.STATUS_LIMIT,
    'missing-page': env.MISSING_PAGE_LIMIT,
    feedback: env.FEEDBACK_LIMIT,
    support: env.SUPPORT_LIMIT,
    upgrade: env.UPGRADE_LIMIT,
    quota: env.QUOTA_LIMIT,
    account: env.ACCOUNT_LIMIT,
    operations: env.OPERATIONS_LIMIT,
    look: env.LOOK_LIMIT,
    'look-host': env.LOOK_HOST_LIMIT,
  };
  return { allow: async (bucket, key) => (await buckets[bucket].limit({ key })).success };
}
