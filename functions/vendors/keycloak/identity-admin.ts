/**
 * Keycloak's Admin API as `IdentityAdmin`.
 *
 * Owns: the service account's token, group and membership calls, and the mapping of responses. The service account
 * needs the `realm-management` roles `manage-users`, `query-groups` and `view-users`. Does not use the platform's JSON
 * client: tokens are requested with a form, and a new group's id comes in the `Location` header.
 */

import * as z from 'zod';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import type { IdentityAdmin } from '#functions/vendors/identity.ts';

export interface KeycloakIdentityAdminOptions {
  /** Without a trailing slash, without `/realms/…`. */
  readonly baseUrl: string;
  readonly realm: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

const REQUEST_TIMEOUT_MS = 10_000;
/** A token this close to its expiry is not used, because it could expire during the request. */
const TOKEN_MARGIN_MS = 30_000;

const PAGE_SIZE = 100;

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const GroupAnswer = z.object({ id: z.string().min(1), name: z.string() });
/** Account fields in an export; the provider's internal fields are left out. */
const UserAnswer = z.object({
  id: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  enabled: z.boolean().optional(),
  createdTimestamp: z.number().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});

interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

function unavailable(message: string): DomainError {
  return new DomainError('identity-unavailable', { message });
}

/** 401 and 403: our secret or its roles were changed, and an operator must fix that. 408 and 429: busy. */
const passingRefusals: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/**
 * The error for an unexpected response: one that may pass (5xx, a redirect to a maintenance page), or a defect. Bodies
 * are left out of messages.
 */
function failure(what: string, status: number): DomainError {
  const message = `${what} answered with ${status}`;
  if (status < 400 || status >= 500 || passingRefusals.has(status)) return unavailable(message);
  return new DomainError('internal', { message });
}

async function readAs<T>(schema: z.ZodType<T>, response: Response, what: string): Promise<T> {
  const body: unknown = await response.json().catch(() => {
    // The parser's message quotes the response, and causes are logged.
    throw unavailable(`${what}: the answer is not JSON`);
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new DomainError('internal', { message: `${what}: unexpected answer`, cause: parsed.error });
  return parsed.data;
}

/** Sends a request. Any missing response (refused, interrupted, too slow) is a failure that may pass. */
async function send(fetchImpl: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchImpl(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch {
    // The error's text may contain the URL, which names a group.
    throw unavailable('the identity provider does not answer');
  }
}

/**
 * Provides the service account's token. Caches the value and not the promise, because in workerd a promise belongs to
 * one request.
 */
function createServiceToken({
  baseUrl,
  realm,
  clientId,
  clientSecret,
  fetch,
  now,
}: KeycloakIdentityAdminOptions) {
  let kept: { value: string; staleAt: number } | null = null;
  return {
    forget() {
      kept = null;
    },
    async get(): Promise<string> {
      if (kept !== null && now() < kept.staleAt) return kept.value;
      const askedAt = now();
      const response = await send(fetch, `${baseUrl}/realms/${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      if (!response.ok) throw failure('service account token', response.status);
      const answer = await readAs(TokenAnswer, response, 'service account token');
      kept = { value: answer.access_token, staleAt: askedAt + answer.expires_in * 1000 - TOKEN_MARGIN_MS };
      return kept.value;
    },
  };
}

export function createKeycloakIdentityAdmin(options: KeycloakIdentityAdminOptions): IdentityAdmin {
  const token = createServiceToken(options);
  const adminUrl = `${options.baseUrl}/admin/realms/${options.realm}`;

  async function attempt({ method, path, body }: AdminRequest): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${await token.get()}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return send(options.fetch, `${adminUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /**
   * A token may become invalid early (keys changed, sessions ended), so one 401 is retried with a new token.
   * @param expected A refusal that the caller handles; any other throws.
   */
  async function call(what: string, request: AdminRequest, expected?: 404 | 409): Promise<Response> {
    let response = await attempt(request);
    if (response.status === 401) {
      token.forget();
      response = await attempt(request);
    }
    if (!response.ok && response.status !== expected) throw failure(what, response.status);
    return response;
  }

  /** `null` when no group has exactly this name. */
  async function findGroup(name: string): Promise<string | null> {
    const path = `/groups?${new URLSearchParams({ search: name, exact: 'true' })}`;
    const response = await call('group search', { method: 'GET', path });
    const groups = await readAs(z.array(GroupAnswer), response, 'group search');
    return groups.find((group) => group.name === name)?.id ?? null;
  }

  return {
    async ensureGroup(name) {
      const request = { method: 'POST', path: '/groups', body: { name } } as const;
      const response = await call('group creation', request, 409);
      const created = response.headers.get('location')?.split('/').at(-1);
      if (response.status === 201 && created) return created;
      const known = await findGroup(name);
      if (known === null) throw unavailable('the group exists and is not found yet');
      return known;
    },

    async removeGroup(name) {
      const id = await findGroup(name);
      if (id === null) return;
      await call('group removal', { method: 'DELETE', path: `/groups/${encodeURIComponent(id)}` }, 404);
    },

    async readUser(subject) {
      const path = `/users/${encodeURIComponent(subject)}`;
      const response = await call('user', { method: 'GET', path }, 404);
      return response.ok ? readAs(UserAnswer, response, 'user') : null;
    },

    async findUser(email) {
      const wanted = normalEmail(email);
      const path = `/users?${new URLSearchParams({ email: wanted, exact: 'true' })}`;
      const response = await call('user search', { method: 'GET', path });
      const users = await readAs(z.array(UserAnswer), response, 'user search');
      return users.find((user) => user.email === wanted) ?? null;
    },

    async removeUser(subject) {
      const path = `/users/${encodeURIComponent(subject)}`;
      return (await call('user removal', { method: 'DELETE', path }, 404)).ok;
    },

    async addMember(groupId, subject) {
      const path = `/users/${encodeURIComponent(subject)}/groups/${encodeURIComponent(groupId)}`;
      await call('membership', { method: 'PUT', path });
    },

    async listMembers(group) {
      const id = await findGroup(group);
      if (id === null) return [];
      const query = new URLSearchParams({ briefRepresentation: 'true', max: '100' });
      const path = `/groups/${encodeURIComponent(id)}/members?${query}`;
      const response = await call('group members', { method: 'GET', path }, 404);
      if (!response.ok) return [];
      return (await readAs(z.array(UserAnswer), response, 'group members')).map((user) => user.id);
    },

    async listGroups(text) {
      const names: string[] = [];
      for (let first = 0; ; first += PAGE_SIZE) {
        const query = {
          search: text,
          first: String(first),
          max: String(PAGE_SIZE),
          briefRepresentation: 'true',
        };
        const path = `/groups?${new URLSearchParams(query)}`;
        const response = await call('groups', { method: 'GET', path });
        const page = await readAs(z.array(GroupAnswer), response, 'groups');
        names.push(...page.map(({ name }) => name));
        if (page.length < PAGE_SIZE) return names;
      }
    },

    async removeMember(group, subject) {
      const id = await findGroup(group);
      if (id === null) return;
      const path = `/users/${encodeURIComponent(subject)}/groups/${encodeURIComponent(id)}`;
      // 404: the account is gone, and so are its memberships.
      await call('membership removal', { method: 'DELETE', path }, 404);
    },
  };
}
