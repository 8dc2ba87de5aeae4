/**
 * Compares an imported realm with deploy/keycloak/realm.json, because a second import does not change an existing
 * realm.
 */
import * as z from 'zod';
import { CommandFailure } from '../failure.ts';
import type { RealmAdmin } from './admin.ts';
import {
  type Mapper,
  type Setting,
  type WantedClient,
  wantedClients,
  wantedRealm,
  wantedRoles,
} from './wanted.ts';

export interface Difference {
  /** The difference in one line, for the operator. */
  readonly said: string;
  /** Corrects it; `null` when only an import can. */
  readonly apply: (() => Promise<void>) | null;
}

const Named = z.object({ id: z.string(), name: z.string() });
const Representation = z.record(z.string(), z.unknown());
type Representation = z.output<typeof Representation>;
const Client = z
  .object({
    id: z.string(),
    defaultClientScopes: z.array(z.string()).default([]),
    optionalClientScopes: z.array(z.string()).default([]),
    protocolMappers: z
      .array(z.object({ id: z.string(), name: z.string(), config: z.record(z.string(), z.string()) }).loose())
      .default([]),
  })
  .loose();
const RoleMappings = z.object({
  realmMappings: z.array(Named).default([]),
  clientMappings: z.record(z.string(), z.object({ mappings: z.array(Named) })).default({}),
});

/**
 * Every difference, in the order in which they are applied.
 * @throws CommandFailure
 */
export async function compareRealm(admin: RealmAdmin): Promise<readonly Difference[]> {
  const realm = await admin.read('');
  if (realm === null)
    throw new CommandFailure('Este realm não existe: importe-o, como diz docs/identity.md.');
  const found = settingDifferences(admin, { label: 'realm', path: '', known: realm }, wantedRealm);
  for (const role of wantedRoles)
    if ((await admin.read(`/roles/${role.name}`)) === null)
      found.push({
        said: `realm: falta o papel ${role.name}`,
        apply: () => admin.send('POST', '/roles', role),
      });
  for (const client of wantedClients) found.push(...(await clientDifferences(admin, client)));
  return found;
}

const write = (value: unknown): string => (value === undefined ? 'nada' : JSON.stringify(value));
const asSet = (value: unknown): string => write(Array.isArray(value) ? value.toSorted() : value);

function settingDifferences(
  admin: RealmAdmin,
  { label, path: address, known }: { label: string; path: string; known: unknown },
  settings: readonly Setting[],
): Difference[] {
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce<unknown>((at, key) => (at as Representation | undefined)?.[key], known);
  return settings
    .filter(({ path, value }) => asSet(valueAt(path)) !== asSet(value))
    .map(({ path, value }) => ({
      said: `${label}: ${path.at(-1)} é ${write(valueAt(path))}, precisa ser ${write(value)}`,
      async apply() {
        // Send the whole current object, as Keycloak's own pages do: missing fields may be lost.
        const now = Representation.parse(await admin.read(address));
        const [top = '', inner] = path;
        const changed = inner === undefined ? value : { ...(now[top] as object), [inner]: value };
        await admin.send('PUT', address, { ...now, [top]: changed });
      },
    }));
}

async function clientDifferences(admin: RealmAdmin, wanted: WantedClient): Promise<Difference[]> {
  const { clientId } = wanted;
  const [known] = z.array(Client).parse(await admin.read(`/clients?clientId=${clientId}`));
  if (known === undefined)
    return [{ said: `${clientId}: o cliente não existe; crie-o como em realm.json`, apply: null }];
  const path = `/clients/${known.id}`;
  return [
    ...settingDifferences(admin, { label: clientId, path, known }, wanted.settings),
    ...scopeDifferences(admin, wanted, known, 'default'),
    ...scopeDifferences(admin, wanted, known, 'optional'),
    ...mapperDifferences(admin, wanted, known),
    ...(await roleDifferences(admin, `${clientId}: papéis no token`, `${path}/scope-mappings`, {
      wanted: wanted.inTokens,
      isWhole: true,
    })),
    ...(wanted.ofAccount.length === 0 ? [] : await accountDifferences(admin, wanted, path)),
  ];
}

function scopeDifferences(
  admin: RealmAdmin,
  { clientId, scopes }: WantedClient,
  known: z.output<typeof Client>,
  kind: 'default' | 'optional',
): Difference[] {
  const found = known[`${kind}ClientScopes`];
  const change = async (method: 'PUT' | 'DELETE', name: string): Promise<void> => {
    const all = z.array(Named).parse(await admin.read('/client-scopes'));
    const id = all.find((scope) => scope.name === name)?.id;
    if (id === undefined) throw new CommandFailure(`O realm não tem o escopo ${name}.`);
    await admin.send(method, `/clients/${known.id}/${kind}-client-scopes/${id}`);
  };
  const word = kind === 'default' ? 'escopo padrão' : 'escopo opcional';
  return [
    ...found
      .filter((name) => !scopes[kind].includes(name))
      .map((name) => ({ said: `${clientId}: ${word} ${name} a mais`, apply: () => change('DELETE', name) })),
    ...scopes[kind]
      .filter((name) => !found.includes(name))
      .map((name) => ({ said: `${clientId}: falta o ${word} ${name}`, apply: () => change('PUT', name) })),
  ];
}

function mapperDifferences(
  admin: RealmAdmin,
  { clientId, mappers }: WantedClient,
  known: z.output<typeof Client>,
): Difference[] {
  const path = `/clients/${known.id}/protocol-mappers/models`;
  const put = (mapper: Mapper) => {
    const there = known.protocolMappers.find(({ name }) => name === mapper.name);
    if (there === undefined) return admin.send('POST', path, mapper);
    const config = { ...there.config, ...mapper.config };
    return admin.send('PUT', `${path}/${there.id}`, { ...there, ...mapper, config });
  };
  return mappers
    .filter((mapper) => {
      const config = known.protocolMappers.find(({ name }) => name === mapper.name)?.config;
      return Object.entries(mapper.config).some(([key, value]) => config?.[key] !== value);
    })
    .map((mapper) => ({
      said: `${clientId}: o mapeador ${mapper.name} falta ou é outro`,
      apply: () => put(mapper),
    }));
}

async function accountDifferences(
  admin: RealmAdmin,
  { clientId, ofAccount }: WantedClient,
  path: string,
): Promise<Difference[]> {
  const account = z.object({ id: z.string() }).safeParse(await admin.read(`${path}/service-account-user`));
  if (!account.success) return [{ said: `${clientId}: não tem conta de serviço`, apply: null }];
  const mappings = `/users/${account.data.id}/role-mappings`;
  return roleDifferences(admin, `${clientId}: papéis da conta de serviço`, mappings, {
    wanted: ofAccount,
    isWhole: false,
  });
}

/**
 * Roles under a `…-mappings` address.
 * @param about With `isWhole`, roles that are not wanted are removed too.
 */
async function roleDifferences(
  admin: RealmAdmin,
  label: string,
  path: string,
  { wanted, isWhole }: { readonly wanted: readonly string[]; readonly isWhole: boolean },
): Promise<Difference[]> {
  const { realmMappings, clientMappings } = RoleMappings.parse(await admin.read(path));
  const found = [
    ...realmMappings.map(({ name }) => name),
    ...Object.entries(clientMappings).flatMap(([owner, { mappings }]) =>
      mappings.map(({ name }) => `${owner}/${name}`),
    ),
  ];
  const change = async (method: 'POST' | 'DELETE', role: string): Promise<void> => {
    const [name = '', owner] = role.split('/').toReversed();
    if (owner === undefined)
      return admin.send(method, `${path}/realm`, [Named.parse(await admin.read(`/roles/${name}`))]);
    const [client] = z.array(Client).parse(await admin.read(`/clients?clientId=${owner}`));
    const known = Named.parse(await admin.read(`/clients/${client?.id}/roles/${name}`));
    await admin.send(method, `${path}/clients/${client?.id}`, [known]);
  };
  return [
    ...wanted
      .filter((role) => !found.includes(role))
      .map((role) => ({ said: `${label}: falta ${role}`, apply: () => change('POST', role) })),
    ...found
      .filter((role) => isWhole && !wanted.includes(role))
      .map((role) => ({ said: `${label}: ${role} a mais`, apply: () => change('DELETE', role) })),
  ];
}
