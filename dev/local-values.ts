/**
 * All values of the site and the Worker on one machine.
 *
 * The "secrets" here work only for the stand-ins on loopback. Real ones are set with `wrangler secret put` and never
 * enter the repository.
 */
import type { StackAddresses } from './ports.ts';

export const KEYCLOAK_REALM = 'vigia';
export const KEYCLOAK_SITE_CLIENT_ID = 'vigia-site';
export const KEYCLOAK_OPS_CLIENT_ID = 'vigia-ops';
const KEYCLOAK_ADMIN_CLIENT_ID = 'vigia-functions';

/** Secrets shared by the stand-ins and the Worker. */
export const localSecrets = {
  keycloakAdminClientSecret: 'local-only-keycloak-admin-client',
  keycloakOpsClientSecret: 'local-only-keycloak-ops-client',
  asaasApiKey: 'local-only-asaas-api-key',
  asaasWebhookToken: 'local-only-asaas-webhook-token-000000',
  argocdToken: 'local-only-argocd-token',
  tenantCounterSecret: 'local-only-tenant-counter-secret-000',
  environmentsClientSecret: 'local-only-environments-client',
  mailApiKey: 'local-only-mail-api-key',
  mailWebhookSecret: `whsec_${btoa('local-only-mail-webhook-secret')}`,
  turnstileSecret: 'local-only-turnstile-secret',
  telegramToken: '1:local-only-telegram-token',
  readyKey: 'local-only-ready-key-00000000000000000',
  partyHashKey: 'local-only-party-hash-key-0000000000000',
} as const;

/** The Worker's variables by name; `functions/env.ts` reads exactly these. */
export type WorkerVariables = Readonly<Record<string, string>>;

/** The local municipal service of the notas fiscais; see functions/variables.ts. */
export const localFiscalService = JSON.stringify({
  since: '2026-01-01',
  serviceCode: '1.07',
  serviceName: 'Suporte técnico em informática',
  iss: 2,
});

/** The Worker's variables for a stack at these addresses. Periods are short, so that changes are visible soon. */
export function workerVariables(at: StackAddresses): WorkerVariables {
  return {
    SITE_URL: at.siteUrl,
    KEYCLOAK_URL: at.identityUrl,
    KEYCLOAK_REALM,
    KEYCLOAK_SITE_CLIENT_ID,
    KEYCLOAK_OPS_CLIENT_ID,
    KEYCLOAK_ADMIN_CLIENT_ID,
    OPS_READY_KEY: localSecrets.readyKey,
    KEYCLOAK_ADMIN_CLIENT_SECRET: localSecrets.keycloakAdminClientSecret,
    ASAAS_URL: at.asaasUrl,
    ASAAS_API_KEY: localSecrets.asaasApiKey,
    ASAAS_WEBHOOK_TOKEN: localSecrets.asaasWebhookToken,
    PAYMENT_CARD_ENTRY: 'form',
    CHALLENGE: 'off',
    CHALLENGE_URL: at.challengeUrl,
    TURNSTILE_URL: at.turnstileUrl,
    TURNSTILE_SITE_KEY: 'local-only-site-key',
    TURNSTILE_SECRET: localSecrets.turnstileSecret,
    ARGOCD_URL: at.argocdUrl,
    ARGOCD_TOKEN: localSecrets.argocdToken,
    ARGOCD_PROJECT: 'vigia-tenants',
    ARGOCD_CHART_REPO: 'https://git.vigia.example/vigia/vigia.git',
    ARGOCD_CHART_PATH: 'deploy/tenant-chart',
    ARGOCD_CHART_REVISION: 'main',
    SIGN_IN_URL: at.tenantsUrl,
    AVAILABILITY_TENANT: 'status',
    TENANT_HOST: `localhost:${at.tenantsPort}`,
    TENANT_URL_TEMPLATE: at.tenantUrlTemplate,
    TENANT_PROBE_URL: at.tenantProbeUrlTemplate,
    TENANT_COUNTER_SECRET: localSecrets.tenantCounterSecret,
    MAIL_URL: at.mailUrl,
    MAIL_API_KEY: localSecrets.mailApiKey,
    MAIL_WEBHOOK_SECRET: localSecrets.mailWebhookSecret,
    MAIL_FROM: 'Vigia <nao-responda@vigia.example>',
    // The local inbox has no limit.
    MAIL_REQUESTS_PER_SECOND: '1000',
    TELEGRAM_BOT_TOKEN: localSecrets.telegramToken,
    TELEGRAM_URL: at.telegramUrl,
    UPTIMEROBOT_URL: at.robotUrl,
    OTHER_NETWORK_URL: at.otherNetworkUrl,
    CHANNELS_URL: at.channelsUrl,
    // A local stack makes no calls outside of this machine.
    IMAGE_WATCH: 'off',
    TELEGRAM_LINKS: at.telegramUrl,
    PARTY_HASH_KEY: localSecrets.partyHashKey,
    PROVISION_POLL_SECONDS: '1',
    PROVISION_PATIENCE_SECONDS: '600',
    // All tests of a stack share one IP address.
    FREE_ENVIRONMENTS_PER_NETWORK: '100000',
    NEW_ENVIRONMENTS_PER_DAY: '100000',
    FREE_ENVIRONMENTS_MAX: '100000',
    CLUSTER_CAPACITY: '100000',
    CLUSTER_STORAGE: JSON.stringify({ canGrow: true }),
    QUOTA_CHECK_SECONDS: '60',
    LOG_LEVEL: 'info',
  };
}

/** The `PUBLIC_*` values in the pages of a stack at these addresses. The API shares the site's origin. */
export function publicValues(at: StackAddresses): Readonly<Record<`PUBLIC_${string}`, string>> {
  const tenant = (name: string): string => at.tenantUrlTemplate.replace('{tenant}', name);
  return {
    PUBLIC_SITE_URL: at.siteUrl,
    PUBLIC_API_URL: '',
    PUBLIC_CHALLENGE_URL: at.challengeUrl,
    PUBLIC_KEYCLOAK_URL: at.identityUrl,
    PUBLIC_KEYCLOAK_REALM: KEYCLOAK_REALM,
    PUBLIC_KEYCLOAK_CLIENT_ID: KEYCLOAK_SITE_CLIENT_ID,
    PUBLIC_TENANT_URL_TEMPLATE: at.tenantUrlTemplate,
    PUBLIC_CEP_URL: at.cepUrl,
    PUBLIC_DEMO_URL: tenant('demo'),
    PUBLIC_STATUS_URL: tenant('status'),
  };
}
