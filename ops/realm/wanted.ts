/**
 * The settings of deploy/keycloak/realm.json as data: paths with wanted values, and roles by client.
 *
 * Left out: ids, secrets, names, and values from an operator's variables. Of those only the e-mail verification is
 * compared, with its default.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** A value at a path of keys, as `['attributes', 'pkce.code.challenge.method']`. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: unknown;
}

const Roles = z.record(z.string(), z.array(z.string()));
const Mapper = z.object({ name: z.string(), config: z.record(z.string(), z.string()) }).loose();
export type Mapper = z.output<typeof Mapper>;
const Client = z
  .object({
    clientId: z.string(),
    attributes: z.record(z.string(), z.string()).default({}),
    defaultClientScopes: z.array(z.string()),
    optionalClientScopes: z.array(z.string()),
    protocolMappers: z.array(Mapper).default([]),
  })
  .loose();
const Mapping = z.object({ client: z.string(), roles: z.array(z.string()) });
const Realm = z
  .object({
    roles: z.object({ realm: z.array(z.object({ name: z.string(), description: z.string() })) }),
    clients: z.array(Client),
    attributes: z.record(z.string(), z.string()),
    scopeMappings: z.array(Mapping),
    clientScopeMappings: z.record(z.string(), z.array(Mapping)),
    users: z.array(
      z.object({
        serviceAccountClientId: z.string(),
        clientRoles: Roles.default({}),
        realmRoles: z.array(z.string()).default([]),
      }),
    ),
  })
  .loose();

const file = Realm.parse(
  JSON.parse(readFileSync(new URL('../../deploy/keycloak/realm.json', import.meta.url), 'utf8')) as unknown,
);

/** Display texts and identifiers, which are not compared. */
const unlike: ReadonlySet<string> = new Set(['realm', 'clientId', 'name', 'displayName', 'baseUrl']);
const isPlain = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isPlain)
    : typeof value !== 'object' && !String(value).includes('${');

/** Top-level scalars and lists of scalars, and each attribute. */
function settingsOf(entry: Readonly<Record<string, unknown>>, lists: readonly string[] = []): Setting[] {
  const { attributes = {}, ...top } = entry;
  return [
    ...Object.entries(top)
      .filter(([key, value]) => !unlike.has(key) && !lists.includes(key) && isPlain(value))
      .map(([key, value]) => ({ path: [key], value })),
    ...Object.entries(attributes as object)
      .filter(([, value]) => isPlain(value))
      .map(([key, value]) => ({ path: ['attributes', key], value })),
  ];
}

/** A realm role is `operador`, a client role `realm-management/manage-users`. */
const ofClient = (client: string, roles: readonly string[]): string[] =>
  roles.map((role) => `${client}/${role}`);
const inTokensOf = (clientId: string): string[] => [
  ...file.scopeMappings.filter(({ client }) => client === clientId).flatMap(({ roles }) => roles),
  ...Object.entries(file.clientScopeMappings).flatMap(([owner, mappings]) =>
    mappings.filter(({ client }) => client === clientId).flatMap(({ roles }) => ofClient(owner, roles)),
  ),
];
const ofAccount = (clientId: string): string[] =>
  file.users
    .filter(({ serviceAccountClientId }) => serviceAccountClientId === clientId)
    .flatMap(({ realmRoles, clientRoles }) => [
      ...realmRoles,
      ...Object.entries(clientRoles).flatMap(([owner, roles]) => ofClient(owner, roles)),
    ]);

export const wantedRealm: readonly Setting[] = settingsOf(file);

export const wantedRoles = file.roles.realm;

export const wantedClients = file.clients.map((client) => ({
  clientId: client.clientId,
  settings: settingsOf(client, ['defaultClientScopes', 'optionalClientScopes', 'redirectUris']),
  scopes: { default: client.defaultClientScopes, optional: client.optionalClientScopes },
  mappers: client.protocolMappers,
  /** Exactly the roles that its tokens may have. */
  inTokens: inTokensOf(client.clientId),
  /** Roles that its service account must have; others are allowed. */
  ofAccount: ofAccount(client.clientId),
}));
export type WantedClient = (typeof wantedClients)[number];
