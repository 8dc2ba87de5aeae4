/** The calls about people of an environment; see api.ts. */
import {
  acceptInvitationEndpoint,
  agreeToDeletionEndpoint,
  closeHandoverEndpoint,
  inviteEndpoint,
  leaveEndpoint,
  offerHandoverPath,
  People,
  peopleEndpoint,
  removeMemberPath,
  resendInvitationPath,
  revokeInvitationPath,
} from '#domain/contracts/people.ts';
import { call } from '#lib/api.ts';

/** Behind a change, the identity provider and the environment are asked. */
const CHANGE_TIMEOUT_MS = 30_000;

/** What can be changed, and for whom or what. */
export type PeopleChange =
  | { readonly kind: 'invite'; readonly email: string }
  | { readonly kind: 'resend' | 'revoke' | 'remove' | 'offer'; readonly id: string }
  | { readonly kind: 'accept'; readonly token: string }
  | { readonly kind: 'leave' | 'agree' | 'end-offer' };

/** `GET /api/conta/pessoas`. @throws ApiError */
export function getPeople(signal?: AbortSignal): Promise<People> {
  return call({ method: 'GET', path: peopleEndpoint, answer: People, isProtected: true, signal });
}

/** Makes a change; answers with the people as they then are. Asking again changes nothing more. @throws ApiError */
export function postPeople(change: PeopleChange): Promise<People> {
  return call({
    ...requestOf(change),
    method: 'POST',
    answer: People,
    isProtected: true,
    timeoutMs: CHANGE_TIMEOUT_MS,
  });
}

function requestOf(change: PeopleChange): { path: string; body?: unknown } {
  switch (change.kind) {
    case 'invite':
      return { path: inviteEndpoint, body: { email: change.email } };
    case 'accept':
      return { path: acceptInvitationEndpoint, body: { convite: change.token } };
    case 'resend':
      return { path: resendInvitationPath(change.id) };
    case 'revoke':
      return { path: revokeInvitationPath(change.id) };
    case 'remove':
      return { path: removeMemberPath(change.id) };
    case 'offer':
      return { path: offerHandoverPath(change.id) };
    case 'end-offer':
      return { path: closeHandoverEndpoint };
    case 'leave':
      return { path: leaveEndpoint };
    default:
      return { path: agreeToDeletionEndpoint };
  }
}
