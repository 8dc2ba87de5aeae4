/**
 * Local identity provider: Keycloak's URLs, tokens and Admin API subset for the realm `vigia`.
 *
 * Owns: composition, life cycle, seed accounts, and helpers for tests. Uses `localhost` everywhere: cookies of
 * `127.0.0.1` would belong to another site.
 */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { Hono } from 'hono';
import {
  close,
  type Faults,
  listen,
  misbehave,
  noFaults,
  refuseProduction,
  type StandIn,
} from '../stand-in.ts';
import { accountRoutes } from './account-routes.ts';
import { adminApi } from './admin-api.ts';
import {
  createTokenReader,
  ensureSigningKey,
  FUNCTIONS_CLIENT,
  SITE_CLIENT,
  userTokenClaims,
} from './claims.ts';
import { dashboardRoutes, type IdentitySnapshot, snapshot } from './dashboard.ts';
import type { IdentityEnv } from './mount.ts';
import { renderAccount } from './pages.ts';
import { hashPassword } from './passwords.ts';
import { createProofs, type RealmMail } from './proofs.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { createRealm, type EnvironmentsClient, endpoint } from './provider.ts';
import { createIdentityStore } from './store.ts';

const REALM = 'vigia';

export interface SeedUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** The account's groups by name; created when missing. */
  readonly groups?: readonly string[];
  /** True by default. */
  readonly isEmailProven?: boolean;
}

export interface IdentityStandInOptions {
  readonly port: number;
  /** Origin whose pages may sign people in. */
  readonly siteOrigin: string;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  readonly adminClientSecret?: string;
  readonly opsClientSecret?: string;
  /** Client of the environments; without it the realm signs in for the site only. */
  readonly environments?: EnvironmentsClient;
  /** Where the realm's own mails go; it throws when the mail is not accepted. */
  readonly sendMail?: (mail: RealmMail) => Promise<void>;
  /** Accounts of an empty realm; by default the demonstration account. */
  readonly seedUsers?: readonly SeedUser[];
}

/** Claims that replace the usual ones (`exp`, `iss`, `azp`, …); `undefined` removes a claim. */
export type TokenOverrides = Readonly<Record<string, unknown>>;

export interface IdentityStandIn extends StandIn {
  readonly realm: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly clientId: string;
  readonly adminClientId: string;
  readonly adminClientSecret: string;
  /** Breaks the Admin API and the token endpoint when set. */
  readonly faults: Faults;
  /** Adds an account and returns its id; throws when the e-mail is taken. */
  addUser(user: SeedUser): Promise<string>;
  /** An access token like those of a login. */
  tokenFor(email: string, overrides?: TokenOverrides): Promise<string>;
  snapshot(): IdentitySnapshot;
  /** Removes every group; the accounts stay. */
  forgetGroups(): void;
}

/** The account on the board of `npm start`. */
export const demoUser: SeedUser = {
  email: 'demo@vigia.example',
  password: 'vigia-demo-123',
  name: 'Conta de demonstração',
};

/** Secret of the service account in the local stack. */
const LOCAL_ADMIN_CLIENT_SECRET = 'vigia-functions-local';
const LOCAL_OPS_CLIENT_SECRET = 'vigia-ops-local';

export function createIdentityStandIn(options: IdentityStandInOptions): IdentityStandIn {
  refuseProduction('identidade');
  const { port, siteOrigin, seedUsers = [demoUser], sendMail = async () => undefined } = options;
  const { adminClientSecret = LOCAL_ADMIN_CLIENT_SECRET, opsClientSecret = LOCAL_OPS_CLIENT_SECRET } =
    options;
  const url = `http://localhost:${port}`;
  const issuer = `${url}/realms/${REALM}`;
  const faults = noFaults();
  const store = createIdentityStore(options.stateDir ?? null);
  let server: Server | undefined;
  let prepared: ReturnType<typeof prepare> | undefined;

  async function addUser({
    password,
    groups = [],
    isEmailProven = true,
    ...known
  }: SeedUser): Promise<string> {
    const user = store.addUser({ ...known, isEmailProven, passwordHash: await hashPassword(password) });
    if (!user) throw new Error(`${known.email} already has an account`);
    for (const wanted of groups) {
      const group = store.addGroup(wanted) ?? store.state.groups.find(({ name: known }) => known === wanted);
      if (group) store.addMember(user, group);
    }
    return user.id;
  }

  async function prepare() {
    const signingKey = await ensureSigningKey(store);
    if (store.state.users.length === 0) for (const user of seedUsers) await addUser(user);
    const tokens = createTokenReader(issuer, signingKey);
    const provider = createRealm({
      store,
      issuer,
      siteOrigin,
      adminClientSecret,
      opsClientSecret,
      environments: options.environments,
      signingKey,
      cookiePrefix: `vigia-id-${port}`,
    });
    const entry = options.environments && new URL(options.environments.callbackUrl);
    const otherOrigins = entry ? [entry.origin, `${entry.protocol}//*.${entry.host}`] : [];
    const app = new Hono<IdentityEnv>()
      .route('/', dashboardRoutes(store, faults))
      .use('/admin/*', misbehave(faults))
      .route(`/admin/realms/${REALM}`, adminApi(store, tokens))
      .get(`/realms/${REALM}/account`, (c) => c.html(renderAccount(siteOrigin)))
      .route(
        `/realms/${REALM}/login-actions`,
        accountRoutes({
          provider,
          store,
          siteOrigin,
          otherOrigins,
          proofs: createProofs({ store, issuer, sendMail }),
        }),
      )
      .route(`/realms/${REALM}`, protocolRoutes({ provider, store, tokens, siteOrigin, faults }))
      .get('/', (c) => c.redirect('/__stand-in'));
    return { app, tokens };
  }

  function ready() {
    prepared ??= prepare();
    return prepared;
  }

  return {
    name: 'Identidade (Keycloak)',
    url,
    realm: REALM,
    issuer,
    jwksUrl: `${issuer}${endpoint('certs')}`,
    clientId: SITE_CLIENT,
    adminClientId: FUNCTIONS_CLIENT,
    adminClientSecret,
    faults,
    addUser,
    snapshot: () => snapshot(store),
    async tokenFor(email, overrides = {}) {
      const { tokens } = await ready();
      const user = store.findUserByEmail(email);
      if (!user) throw new Error(`${email} has no account`);
      const session = { sid: randomUUID(), signedInAt: Math.floor(Date.now() / 1000) };
      return tokens.sign({ ...userTokenClaims(store, user, session, siteOrigin), ...overrides });
    },
    forgetGroups() {
      for (const group of [...store.state.groups]) store.removeGroup(group);
    },
    async start() {
      const { app } = await ready();
      server = await listen(app.fetch as Hono['fetch'], port);
    },
    async stop() {
      await close(server);
      server = undefined;
    },
  };
}
