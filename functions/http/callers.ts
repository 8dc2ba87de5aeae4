/** Who may call a route, and how often: people. Servers: servers.ts. */
import { timingSafeEqual } from 'hono/utils/buffer';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { OPERATOR_HEADER, OPERATOR_ROLE, OperatorName } from '#domain/api-schemas/operations.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { isFreshSignIn } from '#domain/sign-in/fresh.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { isDeletedAccount } from '#functions/platform/deleted-accounts.ts';
import type { KeyedHash } from '#functions/platform/keyed-hash.ts';
import { inScope } from '#functions/platform/request-scope.ts';
import type { Identity, TokenVerifier } from '#functions/vendors/identity.ts';
import { type AppContext, callerNetwork } from './request.ts';
import type { Layer } from './route.ts';

/** Rate limit buckets; see `ratelimits` in wrangler.jsonc. The last two are of no route: functions/alerts/second-look.ts. */
export type RateLimitBucket =
  | 'availability'
  | 'checkout'
  | 'status'
  | 'missing-page'
  | 'feedback'
  | 'support'
  | 'upgrade'
  | 'quota'
  | 'account'
  | 'operations'
  | 'look'
  | 'look-host';

export interface RateLimiter {
  /** True while `key` is within the bucket's limit. */
  allow(bucket: RateLimitBucket, key: string): Promise<boolean>;
}

interface Limited {
  readonly rateLimiter: RateLimiter;
}
interface Verified extends Limited {
  /** Verifies tokens of the site's client. */
  readonly verifier: TokenVerifier;
  readonly db: D1Database;
  readonly clock: Clock;
  readonly partyHash: KeyedHash;
  /** Follows another proven address that a token carries. */
  readonly followAddress: (identity: Identity) => Promise<void>;
}

const tokenErrors: readonly ErrorCode[] = ['unauthenticated', 'identity-unavailable'];

/** Any caller, limited per network. */
export function byNetwork(bucket: RateLimitBucket): Layer<Limited> {
  return {
    describes: { errors: ['rate-limited'], limit: { bucket, by: ['network'] } },
    before:
      ({ rateLimiter }) =>
      async (c, next) => {
        await countCall(rateLimiter, bucket, callerNetwork(c));
        await next();
      },
  };
}

/**
 * A caller with an account, limited per account. A deleted account is refused even though its token is still valid.
 * @param also `network`: the same bucket also counts the caller's network.
 */
export const account = (bucket: RateLimitBucket, also?: 'network') => accountLayer(bucket, also, true);

/**
 * As `account`, without the look-up of deleted accounts and of what changed: only for the progress of an order, which is asked every few
 * seconds and reads one row of the caller's own.
 */
export const pollingAccount = () => accountLayer('status', undefined, false);

function accountLayer(
  bucket: RateLimitBucket,
  also: 'network' | undefined,
  refusesDeleted: boolean,
): Layer<Verified, { identity: Identity }> {
  return {
    describes: {
      security: [{ conta: [] }],
      errors: [...tokenErrors, 'rate-limited'],
      limit: { bucket, by: ['account', ...(also ? [also] : [])] },
    },
    before: (needs) => async (c, next) => {
      const { rateLimiter } = needs;
      const identity = await needs.verifier.verify(c.req.header('authorization'));
      if (also) {
        await countCall(rateLimiter, bucket, `sub:${identity.subject}`);
        await countCall(rateLimiter, bucket, `ip:${callerNetwork(c)}`);
      } else await countCall(rateLimiter, bucket, identity.subject);
      if (refusesDeleted && (await isDeletedAccount(needs, identity.subject)))
        throw new DomainError('unauthenticated', { message: 'the account was deleted' });
      if (refusesDeleted) await needs.followAddress(identity);
      c.set('identity', identity);
      await next();
    },
    around: (_, c, handle) =>
      inScope({ requestId: c.get('requestId'), subject: c.get('identity').subject }, handle),
  };
}

/**
 * Requires a sign-in within the last minutes, by the time that the provider signed into the token. Comes after
 * `account`.
 */
export function freshSignIn(): Layer<{ readonly clock: Clock }> {
  return {
    describes: { errors: ['sign-in-stale'] },
    before:
      ({ clock }) =>
      async (c, next) => {
        if (!isFreshSignIn(c.get('identity').signedInAt, clock.now())) throw new DomainError('sign-in-stale');
        await next();
      },
  };
}

/**
 * Sets the caller's account when a valid token is sent. The route is public: an expired token is ignored, not refused.
 */
export function knownAccount(): Layer<Pick<Verified, 'verifier'>, { subject: string | null }> {
  return {
    describes: { security: [{}, { conta: [] }] },
    before:
      ({ verifier }) =>
      async (c, next) => {
        const authorization = c.req.header('authorization');
        const identity = authorization && (await verifier.verify(authorization).catch(() => null));
        c.set('subject', identity ? identity.subject : null);
        await next();
      },
  };
}

/**
 * Requires the token to name the environment in the path. Runs after the body was read and before the Idempotency-Key
 * is taken: a token issued before its group existed is refused, and the retry with a fresh token can use the same key.
 */
export function ownTenant(): Layer<unknown> {
  return {
    describes: { errors: ['forbidden'] },
    before: () => async (c, next) => {
      if (c.get('identity').tenant !== c.req.param('tenant')) throw new DomainError('forbidden');
      await next();
    },
  };
}

interface OperatorVerified extends Limited {
  /** Verifies tokens of the operators' client. */
  readonly operatorVerifier: TokenVerifier;
}

/** Requires a token of the operators' client with the realm role; all other callers get the same refusal. */
export function operator(): Layer<OperatorVerified, { identity: Identity }> {
  return {
    describes: {
      security: [{ operador: [] }],
      errors: [...tokenErrors, 'rate-limited', 'forbidden', 'validation-failed'],
      limit: { bucket: 'operations', by: ['account'] },
      parameters: [
        {
          name: OPERATOR_HEADER,
          in: 'header',
          required: false,
          description: 'Nome de quem opera, em percent-encoding; preciso quando o token não diz o nome.',
          schema: { type: 'string', examples: ['Maria%20da%20Silva'] },
        },
      ],
    },
    before:
      ({ operatorVerifier, rateLimiter }) =>
      async (c, next) => {
        const identity = await operatorVerifier.verify(c.req.header('authorization'));
        await countCall(rateLimiter, 'operations', identity.subject);
        if (!identity.roles.includes(OPERATOR_ROLE))
          throw new DomainError('forbidden', { sentence: 'Só operadores podem fazer isto.' });
        c.set('identity', identity);
        await next();
      },
  };
}

interface ReadyKeyed extends OperatorVerified {
  /** Key that opens readiness and nothing else; `null` when none is set. */
  readonly readyKey: string | null;
}

/**
 * An operator, or the readiness key as the bearer token: alarms have no token, and operators get none while identity is
 * down.
 */
export function operatorOrReadyKey(): Layer<ReadyKeyed> {
  const byToken = operator();
  return {
    describes: { ...byToken.describes, security: [{ operador: [] }, { prontidao: [] }] },
    before: (needs) => {
      const asOperator = byToken.before?.(needs);
      return async (c, next) => {
        const { readyKey, rateLimiter } = needs;
        const bearer = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
        if (readyKey === null || !(await timingSafeEqual(bearer, readyKey))) return asOperator?.(c, next);
        await countCall(rateLimiter, 'operations', 'ready-key');
        await next();
      };
    },
  };
}

/**
 * Sets the operator's name for all further logs and events. A personal token contains it; with the shared client's
 * token the command must send it.
 */
export function operatorName(): Layer<unknown, { operator: string }> {
  return {
    describes: {},
    before: () => async (c, next) => {
      const read = OperatorName.safeParse(c.get('identity').name ?? decodedHeader(c));
      if (!read.success)
        throw new DomainError('validation-failed', {
          fields: { operador: fieldSentences(read.error)[''] ?? '' },
        });
      c.set('operator', read.data);
      await next();
    },
    around: (_, c, handle) => inScope({ requestId: c.get('requestId'), operator: c.get('operator') }, handle),
  };
}

/** Headers are ASCII only, so names in Portuguese come percent-encoded. */
function decodedHeader(c: AppContext): string {
  try {
    return decodeURIComponent(c.req.header(OPERATOR_HEADER) ?? '');
  } catch {
    return '';
  }
}

async function countCall(rateLimiter: RateLimiter, bucket: RateLimitBucket, caller: string): Promise<void> {
  if (!(await rateLimiter.allow(bucket, caller))) throw new DomainError('rate-limited');
}
