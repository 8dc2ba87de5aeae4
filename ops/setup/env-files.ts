/** Files of variables that hold secrets: for the server, and for `npm run ops`. Written again by each run, into built/. */

import { answeredRoom, type Complete, copiesRepository, senderOf } from './derive.ts';
import { ARGOCD_PROJECT } from './names.ts';
import type { State } from './state.ts';
import type { Vault } from './vault.ts';

type Variables = Readonly<Record<string, string>>;

/** For `. file` in a shell and for Node's reader: nothing inside single quotes means anything. */
export const envText = (heading: string, variables: Variables): string =>
  `# ${heading}\n${Object.entries(variables)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('')}`;

/** Of the vault; empty where a part is off. */
const secretsOf = (vault: Vault, names: readonly string[]): Variables =>
  Object.fromEntries(names.map((name) => [name, vault.get(name) ?? '']));

/** Shape of the server's file; the installation refuses another. */
const FORMAT = '1';

/** What deploy/single-node/ installs from. */
export function serverVariables(
  complete: Complete,
  { made, argocdToken }: Pick<State, 'made' | 'argocdToken'>,
  vault: Vault,
  digests: Readonly<Record<string, string>>,
): Variables {
  const { answers, names, repository, account } = complete;
  const room = answeredRoom(answers);
  const sender = senderOf(answers);
  return {
    FORMAT,
    BRAND_NAME: answers.brand,
    SITE_URL: names.siteUrl,
    AUTH_HOST: names.authHost,
    KEYCLOAK_URL: `https://${names.authHost}`,
    ARGOCD_HOST: names.argocdHost,
    TENANT_DOMAIN: names.tenantHost,
    SIGN_IN_URL: `https://${names.signInHost}`,
    SERVER_ADDRESS: answers.server.address,
    ACME_EMAIL: answers.operator,
    DNS_ZONE: made.tenantZone?.name ?? '',
    TUNNEL_ID: made.tunnel ?? '',
    TUNNEL_NAME: 'vigia',
    ARGOCD_PROJECT,
    CHART_REPO: repository.url,
    CHART_REVISION: repository.revision,
    CHART_PATH: 'deploy/tenant-chart',
    ARGOCD_TOKEN_ID: argocdToken?.id ?? '',
    ARGOCD_TOKEN_IAT: String(argocdToken?.iat ?? ''),
    ARGOCD_TOKEN_EXP: String(argocdToken?.exp ?? ''),
    KEYCLOAK_ADMIN: 'admin',
    FUNCTIONS_CLIENT_SECRET: vault.get('KEYCLOAK_ADMIN_CLIENT_SECRET') ?? '',
    ...secretsOf(vault, [
      'DNS_API_TOKEN',
      'TUNNEL_TOKEN',
      'ACCESS_CLIENT_ID',
      'ACCESS_CLIENT_SECRET',
      'ARGOCD_SERVER_SECRETKEY',
      'ARGOCD_ADMIN_PASSWORD',
      'ARGOCD_TOKEN',
      'K3S_TOKEN',
      'POSTGRES_PASSWORD',
      'KEYCLOAK_ADMIN_PASSWORD',
      'OPS_CLIENT_SECRET',
      'SIGN_IN_CLIENT_SECRET',
      'SIGN_IN_COOKIE_SECRET',
    ]),
    SMTP_HOST: 'smtp.resend.com',
    SMTP_PORT: '465',
    SMTP_FROM: sender,
    SMTP_FROM_NAME: answers.brand,
    SMTP_STARTTLS: 'false',
    SMTP_SSL: 'true',
    SMTP_AUTH: 'true',
    SMTP_USER: 'resend',
    SMTP_PASSWORD: vault.get('MAIL_API_KEY') ?? '',
    ...(answers.copies
      ? {
          COPIES: 'r2',
          COPIES_REPOSITORY: copiesRepository(account, answers.copies),
          ...secretsOf(vault, ['COPIES_ACCESS_KEY_ID', 'COPIES_SECRET_ACCESS_KEY', 'RESTIC_PASSWORD']),
        }
      : { COPIES: 'off' }),
    SERVER_MEMORY_GIB: String(answers.server.memoryGib),
    FREE_ENVIRONMENTS: String(room.environments),
    MAX_PODS: String(room.maxPods),
    NODE_CIDR_MASK: String(room.nodeCidrMask),
    CPUS_MIN: String(room.cpusMin),
    SIGN_IN_DIGESTS: JSON.stringify(digests),
    PUSH_URL: '',
  };
}

/** What `npm run ops -- --config` reads, also for the realm. */
export const opsVariables = ({ answers, names }: Complete, vault: Vault): Variables => ({
  OPS_API_URL: names.siteUrl,
  OPS_KEYCLOAK_URL: `https://${names.authHost}`,
  OPS_OPERATOR: answers.operator,
  OPS_REALM_ADMIN: 'admin',
  OPS_REALM_ADMIN_PASSWORD: vault.get('KEYCLOAK_ADMIN_PASSWORD') ?? '',
  ...secretsOf(vault, ['OPS_CLIENT_SECRET', 'OPS_READY_KEY', 'ACCESS_CLIENT_ID', 'ACCESS_CLIENT_SECRET']),
});

/** What the Worker gets by `wrangler secret bulk`. */
export function workerSecrets(complete: Complete, vault: Vault): Variables {
  const names = [
    'KEYCLOAK_ADMIN_CLIENT_SECRET',
    'ASAAS_WEBHOOK_TOKEN',
    'ARGOCD_TOKEN',
    'TENANT_COUNTER_SECRET',
    'MAIL_API_KEY',
    'PARTY_HASH_KEY',
    'OPS_READY_KEY',
    'ACCESS_CLIENT_ID',
    'ACCESS_CLIENT_SECRET',
    ...(complete.answers.alarmChat ? ['TELEGRAM_BOT_TOKEN'] : []),
  ];
  const asaas = vault.get(complete.company === null ? 'ASAAS_SANDBOX_KEY' : 'ASAAS_KEY') ?? '';
  return { ...secretsOf(vault, names), ASAAS_API_KEY: asaas };
}
