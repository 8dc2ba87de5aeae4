/**
 * oidc-provider configured as a Keycloak realm, so that an unmodified keycloak-js can sign in.
 *
 * Owns: the library's configuration and its differences from the defaults. Does not own: pages and the Admin API.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import Provider, {
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type JWTStructured,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import {
  ACCESS_TOKEN_SECONDS,
  ENVIRONMENTS_CLIENT,
  FUNCTIONS_CLIENT,
  OPS_CLIENT,
  opsTokenClaims,
  personClaims,
  SITE_CLIENT,
  serviceTokenClaims,
  userTokenClaims,
} from './claims.ts';
import { renderFailure } from './pages.ts';
import { createRecords, signedInAt } from './records.ts';
import { interactions, loadGrant, RESOURCE, SCOPE } from './sign-in-policy.ts';
import type { IdentityStore } from './store.ts';

/** The client of the environments' sign-in. */
export interface EnvironmentsClient {
  /** Its only redirect address. */
  readonly callbackUrl: string;
  readonly clientSecret: string;
}

export interface RealmOptions {
  readonly store: IdentityStore;
  /** `http://localhost:{port}/realms/vigia`. */
  readonly issuer: string;
  readonly siteOrigin: string;
  readonly adminClientSecret: string;
  readonly opsClientSecret: string;
  readonly environments?: EnvironmentsClient | undefined;
  readonly signingKey: JWK;
  /** Prefix of cookie names: cookies ignore ports, and two local stacks must not share sessions. */
  readonly cookiePrefix: string;
}

const TWO_WEEKS_SECONDS = 14 * 24 * 60 * 60;

/** Path of a realm endpoint below the issuer. */
export const endpoint = (name: string): string => `/protocol/openid-connect/${name}`;

const machineClaims = (clientId: string | undefined) =>
  clientId === OPS_CLIENT ? opsTokenClaims() : serviceTokenClaims();

/** Replaces the library's claims by Keycloak's, except times and ids. */
function keycloakAccessToken({ store, siteOrigin }: RealmOptions) {
  return (_ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials, parts: JWTStructured): void => {
    const { jti, iat, exp, iss } = parts.payload;
    const user = token.kind === 'AccessToken' ? store.findUser(token.accountId) : undefined;
    const sid = token.kind === 'AccessToken' ? (token.sessionUid ?? '') : '';
    parts.header = { typ: 'JWT' };
    parts.payload = {
      exp,
      iat,
      jti,
      iss,
      // Keycloak omits the audience in the site's token; the library requires one.
      aud: [],
      ...(user
        ? {
            ...userTokenClaims(store, user, { sid, signedInAt: signedInAt(store, sid) }, siteOrigin),
            azp: token.clientId,
          }
        : machineClaims(token.clientId)),
    };
  };
}

/** A client that authenticates as itself. */
const machineClient = {
  token_endpoint_auth_method: 'client_secret_post',
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
} as const;

/** The client of the environments' sign-in, with a secret and one redirect address. */
const environmentsClient = ({ callbackUrl, clientSecret }: EnvironmentsClient) =>
  ({
    client_id: ENVIRONMENTS_CLIENT,
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [callbackUrl],
  }) as const;

function configure(options: RealmOptions): Configuration {
  const { store, issuer, siteOrigin, cookiePrefix } = options;
  const cookie = { httpOnly: true, sameSite: 'lax' } as const;
  return {
    adapter: createRecords(store),
    jwks: { keys: [options.signingKey] },
    clients: [
      {
        client_id: SITE_CLIENT,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${siteOrigin}/`],
      },
      ...(options.environments ? [environmentsClient(options.environments)] : []),
      {
        client_id: FUNCTIONS_CLIENT,
        client_secret: options.adminClientSecret,
        ...machineClient,
      },
      {
        client_id: OPS_CLIENT,
        client_secret: options.opsClientSecret,
        ...machineClient,
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === siteOrigin,
    scopes: SCOPE.split(' '),
    claims: {
      openid: ['sub', 'typ', 'azp'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    cookies: {
      keys: [store.state.cookieKey],
      names: {
        session: `${cookiePrefix}-session`,
        interaction: `${cookiePrefix}-interaction`,
        resume: `${cookiePrefix}-resume`,
      },
      long: { ...cookie, path: new URL(issuer).pathname },
      short: cookie,
    },
    routes: {
      authorization: endpoint('auth'),
      token: endpoint('token'),
      jwks: endpoint('certs'),
      end_session: endpoint('logout'),
    },
    discovery: {
      end_session_endpoint: `${issuer}${endpoint('logout')}`,
      userinfo_endpoint: `${issuer}${endpoint('userinfo')}`,
      check_session_iframe: `${issuer}${endpoint('login-status-iframe.html')}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Logout and userinfo are our own routes: the library asks before every logout and refuses tokens with an
      // audience.
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience: 'account',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    formats: { customizers: { jwt: keycloakAccessToken(options) } },
    responseTypes: ['code'],
    interactions: {
      policy: interactions(),
      url: (_ctx, interaction) => `${new URL(issuer).pathname}/login-actions/${interaction.uid}`,
    },
    findAccount(_ctx, id) {
      const user = store.findUser(id);
      return (
        user && {
          accountId: user.id,
          claims: () => ({ ...personClaims(store, user), sub: user.id, typ: 'ID', azp: SITE_CLIENT }),
        }
      );
    },
    loadExistingGrant: loadGrant,
    pkce: { required: () => true },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // With rotation, a tab that holds the old token would sign every tab out.
    rotateRefreshToken: false,
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = String(
        renderFailure(siteOrigin, [out.error, out.error_description].filter(Boolean).join(': ')),
      );
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      ClientCredentials: ACCESS_TOKEN_SECONDS,
      Grant: TWO_WEEKS_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: 60 * 60,
      RefreshToken: TWO_WEEKS_SECONDS,
      Session: TWO_WEEKS_SECONDS,
    },
  };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** keycloak-js decodes the refresh token, so ours is formatted like Keycloak's JWT although it is only a reference. */
function refreshTokenId(this: { readonly sessionUid?: string }): string {
  const header = part({ alg: 'HS512', typ: 'JWT' });
  const payload = part({ typ: 'Refresh', azp: SITE_CLIENT, jti: randomUUID(), sid: this.sessionUid });
  return `${header}.${payload}.${randomBytes(32).toString('base64url')}`;
}

/** True for any path of the site, as Keycloak's `{origin}/*`. */
export function isSiteUri(siteOrigin: string, uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).origin === siteOrigin;
}

export function createRealm(options: RealmOptions): Provider {
  const provider = new Provider(options.issuer, configure(options));
  provider.Client.prototype.redirectUriAllowed = function isAllowed(this: { clientId: string }, uri) {
    if (this.clientId === ENVIRONMENTS_CLIENT) return uri === options.environments?.callbackUrl;
    return isSiteUri(options.siteOrigin, uri);
  };
  Object.assign(provider.RefreshToken.prototype, { generateTokenId: refreshTokenId });
  return provider;
}
