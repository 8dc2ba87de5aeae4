/** A world for sequences: one Worker for all, and per sequence an empty database, fresh services and a clock. */

import { KEYCLOAK_OPS_CLIENT_ID, localSecrets } from '#dev/local-values.ts';
import { createIdentityStandIn, type IdentityStandIn } from '#dev/stand-ins/identity/index.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import { OPERATOR_HEADER, OPERATOR_ROLE, operationPath } from '#domain/api-schemas/operations.ts';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { addresses, CLOCK_HEADER } from './addresses.ts';
import { startRuntime } from './runtime.ts';
import { createServices, type Services } from './services.ts';

export interface Reply {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly entry?: CardEntry;
}

export interface Account {
  readonly subject: string;
  readonly email: string;
  /** A token with these groups: the environment that it owns. */
  token(groups: readonly string[]): Promise<string>;
  /** A token right after a sign-in. */
  freshToken(groups: readonly string[]): Promise<string>;
  /** False once the account was deleted, also by a deletion that still waits for something else. */
  exists(): boolean;
}

export interface World {
  services(): Services;
  now(): number;
  /** Empties everything and sets the clock. */
  begin(nowMs: number): Promise<void>;
  /** Advances the clock of Worker and services. */
  pass(ms: number): void;
  setDatabaseDelay(ms: number): Promise<void>;
  /** Makes a call and waits for the work after its response. */
  call(call: Call): Promise<Reply>;
  operate(command: string, body: unknown): Promise<Reply>;
  /** Delivers an event like the processor. */
  deliver(body: string): Promise<number>;
  /** Sets who delivers the processor's events, for losing or reordering them. */
  carryEvents(carry: (body: string) => Promise<number>): void;
  /**
   * Runs the scheduled work once, and provisioning one more try.
   * @returns Open provisioning runs.
   */
  work(): Promise<number>;
  newAccount(): Promise<Account>;
  /** Accounts and groups at the identity provider. */
  identity(): ReturnType<IdentityStandIn['snapshot']>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Tokens are valid for all sequences: expired sessions are not rehearsed. */
const TOKEN_UNTIL = Date.UTC(2099, 0, 1) / 1000;

/** @param identityPort Port of the only service that listens: it has no other interface. */
export async function createWorld(identityPort: number): Promise<World> {
  const identity = createIdentityStandIn({
    port: identityPort,
    siteOrigin: addresses.siteUrl,
    adminClientSecret: localSecrets.keycloakAdminClientSecret,
    opsClientSecret: localSecrets.keycloakOpsClientSecret,
  });
  await identity.start();
  let clock = 0;
  let carry: (body: string) => Promise<number>;
  const fresh = (): Services =>
    createServices(
      () => clock,
      (body) => carry(body),
    );
  let services: Services;
  const keys = createKeyCache();
  const runtime = await startRuntime(
    { KEYCLOAK_URL: identity.url },
    async (request) => (await services.answer(request)) ?? (await keys(request)),
  );
  const accounts = createAccounts(identity, () => clock);
  const operator = await identity.tokenFor('demo@vigia.example', {
    exp: TOKEN_UNTIL,
    azp: KEYCLOAK_OPS_CLIENT_ID,
    realm_access: { roles: [OPERATOR_ROLE] },
  });
  let isClockSent = true;
  /** The Worker gets the time with its next call, so days without calls cost nothing. */
  const ask: typeof runtime.fetch = (path, init) => {
    const time: Record<string, string> = isClockSent ? {} : { [CLOCK_HEADER]: String(clock) };
    isClockSent = true;
    return runtime.fetch(path, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...time },
    });
  };
  const control = async <T>(name: string, body: unknown = {}): Promise<T> => {
    const answer = await ask(`/__rehearsal/${name}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The control ${name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  let calls = 0;

  async function call({ method = 'POST', path, token, key, body, entry = 'form' }: Call): Promise<Reply> {
    calls += 1;
    const answer = await ask(path, {
      method,
      headers: {
        'CF-Connecting-IP': `198.18.${Math.floor(calls / 250) % 250}.${calls % 250}`,
        'x-rehearsal-entry': entry,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(path.startsWith('/api/operacao') ? { [OPERATOR_HEADER]: 'Ensaio' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    const code = typeof read['code'] === 'string' ? read['code'] : undefined;
    return { status: answer.status, code, body: read };
  }

  async function deliver(body: string): Promise<number> {
    const answer = await ask(asaasWebhookEndpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'asaas-access-token': localSecrets.asaasWebhookToken },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  }
  carry = deliver;

  return {
    services: () => services,
    now: () => clock,
    async begin(nowMs) {
      clock = nowMs;
      isClockSent = false;
      services = fresh();
      carry = deliver;
      accounts.begin();
      identity.forgetGroups();
      await control('reset');
      await control('set', { databaseMs: 0 });
    },
    pass(ms) {
      clock += ms;
      isClockSent = false;
    },
    setDatabaseDelay: (ms) => control('set', { databaseMs: ms }),
    call,
    operate: (command, body) => call({ path: operationPath(command), token: operator, body }),
    deliver,
    carryEvents(next) {
      carry = next;
    },
    work: async () => (await control<{ waiting: number }>('scheduled')).waiting,
    newAccount: accounts.next,
    identity: () => identity.snapshot(),
    rows: (sql) => control('rows', { sql }),
    async stop() {
      await runtime.stop();
      await identity.stop();
    },
  };
}

/** The realm's keys never change, so they are fetched once and cached. */
function createKeyCache(): (request: Request) => Promise<Response> {
  const known = new Map<string, string>();
  return async (request) => {
    if (request.method !== 'GET' || !request.url.endsWith('/certs')) return fetch(request);
    const text = known.get(request.url) ?? (await (await fetch(request)).text());
    known.set(request.url, text);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

/** Accounts are reused by later sequences: hashing a password takes longer than a step. */
function createAccounts(identity: IdentityStandIn, now: () => number) {
  const made: { subject: string; email: string }[] = [];
  let used = 0;
  const exists = (subject: string) => identity.snapshot().users.some(({ id }) => id === subject);
  return {
    begin() {
      used = 0;
    },
    async next(): Promise<Account> {
      const index = used;
      used += 1;
      const known = made[index];
      if (known === undefined || !exists(known.subject)) {
        const email = `cliente-${index + 1}@teste.example`;
        made[index] = {
          email,
          subject: await identity.addUser({ email, password: 'senha-do-ensaio', name: 'Pessoa de Teste' }),
        };
      }
      const { email, subject } = made[index] as { subject: string; email: string };
      const tokens = new Map<string, Promise<string>>();
      return {
        subject,
        email,
        token(groups) {
          const name = groups.join();
          const token = tokens.get(name) ?? identity.tokenFor(email, { exp: TOKEN_UNTIL, groups });
          tokens.set(name, token);
          return token;
        },
        freshToken: (groups) =>
          identity.tokenFor(email, { exp: TOKEN_UNTIL, groups, auth_time: Math.floor(now() / 1000) }),
        exists: () => exists(subject),
      };
    },
  };
}
