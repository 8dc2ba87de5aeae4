/** Reads what an invitation is about; works without a session. */
import { useQuery } from '@tanstack/react-query';
import { InvitationView } from '#domain/api-schemas/invitations.ts';
import { isInvitationToken, readInvitationEndpoint } from '#domain/api-schemas/people.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ApiError, post } from '#lib/api.ts';

const over: ErrorCode = 'invitation-over';

export function useInvitation(token: string) {
  // A link that was cut on its way has no invitation to read.
  const isWhole = isInvitationToken(token);
  const { data, error, isLoading } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      post(readInvitationEndpoint, InvitationView, { body: { token }, isProtected: false, signal }),
    retry: false,
    enabled: isWhole,
  });
  return {
    invitation: data ?? null,
    isPending: isLoading,
    isOver: !isWhole || (error instanceof ApiError && error.body?.code === over),
  };
}
