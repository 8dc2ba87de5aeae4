/**
 * Prints a file of values as `npm run setup` writes it (deploy/single-node), for a cluster of an hour: every secret is made
 * here and dies with it, and the names lead nowhere.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';

const secret = () => randomBytes(32).toString('hex');
const now = Math.floor(Date.now() / 1000);
const serverKey = secret();
const token = { id: randomUUID(), iat: now, exp: now + 3600 };

/** Argo CD's token of the project's role, signed with the server's key. */
function projectToken() {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: 'argocd',
    sub: 'proj:vigia-tenants:functions',
    nbf: token.iat,
    iat: token.iat,
    exp: token.exp,
    jti: token.id,
  };
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', serverKey).update(body).digest('base64url')}`;
}

const administrator = secret();
const values = {
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
  DNS_API_TOKEN: secret(),
  TUNNEL_TOKEN: secret(),
  ARGOCD_PROJECT: 'vigia-tenants',
  CHART_REPO: 'https://git.vigia.test/vigia.git',
  CHART_REVISION: 'v1.0.0',
  ARGOCD_SERVER_SECRETKEY: serverKey,
  ARGOCD_ADMIN_PASSWORD: secret(),
  ARGOCD_TOKEN_ID: token.id,
  ARGOCD_TOKEN_IAT: String(token.iat),
  ARGOCD_TOKEN_EXP: String(token.exp),
  ARGOCD_TOKEN: projectToken(),
  POSTGRES_PASSWORD: secret(),
  KEYCLOAK_ADMIN: 'admin',
  KEYCLOAK_ADMIN_PASSWORD: administrator,
  // What `npm run ops -- realm` reads.
  OPS_REALM_ADMIN: 'admin',
  OPS_REALM_ADMIN_PASSWORD: administrator,
  FUNCTIONS_CLIENT_SECRET: secret(),
  OPS_CLIENT_SECRET: secret(),
  SIGN_IN_CLIENT_SECRET: secret(),
  SMTP_HOST: 'smtp.vigia.example',
  SMTP_FROM: 'nao-responda@vigia.example',
  SIGN_IN_COOKIE_SECRET: randomBytes(24).toString('base64'),
  COPIES: 'r2',
  COPIES_REPOSITORY: 's3:https://conta.r2.vigia.example/copias',
  COPIES_ACCESS_KEY_ID: secret(),
  COPIES_SECRET_ACCESS_KEY: secret(),
  RESTIC_PASSWORD: secret(),
  SERVER_MEMORY_GIB: '16',
  FREE_ENVIRONMENTS: '24',
  MAX_PODS: '96',
  NODE_CIDR_MASK: '21',
  CPUS_MIN: '4',
  K3S_TOKEN: secret(),
};
for (const [name, value] of Object.entries(values)) process.stdout.write(`${name}='${value}'\n`);
