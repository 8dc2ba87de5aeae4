/** Invitations to the proven e-mail of an account that works nowhere yet. */
import type { OpenInvitation } from '#domain/api-schemas/invitations.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { useRead } from '#lib/use-read.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { askCaller } from './caller.ts';

/** After this the page is shown without them. */
const PATIENCE_MS = 3_000;

const readOpenInvitations = async (signal: AbortSignal): Promise<readonly OpenInvitation[]> => {
  const caller = await askCaller(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
  return caller.role === 'none' ? (caller.invitations ?? []) : [];
};

/**
 * `undefined` while they are read: what is below them would move. None where they cannot be read, and for owners and
 * members.
 *
 * @param isWanted False where they are known.
 */
export function useOpenInvitations(isWanted = true): readonly OpenInvitation[] | undefined {
  const { data, error } = useRead(isWanted ? 'invitations' : null, readOpenInvitations);
  return data ?? (error === null ? undefined : []);
}

/** What the people's page lets one accept, before anything is paid for here. */
export function OpenInvitations({ open }: { readonly open: readonly OpenInvitation[] }) {
  const [first] = open;
  if (first === undefined) return null;
  return (
    <Notice
      title={message('invitation.open-title')}
      role="status"
      action={<Button href={PEOPLE_PAGE}>{open.length === 1 ? 'Ver o convite' : 'Ver os convites'}</Button>}
    >
      {open.map((each) => (
        <span key={each.id} className="block wrap-anywhere">
          {message('invitation.open', {
            quem: inviterOf(each),
            endereco: shownAddress(tenantUrl(each.tenant)),
            ate: formatMoment(each.expiresAt),
          })}
        </span>
      ))}
      <span className="block">{message('invitation.open-free')}</span>
    </Notice>
  );
}

/** Who invites, by name and e-mail as far as they are known. */
export function inviterOf({ name, owner }: Pick<OpenInvitation, 'name' | 'owner'>): string {
  if (name !== undefined && owner !== undefined) return `${name} (${owner})`;
  return name ?? owner ?? 'Quem contratou o painel';
}
