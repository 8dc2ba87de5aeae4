/** Builds vendor clients and settings from the environment, for the Worker and the workflow. */

import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import site from '#content/site.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { createRetention } from '#domain/privacy/retention.ts';
import { createSupportCalendar } from '#domain/support/calendar.ts';
import { clientsByEnvironment } from '#functions/vendors/cluster-router.ts';
import {
  behindAccess,
  challengeOf,
  clientsOf,
  imageWatchOf,
  messengerOf,
  operatorsChatOf,
  send,
} from './clients.ts';
import { type Env, readSettings } from './env.ts';
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
import { createSalesSwitch } from './platform/sales-switch.ts';
import { noteVolume, readVolume } from './platform/volumes.ts';
import { dependenciesOf, isUp } from './probes.ts';
import { tokenEnd } from './vendors/argocd/token-end.ts';
import { createAsaasInvoices } from './vendors/asaas/invoices.ts';
import { createAsaasProcessor } from './vendors/asaas/processor.ts';
import { createAsaasWebhooks } from './vendors/asaas/webhooks.ts';
import type { TokenVerifier } from './vendors/identity.ts';
import { createKeycloakIdentityAdmin } from './vendors/keycloak/identity-admin.ts';
import { createTokenVerifier } from './vendors/keycloak/token-verifier.ts';
import { createHttpMailer } from './vendors/mail/http-mailer.ts';
import { createMailNotices } from './vendors/mail/mail-notices.ts';
import { createOtherNetwork } from './vendors/other-network.ts';
import { zonesOf } from './vendors/own-zones.ts';
import { checkSignIn } from './vendors/sign-in.ts';
import { createTeamChannels } from './vendors/team-channels/team-channels.ts';
import { createUptimeRobot } from './vendors/uptimerobot/uptimerobot.ts';

/** Validates the content/ JSON on first use, so that a mistake in it fails calls and not the start of the Worker. */
function proveContent() {
  const retention = createRetention(retentionJson);
  return {
    catalog: createCatalog(plansJson),
    missingPagesKeptDays: retention.keptDays('missing-pages'),
    missingWordsKeptDays: retention.keptDays('missing-words'),
    feedbackKeptDays: retention.keptDays('docs-feedback'),
    environmentKeptDays: retention.keptDays('environment'),
    copiesKeptDays: retention.keptDays('copies'),
    availabilityKeptDays: retention.keptDays('availability'),
    retention,
    /** When the support team works. */
    supportCalendar: createSupportCalendar(site),
    ...createImageLists(),
  };
}
let content: ReturnType<typeof proveContent> | undefined;

const clock = { now: (): number => Date.now() };
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
    fetch: behindAccess(settings),
    now: clock.now,
  });
  // Bound as a statement parameter, so it must not contain tokens.
  const capacities = clusters.map(({ name, isDefault, capacity, boundBy, chart }) => ({
    ...{ name, isDefault, capacity, boundBy },
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
      volumeOf: (orderId) => readVolume(env.DB, orderId),
      noteVolume: (orderId, mib) => noteVolume(env.DB, orderId, mib),
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
    /** A page of the sign-in that answers everybody. */
    identityAddress: `${keycloak.url}/realms/${keycloak.realm}/.well-known/openid-configuration`,
    cluster,
    /** Where copies of environments are kept; `null` where the operator keeps them elsewhere, or none are made. */
    copiesBucket: env.COPIES ?? null,
    copiesRemoval: settings.copiesRemoval,
    instances,

    limitsMode: settings.limitsMode,

    /** Of links with which a message's reader stops further ones, without an account; an id is a recipient's. */
    alertLinks: createKeyedTokens(partyHash, 'alert-recipient'),
    /** Of links with which a message's reader says "Estou vendo"; an id is a message's. */
    seenLinks: createKeyedTokens(partyHash, 'alert-seen'),
    /** Of links with which the team says that a support message was answered; an id is a message's. */
    supportLinks: createKeyedTokens(partyHash, 'support-answered'),
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
    /** Domains of ours, to which nothing is sent for a customer. */
    ownZones: zonesOf(settings.ownAddresses),
    teamChannels: createTeamChannels({
      standInUrl: settings.channelsUrl,
      agent: `${site.name}-avisos (+${settings.siteUrl})`,
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
    sleepDayMs: settings.sleepDayMs,
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
