/** Many valid tokens, and every kind of forged one. */
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { KEYCLOAK_OPS_CLIENT_ID } from '#dev/local-values.ts';
import type { Stack } from '#dev/stack.ts';
import { demoUser } from '#dev/stand-ins/identity/index.ts';
import { OPERATOR_ROLE } from '#domain/api-schemas/operations.ts';

export interface Tokens {
  /** Tokens of accounts without an environment: rate limits count per account, so many are needed. */
  readonly accounts: readonly string[];
  /** Two accounts that were not used for anything else. */
  readonly fresh: readonly [string, string];
  readonly operators: readonly string[];
  /** Tokens of another environment's group. */
  readonly foreigners: readonly string[];
  /** Forged tokens by name; none may be accepted. */
  readonly forged: ReadonlyMap<string, string>;
}

const HOUR_SECONDS = 3600;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function mintTokens(stack: Stack): Promise<Tokens> {
  const { identity } = stack.services;
  const now = Math.floor(Date.now() / 1000);
  const mint = (claims: Record<string, unknown>): Promise<string> =>
    identity.tokenFor(demoUser.email, {
      sub: randomUUID(),
      exp: now + 6 * HOUR_SECONDS,
      groups: [],
      ...claims,
    });
  const many = (count: number, claims: Record<string, unknown>): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => mint(claims)));
  const { keys } = (await (await fetch(identity.jwksUrl)).json()) as { keys: { n: string; kid: string }[] };
  return {
    accounts: await many(400, {}),
    fresh: [await mint({}), await mint({})],
    operators: await many(60, { azp: KEYCLOAK_OPS_CLIENT_ID, realm_access: { roles: [OPERATOR_ROLE] } }),
    foreigners: await many(200, { groups: ['tenant:outra-padaria'] }),
    forged: await forge(mint, keys[0] ?? { n: '', kid: '' }, identity.issuer),
  };
}

async function forge(
  mint: (claims: Record<string, unknown>) => Promise<string>,
  key: { n: string; kid: string },
  issuer: string,
): Promise<ReadonlyMap<string, string>> {
  const good = await mint({});
  const [head = '', body = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = own.publicKey.export({ format: 'jwk' });
  const signed = (header: Record<string, unknown>): string => {
    const text = `${encode(header)}.${body}`;
    return `${text}.${sign('sha256', Buffer.from(text), own.privateKey).toString('base64url')}`;
  };
  const hashed = (secret: string | Buffer): string => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${body}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const flipped = `${signature.slice(0, -4)}${signature.at(-4) === 'A' ? 'B' : 'A'}${signature.slice(-3)}`;
  const bare = (alg: string): string => `${encode({ alg, typ: 'JWT', kid: key.kid })}.${body}.`;
  const rs256 = { alg: 'RS256', typ: 'JWT', kid: key.kid };
  return new Map([
    ['alg none', bare('none')],
    ['alg None with the signature', `${encode({ alg: 'None' })}.${body}.${signature}`],
    ['no alg', `${encode({ typ: 'JWT', kid: key.kid })}.${body}.${signature}`],
    ['HS256 with the public modulus', hashed(key.n)],
    ['HS256 with the bytes of the public key', hashed(Buffer.from(key.n, 'base64url'))],
    ['HS256 with an empty key', hashed('')],
    ['another key under the known id', signed(rs256)],
    ['another key under an unknown id', signed({ ...rs256, kid: 'outra' })],
    ['an embedded key', signed({ ...rs256, jwk })],
    [
      'a key at another address',
      signed({ ...rs256, jku: 'https://evil.example/certs', x5u: 'https://evil.example/x' }),
    ],
    ['an id that is a path', signed({ ...rs256, kid: "../../dev/null' OR 1=1" })],
    ['a critical header', `${encode({ ...rs256, crit: ['b64'], b64: false })}.${body}.${signature}`],
    ['other claims under a valid signature', `${head}.${encode({ ...claims, sub: 'outra' })}.${signature}`],
    ['a flipped signature', `${head}.${body}.${flipped}`],
    ['no signature', `${head}.${body}.`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${good}.${signature}`],
    ['not base64', `${head}.***.${signature}`],
    ['claims that are not an object', `${head}.${encode('x')}.${signature}`],
    ['expired', await mint({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['never expires', await mint({ exp: undefined })],
    ['an expiry that is not a number', await mint({ exp: '9999999999' })],
    ['not yet', await mint({ nbf: Math.floor(Date.now() / 1000) + HOUR_SECONDS })],
    ['of another realm', await mint({ iss: issuer.replace(/vigia$/, 'outro') })],
    ['of another host', await mint({ iss: 'https://evil.example/realms/vigia' })],
    ['for another client', await mint({ azp: 'outro', aud: 'outro' })],
    ['for nobody', await mint({ azp: undefined, aud: undefined })],
    ['an ID token', await mint({ typ: 'ID' })],
    ['a refresh token', await mint({ typ: 'Refresh' })],
    ['no subject', await mint({ sub: undefined })],
    ['an empty subject', await mint({ sub: '' })],
    ['a subject that is not a string', await mint({ sub: { $ne: null } })],
  ]);
}
