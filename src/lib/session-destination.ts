/**
 * Where a button leads, by who presses it (requirements 000 §4).
 *
 * Owns: the decision and the addresses. Does not own: finding out who presses (session.ts) or moving there.
 */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { tenantUrl } from '#lib/public-config.ts';

export type SessionAction = 'login' | 'register';

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

/** The part of a session that decides; see session.ts for the whole. */
export type KnownSession =
  | { readonly status: 'visitor' }
  | { readonly status: 'authenticated'; readonly tenant: string | null; token(): Promise<string> };

/** `/api/auth/redirect?action=register&plan=pro&cycle=yearly`: works as a plain link. */
export function authRedirectUrl(apiUrl: string, action: SessionAction, choice?: PlanChoice): string {
  return `${apiUrl}/api/auth/redirect?${new URLSearchParams({ action, ...choice })}`;
}

/** Address of the sign-up form, the choice kept. */
export function checkoutPath(choice?: PlanChoice): string {
  return choice === undefined ? '/checkout' : `/checkout?${new URLSearchParams({ ...choice })}`;
}

/**
 * The address for someone whose session is known.
 *
 * A tenant's owner goes to the environment, anyone else signed in to the sign-up form, a visitor to the identity
 * provider by way of the API.
 */
export function destinationFor(
  session: KnownSession,
  action: SessionAction,
  to: Destinations,
  choice?: PlanChoice,
): string {
  if (session.status === 'visitor') return authRedirectUrl(to.apiUrl, action, choice);
  if (session.tenant !== null) return `${tenantUrl(to.tenantUrlTemplate, session.tenant)}/dashboard`;
  return checkoutPath(choice);
}

/**
 * Asks for the session, only now that it matters, and decides.
 *
 * Whatever fails on the way leads to the identity provider, as for a visitor.
 */
export async function resolveDestination(
  getSession: () => Promise<KnownSession>,
  action: SessionAction,
  to: Destinations,
  choice?: PlanChoice,
): Promise<string> {
  try {
    const session = await getSession();
    if (session.status === 'authenticated') await session.token();
    return destinationFor(session, action, to, choice);
  } catch {
    // Not knowing who it is, is being a visitor.
    return authRedirectUrl(to.apiUrl, action, choice);
  }
}
