/** Keycloak's Admin API for an administrator: settings, sign-in, and the text of a refusal. */
import * as z from 'zod';
import { CommandFailure } from '../failure.ts';
import { KEYCLOAK_REALM } from '../settings.ts';

const Settings = z.object({
  OPS_KEYCLOAK_URL: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, '')),
  OPS_KEYCLOAK_REALM: z.string().min(1).default(KEYCLOAK_REALM),
  OPS_REALM_ADMIN: z.string().min(1),
  OPS_REALM_ADMIN_PASSWORD: z.string().min(1),
  /** Service token of Cloudflare Access, where the administration is behind it. */
  ACCESS_CLIENT_ID: z.string().min(8).optional(),
  ACCESS_CLIENT_SECRET: z.string().min(8).optional(),
});
export type RealmAdminSettings = z.output<typeof Settings>;

/** @throws CommandFailure naming every variable that is missing or wrong. */
export function readRealmAdminSettings(
  variables: Readonly<Record<string, string | undefined>>,
): RealmAdminSettings {
  const names = Object.keys(Settings.shape);
  const read = Settings.safeParse(
    Object.fromEntries(names.map((name) => [name, variables[name] || undefined])),
  );
  if (read.success) return read.data;
  const wrong = [...new Set(read.error.issues.map((issue) => String(issue.path[0])))].join(', ');
  throw new CommandFailure(
    `Faltam ou estão erradas: ${wrong}. O comando "realm" entra na administração do Keycloak; veja docs/identity.md.`,
  );
}

const TIMEOUT_MS = 30_000;

/** Calls below `/admin/realms/{realm}`. */
export interface RealmAdmin {
  /** `null` when the object does not exist. */
  read(path: string): Promise<unknown>;
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void>;
  /** As `send`, with the answer. */
  ask(method: 'POST', path: string, body: unknown): Promise<unknown>;
}

/**
 * Signs the administrator in at the realm `master`.
 * @throws CommandFailure
 */
export async function openRealmAdmin(settings: RealmAdminSettings): Promise<RealmAdmin> {
  const { OPS_KEYCLOAK_URL: url, OPS_KEYCLOAK_REALM: realm } = settings;
  const { ACCESS_CLIENT_ID: accessId, ACCESS_CLIENT_SECRET: accessSecret } = settings;
  const access: Record<string, string> =
    accessId === undefined || accessSecret === undefined
      ? {}
      : { 'CF-Access-Client-Id': accessId, 'CF-Access-Client-Secret': accessSecret };
  const ask = (address: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(access)) headers.set(name, value);
    return fetch(address, {
      ...init,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new CommandFailure(`O Keycloak não respondeu em ${url}.`);
    });
  };
  const signedIn = await ask(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: settings.OPS_REALM_ADMIN,
      password: settings.OPS_REALM_ADMIN_PASSWORD,
    }),
  });
  const token = z.object({ access_token: z.string() }).safeParse(await signedIn.json().catch(() => null))
    .data?.access_token;
  if (token === undefined)
    throw new CommandFailure(
      `O Keycloak recusou ${settings.OPS_REALM_ADMIN} (${signedIn.status}). Confira OPS_REALM_ADMIN e OPS_REALM_ADMIN_PASSWORD.`,
    );
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    ask(`${url}/admin/realms/${realm}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const refused = (method: string, path: string, { status }: Response): CommandFailure =>
    new CommandFailure(`O Keycloak respondeu ${status} a ${method} ${path || '/'}, no realm ${realm}.`);
  return {
    async read(path) {
      const response = await call('GET', path);
      if (response.status === 404) return null;
      if (!response.ok) throw refused('GET', path, response);
      return response.json();
    },
    async ask(method, path, body) {
      const response = await call(method, path, body);
      if (!response.ok) throw refused(method, path, response);
      return response.json();
    },
    async send(method, path, body) {
      const response = await call(method, path, body);
      if (!response.ok) throw refused(method, path, response);
    },
  };
}
