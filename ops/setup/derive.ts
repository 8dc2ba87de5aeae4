/** From the answers to every value that something reads, each derived once. Pure. */
import { serverRoom } from '#domain/clusters/server-room.ts';
import { ASAAS_SANDBOX } from '#ops/deploy/check.ts';
import type { Services } from './http.ts';
import { ARGOCD_PROJECT, type Names, namesOf } from './names.ts';
import type { Answers, Company, State } from './state.ts';

const ASAAS = 'https://api.asaas.com';
const RESEND = 'https://api.resend.com';
/** k3s's own (docs.k3s.io, "Packaged components"). */
const INGRESS = { className: 'traefik', controllerNamespace: 'kube-system' } as const;
const STORAGE_CLASS = 'local-path';
/** At night in São Paulo, and not on the hour that everybody takes. */
const COPIES_AT = '17 4 * * *';
const CHART_PATH = 'deploy/tenant-chart';
const CLUSTER = 'principal';
/** Of a server's places; the rest is for those who pay, whatever the free plan grows to. */
const FREE_SHARE = 0.9;

/** Where the services are, unless a stand-in takes their place. */
export const realServices: Services = {
  cloudflare: 'https://api.cloudflare.com/client/v4',
  dns: 'https://cloudflare-dns.com/dns-query',
  mail: RESEND,
  asaasSandbox: ASAAS_SANDBOX,
  asaas: ASAAS,
  telegram: 'https://api.telegram.org',
};

/** What Argo CD reads: this project's own repository, unchanged. */
export interface Repository {
  /** `https://…`; empty where this copy names none that a cluster could reach. */
  readonly url: string;
  /** A tag where there is one, else the commit. */
  readonly revision: string;
}

type Needed = 'brand' | 'site' | 'tenants' | 'server' | 'mailDomain' | 'operator';
type Given = { readonly [Name in Needed]-?: NonNullable<Answers[Name]> };

/** Everything answered and made that the files are written from. */
export interface Complete {
  readonly answers: Given & Pick<Answers, 'alarmChat' | 'copies' | 'given'>;
  readonly names: Names;
  readonly account: string;
  readonly database: string;
  readonly switches: string;
  readonly repository: Repository;
  /** `null` until everything is said that the law wants before real money. */
  readonly company: Company | null;
}

/** @returns `null` while something is still to be answered or made. */
export function completeOf(state: State, repository: Repository, company: Company | null): Complete | null {
  const { brand, site, tenants, server, mailDomain, operator, ...rest } = state.answers;
  const { account, siteZone, database, switches } = state.made;
  if (!brand || !site || !tenants || !server || !mailDomain || !operator) return null;
  if (account === undefined || siteZone === undefined || !database || !switches) return null;
  return {
    answers: { ...rest, brand, site, tenants, server, mailDomain, operator },
    names: namesOf(site, siteZone.name, tenants),
    account: account.id,
    database,
    switches,
    repository,
    company,
  };
}

/** Room of the server that was answered; the question refuses one that is too small. */
export function answeredRoom({ server }: Complete['answers']) {
  const room = serverRoom(server.memoryGib);
  if (room === null) throw new Error('A server that is too small was kept.');
  return room;
}

export const senderOf = ({ mailDomain }: Complete['answers']): string => `nao-responda@${mailDomain}`;
/** Where restic keeps the copies. */
export const copiesRepository = (account: string, bucket: string): string =>
  `s3:https://${account}.r2.cloudflarestorage.com/${bucket}`;

/** operator/production.json. */
export function productionOf(complete: Complete): Record<string, unknown> {
  const { answers, names, repository, company } = complete;
  const { copies, alarmChat } = answers;
  const address = answers.server.address;
  const places = answeredRoom(answers).environments;
  return {
    worker: {
      SITE_URL: names.siteUrl,
      KEYCLOAK_URL: `https://${names.authHost}`,
      ASAAS_URL: company === null ? ASAAS_SANDBOX : ASAAS,
      PAYMENT_CARD_ENTRY: company?.cardEntry ?? 'hosted',
      ARGOCD_URL: `https://${names.argocdHost}`,
      ARGOCD_PROJECT,
      ARGOCD_CHART_REPO: repository.url,
      ARGOCD_CHART_PATH: CHART_PATH,
      ARGOCD_CHART_REVISION: repository.revision,
      CLUSTERS: [{ name: CLUSTER, capacity: places }],
      // k3s's local volumes neither grow nor are limited.
      CLUSTER_STORAGE: { canGrow: false },
      FREE_ENVIRONMENTS_MAX: String(Math.floor(places * FREE_SHARE)),
      SIGN_IN_URL: `https://${names.signInHost}`,
      TENANT_HOST: names.tenantHost,
      TENANT_URL_TEMPLATE: names.tenantTemplate,
      TENANT_PROBE_URL: names.tenantTemplate,
      MAIL_URL: RESEND,
      MAIL_FROM: `${answers.brand} <${senderOf(answers)}>`,
      ...(alarmChat ? { OPERATORS_CHAT: alarmChat } : {}),
      ...(copies ? {} : { COPIES_REMOVAL: 'off' }),
    },
    pages: {},
    chart: {
      ingress: INGRESS,
      storage: { className: STORAGE_CLASS },
      network: address.includes(':')
        ? { deniedIpv6Cidrs: [`${address}/128`] }
        : { deniedCidrs: [`${address}/32`] },
      ...(copies
        ? { copies: { schedule: COPIES_AT, repository: copiesRepository(complete.account, copies) } }
        : {}),
    },
    database: complete.database,
    switches: complete.switches,
    copies: copies ?? null,
    secrets: optionalSecrets(answers),
  };
}

/** Optional secrets that are set, beside those that every environment needs. */
const optionalSecrets = ({ alarmChat }: Complete['answers']): readonly string[] => [
  'OPS_READY_KEY',
  'ACCESS_CLIENT_ID',
  'ACCESS_CLIENT_SECRET',
  ...(alarmChat ? ['TELEGRAM_BOT_TOKEN'] : []),
];

interface SubProcessor {
  readonly name: string;
  readonly country: string;
  readonly [field: string]: unknown;
}

/**
 * operator/site.json.
 * @param ours Subprocessors of content/site.json, two of which name no company.
 */
export function siteOf(
  { answers, names, company }: Complete,
  ours: readonly SubProcessor[],
): Record<string, unknown> {
  const named: Readonly<Record<string, { readonly name: string; readonly country?: string }>> = {
    'Provedor de e-mail': { name: 'Resend' },
    ...(company === null ? {} : { 'Provedor de hospedagem': company.hosting }),
  };
  return {
    name: answers.brand,
    hosts: { product: names.tenantHost },
    contacts: {
      email: answers.operator,
      ...(company === null
        ? {}
        : { phone: company.phone, whatsapp: company.phone.replace(/\D/g, '').replace(/^(?!55)/, '55') }),
    },
    subProcessors: ours
      .filter(({ name }) => name !== 'Telegram' || answers.alarmChat)
      .map((each) => ({ ...each, ...named[each.name] })),
    legal: {
      email: answers.operator,
      privacyEmail: answers.operator,
      ...(company === null
        ? {}
        : {
            companyName: company.companyName,
            cnpj: company.cnpj,
            address: company.address,
            dataOfficer: company.dataOfficer,
          }),
    },
  };
}
