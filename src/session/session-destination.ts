/**
 * Where a button leads, depending on the visitor (requirements 000 §4).
 *
 * Owns: the decision and the addresses. Does not own: reading the session (session.ts) or navigating.
 */
import { type AuthAction, authRedirectPath } from '#domain/api-schemas/sign-in.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';

export interface PlanChoice {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

/** What the decision needs to know about the pressed link. */
export interface SessionLink {
  /** The link's own address, where a visitor goes: sign-in or registration at the identity provider, through the API. */
  readonly visitorUrl: string;
  readonly action: AuthAction;
  readonly tenantUrlTemplate: string;
  /** The plan whose button was pressed; absent for "Entrar" and for every button that says only "grátis". */
  readonly choice?: PlanChoice | undefined;
}

/** Query that makes the support page explain why it was opened. */
export const PLAN_CHOSEN = 'motivo=plano';

/** The support page, explaining why it opened. */
export const planChosenPath = `/suporte?${PLAN_CHOSEN}`;

/** The part of a session that the decision needs; see session.ts. */
export type KnownSession =
  | { readonly status: 'visitor' }
  | { readonly status: 'authenticated'; readonly tenant: string | null; token(): Promise<string> };

/** What a registration opens when no plan was chosen: the buttons that start it say "grátis" or name no plan. */
const freeChoice: PlanChoice = { plan: 'free', cycle: 'monthly' };

const formChoice = (action: AuthAction, choice: PlanChoice | undefined): PlanChoice | undefined =>
  choice ?? (action === 'register' ? freeChoice : undefined);

/** `/api/auth/redirect?action=register&plan=pro&cycle=yearly`, which works without JavaScript. */
export function authRedirectUrl(apiUrl: string, action: AuthAction, choice?: PlanChoice): string {
  return `${apiUrl}${authRedirectPath(action, formChoice(action, choice))}`;
}

/** Address of the sign-up form with the choice. */
export function checkoutPath(choice?: PlanChoice): string {
  return choice === undefined ? '/checkout' : `/checkout?${new URLSearchParams({ ...choice })}`;
}

/**
 * The address for a known session.
 *
 * An account without an environment goes to the sign-up form. A customer goes to the environment or, after choosing one
 * of the plans, to the support page, because an account has only one environment.
 */
function destinationFor(session: KnownSession, link: SessionLink): string {
  const { visitorUrl, action, tenantUrlTemplate, choice } = link;
  if (session.status === 'visitor') return visitorUrl;
  if (session.tenant === null) return checkoutPath(formChoice(action, choice));
  if (choice !== undefined) return planChosenPath;
  return `${tenantUrl(tenantUrlTemplate, session.tenant)}/dashboard`;
}

/**
 * Reads the session and decides.
 *
 * Renews the token first, so that a new group counts. With a chosen plan a failed renewal is ignored; any other failure
 * leads to the identity provider, as for a visitor.
 */
export async function resolveDestination(
  getSession: () => Promise<KnownSession>,
  link: SessionLink,
): Promise<string> {
  try {
    const session = await getSession();
    if (session.status === 'visitor') return link.visitorUrl;
    await session.token().catch((cause: unknown) => {
      if (link.choice === undefined) throw cause;
    });
    return destinationFor(await getSession(), link);
  } catch {
    // An unknown session counts as a visitor.
    return link.visitorUrl;
  }
}
