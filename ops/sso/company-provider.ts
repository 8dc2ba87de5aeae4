/**
 * The sign-in of one company in Keycloak: an Organization with its domain, and the company's OpenID provider.
 *
 * Owns: what the provider may say. Only an ID token with an address of the domain lets somebody in (`claimFilter…`), and the
 * user info is not read, because it could name another address than the token that was checked. An account that exists already is
 * linked only after its own password. Nobody becomes a member of the Organization: Keycloak deletes the accounts of its
 * managed members with it.
 */
import * as z from 'zod';
import { companyAlias } from '#domain/sign-in/company-address.ts';
import { CommandFailure } from '../failure.ts';
import type { RealmAdmin } from '../realm/admin.ts';

export interface Company {
  /** Subdomain of the environment; the provider's alias and the Organization's name are made of it. */
  readonly tenant: string;
  readonly domain: string;
}

export interface CompanyProvider extends Company {
  /** Address of the provider's OpenID configuration. */
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The flow of a first sign-in; one for all companies. */
const FLOW = 'company first login';
/** Keycloak's own flow, of which ours is a copy with some steps off. */
const COPIED = 'first broker login';
/** A mailbox is no proof here: whoever runs the company's mail reads it. The profile is what the provider says. */
const OFF: readonly string[] = ['idp-review-profile', 'idp-email-verification'];
/** End of the name of the part that makes members; a part of which every step is off would fail. */
const MEMBERS = 'Conditional Organization';

export const aliasOf = ({ tenant }: Pick<Company, 'tenant'>): string => companyAlias(tenant);
const at = encodeURIComponent;

const Execution = z
  .object({
    id: z.string(),
    displayName: z.string().optional(),
    providerId: z.string().optional(),
    requirement: z.string(),
  })
  .loose();
const isOff = ({ displayName = '', providerId = '' }: z.output<typeof Execution>): boolean =>
  OFF.includes(providerId) || displayName.endsWith(MEMBERS);
const Organization = z
  .object({ id: z.string(), name: z.string(), domains: z.array(z.object({ name: z.string() })).default([]) })
  .loose();
const Account = z.object({ id: z.string(), email: z.string().optional() }).loose();
const Discovered = z.object({
  issuer: z.string(),
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  jwksUrl: z.string(),
});

/**
 * Brings Keycloak to it; repeated, it changes what differs.
 * @throws CommandFailure When Keycloak refuses, or the provider's configuration cannot be read.
 */
export async function switchOnCompany(admin: RealmAdmin, company: CompanyProvider): Promise<void> {
  const found = await discover(admin, company.discoveryUrl);
  await ensureOrganizations(admin);
  await ensureFlow(admin);
  const alias = aliasOf(company);
  const organization = await ensureOrganization(admin, company);
  const wanted = providerOf(company, found);
  const isKnown = (await admin.read(`/identity-provider/instances/${at(alias)}`)) !== null;
  if (isKnown) await admin.send('PUT', `/identity-provider/instances/${at(alias)}`, wanted);
  else await admin.send('POST', '/identity-provider/instances', wanted);
  const linked = z
    .array(z.object({ alias: z.string() }).loose())
    .parse(await admin.read(`/organizations/${organization}/identity-providers`));
  if (!linked.some((each) => each.alias === alias))
    await admin.send('POST', `/organizations/${organization}/identity-providers`, alias);
}

/** Keycloak reads the configuration itself, from where it will also fetch keys and tokens. */
async function discover(admin: RealmAdmin, fromUrl: string): Promise<z.output<typeof Discovered>> {
  const read = Discovered.safeParse(
    await admin
      .ask('POST', '/identity-provider/import-config', { providerId: 'oidc', fromUrl })
      .catch(() => null),
  );
  if (!read.success)
    throw new CommandFailure(
      `O Keycloak não leu a configuração em ${fromUrl}. É o endereço que termina em /.well-known/openid-configuration?`,
    );
  return read.data;
}

function providerOf(company: CompanyProvider, found: z.output<typeof Discovered>) {
  const { domain, clientId, clientSecret } = company;
  return {
    alias: aliasOf(company),
    displayName: domain,
    providerId: 'oidc',
    enabled: true,
    // The domain's owner proved it, and no other address passes the filter below.
    trustEmail: true,
    storeToken: false,
    linkOnly: false,
    // A button would be shown to the people of every other company too: who has a password comes by the company's address.
    hideOnLogin: true,
    firstBrokerLoginFlowAlias: FLOW,
    config: {
      ...found,
      ...{ clientId, clientSecret, clientAuthMethod: 'client_secret_post' },
      ...{ useJwksUrl: 'true', validateSignature: 'true', pkceEnabled: 'true', pkceMethod: 'S256' },
      defaultScope: 'openid email profile',
      disableUserInfo: 'true',
      syncMode: 'IMPORT',
      ...{ filteredByClaim: 'true', claimFilterName: 'email' },
      claimFilterValue: `(?i)[^@\\s]+@${domain.replaceAll('.', '\\.')}`,
      ...{ 'kc.org.domain': domain, 'kc.org.broker.redirect.mode.email-matches': 'true' },
    },
  };
}

async function ensureOrganizations(admin: RealmAdmin): Promise<void> {
  const realm = z.object({ organizationsEnabled: z.boolean().optional() }).parse(await admin.read(''));
  if (realm.organizationsEnabled !== true) await admin.send('PUT', '', { organizationsEnabled: true });
}

async function ensureFlow(admin: RealmAdmin): Promise<void> {
  const read = async () =>
    z
      .array(Execution)
      .nullable()
      .parse(await admin.read(`/authentication/flows/${at(FLOW)}/executions`));
  if ((await read()) === null)
    await admin.send('POST', `/authentication/flows/${at(COPIED)}/copy`, { newName: FLOW });
  for (const execution of (await read()) ?? [])
    if (isOff(execution) && execution.requirement !== 'DISABLED')
      await admin.send('PUT', `/authentication/flows/${at(FLOW)}/executions`, {
        ...execution,
        requirement: 'DISABLED',
      });
}

async function ensureOrganization(admin: RealmAdmin, company: Company): Promise<string> {
  const known = await findOrganization(admin, company);
  const wanted = {
    ...{ name: aliasOf(company), alias: aliasOf(company), enabled: true },
    domains: [{ name: company.domain, verified: true }],
  };
  if (known === null) await admin.send('POST', '/organizations', wanted);
  else if (!known.domains.some(({ name }) => name === company.domain))
    await admin.send('PUT', `/organizations/${known.id}`, { ...known, ...wanted });
  const made = await findOrganization(admin, company);
  if (made === null) throw new CommandFailure('O Keycloak não guardou a organização.');
  return made.id;
}

async function findOrganization(admin: RealmAdmin, company: Pick<Company, 'tenant'>) {
  const name = aliasOf(company);
  const found = z
    .array(Organization)
    .nullable()
    .parse(await admin.read(`/organizations?search=${at(name)}&exact=true`));
  return found?.find((each) => each.name === name) ?? null;
}

/** How long the link to choose a password works. */
const PASSWORD_LINK_SECONDS = 7 * 86_400;

/**
 * Takes the company's sign-in out of Keycloak; repeated, it continues. Accounts stay, and those without a password get a mail
 * to choose one first.
 * @returns How many got the mail.
 */
export async function switchOffCompany(admin: RealmAdmin, company: Pick<Company, 'tenant'>): Promise<number> {
  const alias = aliasOf(company);
  let told = 0;
  if ((await admin.read(`/identity-provider/instances/${at(alias)}`)) !== null) {
    for (const { id, email } of await listLinked(admin, alias)) {
      if (email === undefined || (await hasPassword(admin, id))) continue;
      const path = `/users/${id}/execute-actions-email?lifespan=${PASSWORD_LINK_SECONDS}`;
      await admin.send('PUT', path, ['UPDATE_PASSWORD']);
      told += 1;
    }
    await admin.send('DELETE', `/identity-provider/instances/${at(alias)}`);
  }
  const organization = await findOrganization(admin, company);
  if (organization !== null) await admin.send('DELETE', `/organizations/${organization.id}`);
  return told;
}

const PAGE = 100;

async function listLinked(admin: RealmAdmin, alias: string): Promise<z.output<typeof Account>[]> {
  const all: z.output<typeof Account>[] = [];
  for (let first = 0; ; first += PAGE) {
    const page = z
      .array(Account)
      .parse(await admin.read(`/users?idpAlias=${at(alias)}&first=${first}&max=${PAGE}`));
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const hasPassword = async (admin: RealmAdmin, id: string): Promise<boolean> =>
  z
    .array(z.object({ type: z.string() }).loose())
    .parse(await admin.read(`/users/${id}/credentials`))
    .some(({ type }) => type === 'password');
