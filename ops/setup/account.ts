/** What a token of Cloudflare is for: one account, its zones, and every permission that the wizard and the deploy need. */
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { type Cloudflare, CloudflareRefusal, createCloudflare } from './cloudflare.ts';
import type { Zone } from './state.ts';

const Status = z.object({ status: z.string() });
const Account = z.object({ id: z.string(), name: z.string().default('') });
const ZoneAnswer = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  account: z.object({ id: z.string() }).optional(),
});
const anything = z.unknown();

/** Permissions of the account: what a call that reads needs is what the dashboard calls by these words. */
const permissions = [
  { permission: 'Conta · Workers Scripts: Edit', path: '/workers/scripts' },
  { permission: 'Conta · D1: Edit', path: '/d1/database' },
  { permission: 'Conta · Workers KV Storage: Edit', path: '/storage/kv/namespaces' },
  { permission: 'Conta · Cloudflare Tunnel: Edit', path: '/cfd_tunnel' },
  { permission: 'Conta · Access: Apps and Policies: Edit', path: '/access/apps' },
  { permission: 'Conta · Access: Service Tokens: Edit', path: '/access/service_tokens' },
  { permission: 'Conta · Account API Tokens: Edit', path: '/tokens/permission_groups' },
] as const;
const ZONE_READ = 'Zona · Zone: Read';
export const DNS_EDIT = 'Zona · DNS: Edit';
const ROUTES_EDIT = 'Zona · Workers Routes: Edit';
export const R2_EDIT = 'Conta · Workers R2 Storage: Edit';
const ACCOUNT_READ = 'Conta · Account Settings: Read';

/** Every permission, in the words of the dashboard. */
export const allPermissions: readonly string[] = [
  ACCOUNT_READ,
  ...permissions.map(({ permission }) => permission),
  R2_EDIT,
  ZONE_READ,
  DNS_EDIT,
  ROUTES_EDIT,
];

/** The dashboard's form with those permissions filled in that have a published key ("API token template URLs"). */
export const tokenFormUrl = `https://dash.cloudflare.com/profile/api-tokens?${new URLSearchParams({
  permissionGroupKeys: JSON.stringify([
    { key: 'account_settings', type: 'read' },
    { key: 'workers_scripts', type: 'edit' },
    { key: 'd1', type: 'edit' },
    { key: 'workers_kv_storage', type: 'edit' },
    { key: 'workers_r2', type: 'edit' },
    { key: 'argotunnel', type: 'edit' },
    { key: 'zone', type: 'read' },
    { key: 'dns', type: 'edit' },
    { key: 'workers_routes', type: 'edit' },
  ]),
  accountId: '*',
  zoneId: 'all',
  name: 'vigia',
})}`;

/**
 * Whether the token works, and for which account.
 * @param isR2Wanted Whether the permission for the copies' bucket is asked for.
 * @throws CommandFailure with what is wrong with it, in one sentence.
 */
export async function readAccount(
  baseUrl: string,
  token: string,
  isR2Wanted: boolean,
): Promise<{ readonly id: string; readonly name: string }> {
  const cloudflare = createCloudflare(baseUrl, token, true);
  const accounts = await listAccounts(cloudflare);
  const [account] = accounts;
  if (account === undefined)
    throw new CommandFailure(
      `O token não alcança conta nenhuma: falta "${ACCOUNT_READ}", ou a conta não está entre os recursos dele.`,
    );
  if (accounts.length > 1)
    throw new CommandFailure(
      `O token alcança ${accounts.length} contas (${accounts.map(({ name }) => name).join(', ')}): em "Account Resources" deixe só a deste serviço.`,
    );
  await requireActive(cloudflare, account.id);
  const wanted = [...permissions, ...(isR2Wanted ? [{ permission: R2_EDIT, path: '/r2/buckets' }] : [])];
  const lacking: string[] = [];
  for (const { permission, path } of wanted)
    if (!(await may(cloudflare, `/accounts/${account.id}${path}`, permission))) lacking.push(permission);
  if (lacking.length > 0) throw new CommandFailure(lackingSentence(lacking));
  return account;
}

const lackingSentence = (lacking: readonly string[]): string =>
  `Ao token ${lacking.length === 1 ? 'falta' : 'faltam'} ${lacking.map((each) => `"${each}"`).join(', ')}. Acrescente no painel (o valor do token não muda) e responda de novo.`;

/** A token that is not the API's is refused in the list already. */
async function listAccounts(cloudflare: Cloudflare) {
  try {
    return await cloudflare.list({ path: '/accounts', shape: Account, permission: ACCOUNT_READ });
  } catch (error) {
    if (error instanceof CloudflareRefusal && error.isAboutToken)
      throw new CommandFailure(
        'A Cloudflare não conhece este token: copie-o de novo, inteiro. A "Global API Key" não serve.',
      );
    throw error;
  }
}

/** A token is a person's or an account's, and each has its own address to be verified at. */
async function requireActive(cloudflare: Cloudflare, accountId: string): Promise<void> {
  const verify = (path: string) =>
    cloudflare.call({ path, shape: Status, permission: 'verificação do token' });
  const { status } = await verify('/user/tokens/verify').catch((error: unknown) => {
    if (error instanceof CloudflareRefusal && error.isAboutToken)
      return verify(`/accounts/${accountId}/tokens/verify`);
    throw error;
  });
  if (status !== 'active')
    throw new CommandFailure(
      `O token da Cloudflare está ${status === 'expired' ? 'vencido' : 'desligado'}: dê um que esteja ativo.`,
    );
}

async function may(cloudflare: Cloudflare, path: string, permission: string): Promise<boolean> {
  try {
    await cloudflare.call({ path, shape: anything, permission });
    return true;
  } catch (error) {
    if (error instanceof CloudflareRefusal && error.isAboutToken) return false;
    throw error;
  }
}

/**
 * The zone that holds a domain: itself or a parent.
 * @throws CommandFailure when no zone of this account does, or it does not serve yet.
 */
export async function readZone(cloudflare: Cloudflare, accountId: string, domain: string): Promise<Zone> {
  const labels = domain.split('.');
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const name = labels.slice(at).join('.');
    const zones = await cloudflare.list({
      path: '/zones',
      query: { name, 'account.id': accountId },
      shape: ZoneAnswer,
      permission: ZONE_READ,
    });
    const zone = zones.find((each) => each.name === name);
    if (zone === undefined) continue;
    if (zone.status !== 'active')
      throw new CommandFailure(
        `O domínio ${name} está na Cloudflare, mas ainda não responde por ela (${zone.status}): troque os servidores de nomes em quem o registrou, como o painel diz, e responda de novo.`,
      );
    const lacking: string[] = [];
    for (const [permission, path] of [
      [DNS_EDIT, 'dns_records'],
      [ROUTES_EDIT, 'workers/routes'],
    ] as const)
      if (!(await may(cloudflare, `/zones/${zone.id}/${path}`, permission))) lacking.push(permission);
    if (lacking.length > 0) throw new CommandFailure(lackingSentence(lacking));
    return { id: zone.id, name };
  }
  throw new CommandFailure(
    `O domínio ${domain} não está nesta conta da Cloudflare, ou o token não o alcança: acrescente o site no painel ("Add a domain"), ou o domínio em "Zone Resources" do token.`,
  );
}
