/** The tunnel to the server, who may enter it, and the DNS records: how a Worker and customers reach one server. */
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { DNS_EDIT } from './account.ts';
import type { Cloudflare } from './cloudflare.ts';
import { type Making, once } from './making.ts';
import type { Names } from './names.ts';
import type { Zone } from './state.ts';
import type { Vault } from './vault.ts';

const Tunnel = z.object({ id: z.string(), name: z.string() });
const TunnelToken = z.string().min(1);
const ServiceToken = z.object({ id: z.string(), name: z.string(), client_id: z.string() });
const NewServiceToken = ServiceToken.extend({ client_secret: z.string() });
const Application = z.object({ id: z.string(), name: z.string().optional(), domain: z.string().optional() });
const Record = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  content: z.string(),
  comment: z.string().nullish(),
});

const TUNNEL = 'Conta · Cloudflare Tunnel: Edit';
const ACCESS_TOKENS = 'Conta · Access: Service Tokens: Edit';
const ACCESS_APPS = 'Conta · Access: Apps and Policies: Edit';
/** Name of tunnel and service token. */
const NAME = 'vigia';
/** By which a record of ours is known from one that somebody else wrote. */
const COMMENT = 'vigia: npm run setup';
/** How the tunnel's end in the cluster finds both services (deploy/single-node). */
const inside = {
  argocd: 'http://argocd-server.argocd.svc.cluster.local:80',
  keycloak: 'http://keycloak.keycloak.svc.cluster.local:8080',
} as const;
/** Longest life that Cloudflare gives a service token without a renewal in between: readiness warns before its end. */
const SERVICE_TOKEN_LIFE = '8760h';

/** The tunnel, its rules, and its token in the vault. */
export async function makeTunnel(
  making: Making,
  cloudflare: Cloudflare,
  { account, vault, names }: { readonly account: string; readonly vault: Vault; readonly names: Names },
): Promise<void> {
  const path = `/accounts/${account}/cfd_tunnel`;
  const permission = TUNNEL;
  const tunnel = await once(making, {
    mark: 'tunnel',
    what: `o túnel "${NAME}"`,
    async find() {
      const query = { name: NAME, is_deleted: 'false' };
      const listed = await cloudflare.list({ path, query, shape: Tunnel, permission });
      return listed.find(({ name }) => name === NAME) ?? null;
    },
    make: () =>
      cloudflare.call({
        method: 'POST',
        path,
        json: { name: NAME, config_src: 'cloudflare' },
        shape: Tunnel,
        permission,
      }),
  });
  if (tunnel === null || making.isDry) return;
  making.keep({ tunnel: tunnel.id });
  await cloudflare.call({
    method: 'PUT',
    path: `${path}/${tunnel.id}/configurations`,
    json: {
      config: {
        ingress: [
          { hostname: names.argocdHost, service: inside.argocd },
          { hostname: names.authHost, service: inside.keycloak },
          { service: 'http_status:404' },
        ],
      },
    },
    shape: z.unknown(),
    permission,
  });
  const token = await cloudflare.call({ path: `${path}/${tunnel.id}/token`, shape: TunnelToken, permission });
  if (vault.get('TUNNEL_TOKEN') !== token) await vault.put({ TUNNEL_TOKEN: token });
}

/** The service token, whose secret Cloudflare says once: where it was lost, it is given a new one and not a second token. */
export async function makeServiceToken(
  making: Making,
  cloudflare: Cloudflare,
  account: string,
  vault: Vault,
): Promise<void> {
  const path = `/accounts/${account}/access/service_tokens`;
  const permission = ACCESS_TOKENS;
  let secret: string | undefined;
  const token = await once(making, {
    mark: 'service-token',
    what: `o token de serviço do Access "${NAME}"`,
    async find() {
      const listed = await cloudflare.list({ path, shape: ServiceToken, permission });
      return listed.find(({ name }) => name === NAME) ?? null;
    },
    async make() {
      const json = { name: NAME, duration: SERVICE_TOKEN_LIFE };
      const made = await cloudflare.call({ method: 'POST', path, json, shape: NewServiceToken, permission });
      secret = made.client_secret;
      return made;
    },
  });
  if (token === null) return;
  const isKept =
    vault.get('ACCESS_CLIENT_ID') === token.client_id && vault.get('ACCESS_CLIENT_SECRET') !== undefined;
  if (secret === undefined && !isKept) {
    if (making.isDry) return making.say('  →  daria um segredo novo ao token de serviço do Access.');
    const rotated = await cloudflare.call({
      method: 'POST',
      path: `${path}/${token.id}/rotate`,
      shape: NewServiceToken,
      permission,
    });
    secret = rotated.client_secret;
    making.say('  !  O segredo do token de serviço do Access não estava guardado: a Cloudflare deu outro.');
  }
  if (secret !== undefined)
    await vault.put({ ACCESS_CLIENT_ID: token.client_id, ACCESS_CLIENT_SECRET: secret });
  making.keep({ serviceToken: token.id });
}

/** Who may open what the tunnel brings out: Argo CD whole, and of identity its administration; nobody but the service token. */
export async function makeApplications(
  making: Making,
  cloudflare: Cloudflare,
  account: string,
  names: Names,
): Promise<void> {
  const path = `/accounts/${account}/access/apps`;
  const permission = ACCESS_APPS;
  const serviceToken = making.made().serviceToken;
  for (const domain of [names.argocdHost, `${names.authHost}/admin`, `${names.authHost}/realms/master`]) {
    const application = await once(making, {
      mark: `application ${domain}`,
      what: `a porta do Access em ${domain}`,
      async find() {
        const listed = await cloudflare.list({ path, shape: Application, permission });
        return listed.find((each) => each.domain === domain) ?? null;
      },
      make: () =>
        cloudflare.call({
          method: 'POST',
          path,
          json: {
            name: `vigia ${domain}`,
            domain,
            type: 'self_hosted',
            session_duration: '24h',
            app_launcher_visible: false,
            // A program without the two headers is refused, and not sent to a page for people.
            service_auth_401_redirect: true,
            policies: [
              {
                name: 'vigia: as funções e quem opera',
                decision: 'non_identity',
                include: [{ service_token: { token_id: serviceToken } }],
              },
            ],
          },
          shape: Application,
          permission,
        }),
    });
    if (application !== null) {
      const { applications } = making.made();
      if (applications[domain] !== application.id)
        making.keep({ applications: { ...applications, [domain]: application.id } });
    }
  }
}

/** A record as it should be. */
export interface WantedRecord {
  readonly zone: Zone;
  readonly type: 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'MX';
  readonly name: string;
  readonly content: string;
  readonly isProxied: boolean;
  readonly priority?: number;
}

/** Records of site and customers; the site's own is made by wrangler with the route. */
export function recordsOf(
  names: Names,
  zones: { readonly site: Zone; readonly tenants: Zone },
  server: string,
  tunnel: string,
): readonly WantedRecord[] {
  const through = (name: string): WantedRecord => ({
    zone: zones.site,
    type: 'CNAME',
    name,
    content: `${tunnel}.cfargotunnel.com`,
    isProxied: true,
  });
  return [
    through(names.authHost),
    through(names.argocdHost),
    {
      zone: zones.tenants,
      type: server.includes(':') ? 'AAAA' : 'A',
      name: `*.${names.tenantHost}`,
      content: server,
      // The certificate of the customers' names is the server's own.
      isProxied: false,
    },
  ];
}

const unquoted = (content: string): string => content.replace(/^"(.*)"$/, '$1').replaceAll('" "', '');

/**
 * One record: made, or led to another target when it is ours.
 * @throws CommandFailure when somebody else's record is in its place.
 */
export async function makeRecord(
  making: Making,
  cloudflare: Cloudflare,
  wanted: WantedRecord,
): Promise<void> {
  const { zone, type, name, content, isProxied, priority } = wanted;
  const path = `/zones/${zone.id}/dns_records`;
  const permission = DNS_EDIT;
  const json = {
    type,
    name,
    content,
    proxied: isProxied,
    ttl: 1,
    comment: COMMENT,
    ...(priority === undefined ? {} : { priority }),
  };
  const key = `${zone.name} ${type} ${name}`;
  const listed = await cloudflare.list({ path, query: { name }, shape: Record, permission });
  const isAddress = (each: string) => ['A', 'AAAA', 'CNAME'].includes(each);
  // A name has one target, but may have several texts and mail servers.
  const inPlace = isAddress(type) ? listed.filter((each) => isAddress(each.type)) : [];
  const same = listed.find((each) => each.type === type && unquoted(each.content) === content);
  if (same !== undefined) {
    if (!making.isDry) making.keep({ records: { ...making.made().records, [key]: same.id } });
    return;
  }
  const ours = inPlace.find((each) => each.comment === COMMENT || making.made().records[key] === each.id);
  const others = inPlace.find((each) => each !== ours);
  if (others !== undefined)
    throw new CommandFailure(
      `${name} já tem um registro ${others.type} para ${others.content}, que esta pasta não fez. Se não é mais usado, apague-o no painel da Cloudflare e rode de novo; se é, escolha outro domínio com npm run setup -- --mudar 3,4.`,
    );
  const what = `o registro ${type} de ${name}`;
  if (making.isDry) return making.say(`  →  ${ours === undefined ? 'faria' : 'mudaria'} ${what}.`);
  const record = await cloudflare.call(
    ours === undefined
      ? { method: 'POST', path, json, shape: Record, permission }
      : { method: 'PUT', path: `${path}/${ours.id}`, json, shape: Record, permission },
  );
  making.say(`  ✓  ${what}: ${ours === undefined ? 'feito' : `agora leva a ${content}`}.`);
  making.keep({ records: { ...making.made().records, [key]: record.id } });
}
