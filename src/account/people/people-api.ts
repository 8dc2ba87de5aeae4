/** API calls about the people of an environment; each may throw an `ApiError`. */
import {
  acceptInvitationEndpoint,
  agreeToDeletionEndpoint,
  InvitationView,
  inviteEndpoint,
  leaveEndpoint,
  People,
  peopleEndpoint,
  readInvitationEndpoint,
  removeMemberPath,
  resendInvitationPath,
  revokeInvitationPath,
} from '#domain/api-schemas/people.ts';
import { ask, post } from '#lib/api.ts';

/** Longer, because the server calls the identity provider and the environment. */
const CHANGE_TIMEOUT_MS = 30_000;

/** A change, and whom or what it affects. */
export type PeopleChange =
  | { readonly kind: 'invite'; readonly email: string }
  | { readonly kind: 'resend' | 'revoke' | 'remove'; readonly id: string }
  | { readonly kind: 'accept'; readonly token: string }
  | { readonly kind: 'leave' | 'agree' };

/** `GET /api/conta/pessoas`. */
export const getPeople = (signal?: AbortSignal) => ask(peopleEndpoint, People, { signal });

/** `POST /api/convite`, without signing in. */
export const postInvitationView = (token: string, signal?: AbortSignal) =>
  post(readInvitationEndpoint, InvitationView, { body: { convite: token }, isProtected: false, signal });

/** Makes a change; answers with the new list. A second call changes nothing. */
export const postPeople = (change: PeopleChange) =>
  post(pathOf(change), People, { body: bodyOf(change), timeoutMs: CHANGE_TIMEOUT_MS });

function bodyOf(change: PeopleChange): unknown {
  if (change.kind === 'invite') return { email: change.email };
  return change.kind === 'accept' ? { convite: change.token } : undefined;
}

/** Path by kind of change; some include the id of a person or invitation. */
const paths = {
  invite: () => inviteEndpoint,
  accept: () => acceptInvitationEndpoint,
  resend: resendInvitationPath,
  revoke: revokeInvitationPath,
  remove: removeMemberPath,
  leave: () => leaveEndpoint,
  agree: () => agreeToDeletionEndpoint,
} as const satisfies Record<PeopleChange['kind'], (id: string) => string>;

const pathOf = (change: PeopleChange): string => paths[change.kind]('id' in change ? change.id : '');
