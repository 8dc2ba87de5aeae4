/**
 * The token of an invitation. It comes in the fragment of the mail's link, which is never sent to a server, and is
 * stored in the tab during the sign-in.
 */
import { INVITATION_FRAGMENT } from '#domain/api-schemas/people.ts';
import { tab } from '#lib/storage.ts';

/** Moves the token from the address into the tab. Call before the sign-in, which uses the fragment too. */
export function takeInvitation(): void {
  const token = new URLSearchParams(window.location.hash.slice(1)).get(INVITATION_FRAGMENT);
  if (token === null) return;
  tab.writeJson('invitation', token);
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

export function readInvitation(): string | null {
  const token = tab.readJson('invitation');
  return typeof token === 'string' && token !== '' ? token : null;
}

export const forgetInvitation = (): void => tab.forget('invitation');
