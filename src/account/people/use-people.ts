/** Reads the people of an environment and sends changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import {
  type AcceptanceRequest,
  acceptInvitationEndpoint,
  agreeToDeletionEndpoint,
  inviteEndpoint,
  leaveEndpoint,
  People,
  removeMemberPath,
  resendInvitationPath,
  revokeInvitationPath,
} from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { useChange } from '#form/use-change.ts';
import { ask, post } from '#lib/api.ts';

const peopleKey = ['people'];

export function usePeople() {
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => ask(peopleEndpoint, People, { signal }),
    // An invited person may have accepted meanwhile.
    refetchOnWindowFocus: true,
  });
}

/** A change, and whom or what it affects. */
type PeopleChange =
  | { readonly kind: 'invite'; readonly email: string }
  | { readonly kind: 'resend' | 'revoke' | 'remove'; readonly id: string }
  | { readonly kind: 'accept'; readonly by: AcceptanceRequest }
  | { readonly kind: 'leave' | 'agree' };

function requestOf(change: PeopleChange): readonly [path: string, body?: unknown] {
  switch (change.kind) {
    case 'invite':
      return [inviteEndpoint, { email: change.email }];
    case 'accept':
      return [acceptInvitationEndpoint, change.by];
    case 'resend':
      return [resendInvitationPath(change.id)];
    case 'revoke':
      return [revokeInvitationPath(change.id)];
    case 'remove':
      return [removeMemberPath(change.id)];
    case 'leave':
      return [leaveEndpoint];
    case 'agree':
      return [agreeToDeletionEndpoint];
  }
}

/** Longer, because the server calls the identity provider and the environment. */
const CHANGE_TIMEOUT_MS = 30_000;

/**
 * A second call changes nothing.
 *
 * @param onDone Called once the page shows the changed list.
 */
export function usePeopleChange(onDone: (change: PeopleChange) => void) {
  const queries = useQueryClient();
  return useChange(
    (change: PeopleChange) => {
      const [path, body] = requestOf(change);
      return post(path, People, { body, timeoutMs: CHANGE_TIMEOUT_MS });
    },
    { title: message('people.failed-title'), unclear: message('people.unclear') },
    (people, change) => {
      queries.setQueryData(peopleKey, people);
      onDone(change);
    },
  );
}
