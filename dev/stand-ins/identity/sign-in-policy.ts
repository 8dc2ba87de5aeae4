/** When the realm shows a page before it issues a code, and which scopes the site gets without consent. */
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

/** The library issues JWTs only for a resource; there is one, which tokens call `account`. */
export const RESOURCE = 'urn:vigia:account';
/** Keycloak's default scopes for a client. */
export const SCOPE = 'openid profile email';

/** `prompt=create` shows the registration first; a session without an account asks for a login again. */
export function interactions(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.add(new Prompt({ name: 'create', requestable: true }), 0);
  policy
    .get('login')
    ?.checks.add(
      new Check('account_gone', 'the account of this session does not exist', 'login_required', ({ oidc }) =>
        oidc.session?.accountId !== undefined && oidc.account === undefined
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Our own client needs no consent, so its grant is created here. */
export async function loadGrant(ctx: KoaContextWithOIDC) {
  const { provider, session, client, account } = ctx.oidc;
  if (!session || !client || !account) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  if (existing?.accountId === account.accountId) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}
