/**
 * Where a button leads, by who presses it (requirements 000 §4).
 *
 * Owns: the decision and the addresses. Does not own: finding out who presses (session.ts) or moving there.
 */
import { type AuthAction, authRedirectPath } from '#domain/contracts/sign-in.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';

export type SessionAction = AuthAction;

export interface PlanChoice {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

/** What a button needs to know to lead anywhere; serialisable, so pages hand it to islands. */
export interface Destinations {
  /** Origin of the API; empty for the site's own. */
  readonly apiUrl: string;
  readonly tenantUrlTemplate: string;
}

/** Query with which the support page says why it opened. */
export const PLAN_CHOSEN = 'motivo=plano';

/** The part of a session that decides; see session.ts for the whole. */
export type KnownSession =
  | { readonly status: 'visitor' }
  | { readonly status: 'authenticated'; readonly tenant: string | null; token(): Promise<string> };

/** `/api/auth/redirect?action=register&plan=pro&cycle=yearly`: works as a plain link. */
export function authRedirectUrl(apiUrl: string, action: SessionAction, choice?: PlanChoice): string {
  return `${apiUrl}${authRedirectPath(action, choice)}`;
}

/** Address of the sign-up form, the choice kept. */
export function checkoutPath(choice?: PlanChoice): string {
  return choice === undefined ? '/checkout' : `/checkout?${new URLSearchParams({ ...choice })}`;
}

/**
 * The address for someone whose session is known.
 *
 * A visitor goes to the identity provider by way of the API, an account without environment to the sign-up form.
 * A customer goes to the environment or, having chosen a plan, to the support page: one account has one environment.
 */
function destinationFor(
  session: KnownSession,
  action: SessionAction,
  to: Destinations,
  choice?: PlanChoice,
): string {
  if (session.status === 'visitor') return authRedirectUrl(to.apiUrl, action, choice);
  if (session.tenant === null) return checkoutPath(choice);
  if (choice !== undefined) return `/suporte?${PLAN_CHOSEN}`;
  return `${tenantUrl(to.tenantUrlTemplate, session.tenant)}/dashboard`;
}

/**
 * Asks for the session, only now that it matters, and decides.
 *
 * The token is renewed first, so that a group given meanwhile counts. A choice of plan goes on without the renewal;
 * whatever else fails on the way leads to the identity provider, as for a visitor.
 */
export async function resolveDestination(
  getSession: () => Promise<KnownSession>,
  action: SessionAction,
  to: Destinations,
  choice?: PlanChoice,
): Promise<string> {
  try {
    const session = await getSession();
    if (session.status === 'visitor') return authRedirectUrl(to.apiUrl, action, choice);
    await session.token().catch((cause: unknown) => {
      if (choice === undefined) throw cause;
    });
    return destinationFor(await getSession(), action, to, choice);
  } catch {
    // Not knowing who it is, is being a visitor.
    return authRedirectUrl(to.apiUrl, action, choice);
  }
}
