/** The file of values that `npm run setup` writes for deploy/single-node. */

/** As setup writes them; no two values are alike, so that one that leaks is known. */
export const setupValues: Readonly<Record<string, string>> = {
  FORMAT: '1',
  BRAND_NAME: 'Vigia',
  SITE_URL: 'https://vigia.example',
  AUTH_HOST: 'auth.vigia.example',
  KEYCLOAK_URL: 'https://auth.vigia.example',
  ARGOCD_HOST: 'argocd.vigia.example',
  TENANT_DOMAIN: 'clientes.vigia.example',
  SIGN_IN_URL: 'https://entrar.clientes.vigia.example',
  SERVER_ADDRESS: '203.0.113.7',
  ACME_EMAIL: 'operador@vigia.example',
  DNS_ZONE: 'vigia.example',
  DNS_API_TOKEN: 'secret-dns',
  TUNNEL_TOKEN: 'secret-tunnel',
  ARGOCD_PROJECT: 'vigia-tenants',
  CHART_REPO: 'https://git.vigia.test/vigia.git',
  CHART_REVISION: 'v1.2.0',
  CHART_PATH: 'deploy/tenant-chart',
  ARGOCD_SERVER_SECRETKEY: 'secret-server-key',
  ARGOCD_ADMIN_PASSWORD: 'secret-it\'s "quoted"',
  ARGOCD_TOKEN_ID: '5d0c1f0e-7c0b-4a52-9b62-7a3f6c1f0a11',
  ARGOCD_TOKEN_IAT: '1795000000',
  ARGOCD_TOKEN_EXP: '1826536000',
  ARGOCD_TOKEN: 'secret-jwt',
  POSTGRES_PASSWORD: 'secret-postgres',
  KEYCLOAK_ADMIN: 'admin',
  KEYCLOAK_ADMIN_PASSWORD: 'secret-keycloak',
  FUNCTIONS_CLIENT_SECRET: 'secret-functions',
  OPS_CLIENT_SECRET: 'secret-ops',
  SIGN_IN_CLIENT_SECRET: 'secret-sign-in',
  SMTP_HOST: 'smtp.vigia.example',
  SMTP_PORT: '587',
  SMTP_FROM: 'nao-responda@vigia.example',
  SMTP_FROM_NAME: 'Vigia',
  SMTP_USER: 'resend',
  SMTP_PASSWORD: 'secret-smtp',
  SIGN_IN_COOKIE_SECRET: 'secret-cookie',
  COPIES: 'r2',
  COPIES_REPOSITORY: 's3:https://conta.r2.vigia.example/vigia-copias',
  COPIES_ACCESS_KEY_ID: 'secret-access-key',
  COPIES_SECRET_ACCESS_KEY: 'secret-storage',
  RESTIC_PASSWORD: 'secret-restic',
  SERVER_MEMORY_GIB: '64',
  FREE_ENVIRONMENTS: '145',
  MAX_PODS: '256',
  NODE_CIDR_MASK: '21',
  CPUS_MIN: '12',
  K3S_TOKEN: 'secret-k3s',
};

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
/** The file of these values, in setup's form. */
export const valuesFile = (values: Readonly<Record<string, string>>): string =>
  [
    '# Escrito por npm run setup; contém segredos: apague-o depois da instalação.',
    ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`),
    '',
  ].join('\n');

/** Values of an environment of a customer on it, as setup writes them into the application's. */
export const tenantProfile = {
  subdomain: 'padaria',
  host: 'padaria.clientes.vigia.example',
  planId: 'free',
  monitorsMax: 5,
  functions: { tokenSha256: 'ab'.repeat(32) },
  ingress: { className: 'traefik', controllerNamespace: 'kube-system' },
  storage: { className: 'local-path' },
  network: { deniedCidrs: ['203.0.113.7/32'] },
  copies: { schedule: '17 4 * * *', repository: 's3:https://conta.s3.vigia.example/copias' },
};
