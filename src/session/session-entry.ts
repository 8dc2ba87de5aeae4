/**
 * Decides who may see a protected page and where everyone else goes (requirements 000 §2, §4; docs/identity.md).
 *
 * Does not own: carrying it out (protected.tsx). `action` is an enum; nothing else in the address is followed.
 */
import { type AuthAction, authActions } from '#domain/api-schemas/sign-in.ts';
import { normalizePlanId } from '#domain/plans/ids.ts';

export interface Arrival {
  /** Path and query of the protected page. */
  readonly path: string;
  /** Fragment that the page was opened with; the identity provider answers there. */
  readonly fragment: string;
  /** Opened with the browser's Back or Forward. */
  readonly isByHistory: boolean;
}

export type Entry =
  | { readonly kind: 'show'; readonly path: string }
  | { readonly kind: 'dashboard'; readonly tenant: string }
  /** A customer chose a plan, and an account has one environment. */
  | { readonly kind: 'plan-chosen' }
  | {
      readonly kind: 'sign-in';
      readonly action: AuthAction;
      readonly redirectTo: string;
      readonly isPromptForced: boolean;
    }
  /** Returned from the provider without a session; redirecting again would be a loop. */
  | { readonly kind: 'blocked' }
  /** Came back from there with the browser's button: nothing is wrong, and nothing is being tried. */
  | { readonly kind: 'returned' };

/** `tenant` is `undefined` for a visitor, `null` for an account without an environment. */
export function decideEntry(arrival: Arrival, tenant: string | null | undefined): Entry {
  const action = readAction(arrival.path);
  const path = withoutAction(arrival.path);
  if (tenant !== undefined) {
    if (action === null || tenant === null) return { kind: 'show', path };
    return hasPaidPlan(path) ? { kind: 'plan-chosen' } : { kind: 'dashboard', tenant };
  }
  if (isFailedAnswer(arrival.fragment)) return { kind: 'blocked' };
  if (arrival.isByHistory) return { kind: 'returned' };
  if (action === null) return { kind: 'sign-in', action: 'login', redirectTo: path, isPromptForced: false };
  // Keep the action for a login, which may lead to an environment; a new account has none.
  const redirectTo = action === 'login' ? arrival.path : path;
  return { kind: 'sign-in', action, redirectTo, isPromptForced: true };
}

/** The action in an address, or `null`. */
export function readAction(path: string): AuthAction | null {
  const written = new URLSearchParams(queryOf(path)).get('action');
  return authActions.find((known) => known === written) ?? null;
}

/** False for the free plan: the address of every button that says only "grátis" names it too. */
function hasPaidPlan(path: string): boolean {
  return normalizePlanId(new URLSearchParams(queryOf(path)).get('plan')) !== 'free';
}

function withoutAction(path: string): string {
  const query = new URLSearchParams(queryOf(path));
  query.delete('action');
  const rest = query.toString();
  return `${path.split('?')[0]}${rest === '' ? '' : `?${rest}`}`;
}

const queryOf = (path: string): string => path.split('?').slice(1).join('?');

/**
 * True for the provider's answer to a tab that waited while another one signed in (tests/vendors/identity-proof.test.ts).
 *
 * keycloak-js would ask for the password, and take the state that the other tab still needs; a silent check is enough.
 */
export const isOvertaken = (fragment: string): boolean =>
  answerIn(fragment).get('error_description') === 'authentication_expired';

/** `login_required` is no failure: a silent check found no session, and the visitor was not asked yet. */
function isFailedAnswer(fragment: string): boolean {
  const answer = answerIn(fragment);
  return answer.has('state') && answer.get('error') !== 'login_required' && !isOvertaken(fragment);
}

const answerIn = (fragment: string) => new URLSearchParams(fragment.replace(/^#/, ''));
