/** The part of Keycloak's Admin API that the functions use, with Keycloak's responses. */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isServiceToken, type TokenReader } from './claims.ts';
import type { Group, IdentityStore, User } from './store.ts';

const DETAIL = 'For more on this error consult the server log.';

function userRepresentation(user: User) {
  const [firstName, ...lastName] = user.name.split(' ');
  return {
    id: user.id,
    username: user.email,
    firstName,
    lastName: lastName.join(' '),
    email: user.email,
    emailVerified: user.isEmailProven,
    enabled: true,
    createdTimestamp: user.createdAt,
    totp: false,
    disableableCredentialTypes: [],
    requiredActions: user.passwordHash === null ? ['UPDATE_PASSWORD'] : [],
    notBefore: 0,
    access: { manage: true },
  };
}

function groupRepresentation(group: Group) {
  return { id: group.id, name: group.name, path: `/${group.name}`, subGroups: [] };
}

/** Keycloak's search: any case and any part, or with `exact` the whole name. */
function matches(value: string, wanted: string | undefined, exact: string | undefined): boolean {
  if (wanted === undefined) return true;
  return exact === 'true' ? value === wanted : value.toLowerCase().includes(wanted.toLowerCase());
}

/** Routes below `/admin/realms/vigia`. */
export function adminApi(store: IdentityStore, tokens: TokenReader): Hono {
  const api = new Hono().onError((error) => {
    if (error instanceof HTTPException && error.res) return error.res;
    throw error;
  });

  /** @throws HTTPException 404 */
  function notFound(c: Context, what: string): never {
    const res = c.json({ error: `${what} not found`, error_description: DETAIL }, 404);
    throw new HTTPException(undefined, { res });
  }
  const userOf = (c: Context): User => store.findUser(c.req.param('id') ?? '') ?? notFound(c, 'User');
  const groupOf = (c: Context, parameter = 'groupId'): Group =>
    store.findGroup(c.req.param(parameter) ?? '') ?? notFound(c, 'Group');

  api.use('*', async (c, next) => {
    const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const claims = bearer ? await tokens.read(bearer) : null;
    if (!claims) return c.json({ error: 'HTTP 401 Unauthorized', error_description: DETAIL }, 401);
    if (!isServiceToken(claims))
      return c.json({ error: 'HTTP 403 Forbidden', error_description: DETAIL }, 403);
    return next();
  });

  api.post('/groups', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const name = body !== null && typeof body === 'object' && 'name' in body ? body.name : undefined;
    if (typeof name !== 'string' || name === '')
      return c.json({ errorMessage: 'Group name is missing' }, 400);
    const group = store.addGroup(name);
    if (!group) return c.json({ errorMessage: `Top level group named '${name}' already exists.` }, 409);
    c.header('Location', `${new URL(c.req.url).origin}${c.req.path}/${group.id}`);
    return c.body(null, 201);
  });

  api.get('/groups', (c) => {
    const { search, exact, first = '0', max } = c.req.query();
    const found = store.state.groups.filter(({ name }) => matches(name, search, exact));
    const end = max === undefined ? undefined : Number(first) + Number(max);
    return c.json(found.slice(Number(first), end).map(groupRepresentation));
  });

  api.get('/groups/:id/members', (c) => {
    const max = Number(c.req.query('max') ?? 100);
    return c.json(store.membersOf(groupOf(c, 'id')).slice(0, max).map(userRepresentation));
  });

  api.delete('/groups/:id', (c) => {
    store.removeGroup(groupOf(c, 'id'));
    return c.body(null, 204);
  });

  api.get('/users', (c) => {
    const { email, exact } = c.req.query();
    const wanted = email?.toLowerCase();
    return c.json(
      store.state.users.filter((user) => matches(user.email, wanted, exact)).map(userRepresentation),
    );
  });

  api.get('/users/:id', (c) => c.json(userRepresentation(userOf(c))));

  api.delete('/users/:id', (c) => {
    store.removeUser(userOf(c));
    return c.body(null, 204);
  });

  api.get('/users/:id/groups', (c) => c.json(store.groupsOf(userOf(c)).map(groupRepresentation)));

  api.put('/users/:id/groups/:groupId', (c) => {
    store.addMember(userOf(c), groupOf(c));
    return c.body(null, 204);
  });

  api.delete('/users/:id/groups/:groupId', (c) => {
    store.removeMember(userOf(c), groupOf(c));
    return c.body(null, 204);
  });

  return api;
}
