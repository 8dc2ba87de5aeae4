/** Tells a session that ended from everything else a call can fail of: only then does signing in again help. */
import { ApiError } from '#lib/api.ts';
import { SessionError } from '#lib/session.ts';

export function isSessionExpired(error: unknown): boolean {
  const cause = error instanceof ApiError && error.kind === 'session' ? error.cause : null;
  return cause instanceof SessionError && cause.reason === 'expired';
}
