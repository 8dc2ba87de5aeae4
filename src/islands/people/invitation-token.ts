/**
 * The token of an invitation: it comes behind the `#` of the mail's link, which no server sees, and is kept in the tab while
 * its person signs in.
 */
import { INVITATION_FRAGMENT } from '#domain/contracts/people.ts';
import { forgetTab, readTab, tabKeys, writeTab } from '#lib/session-storage.ts';

/** Takes a token out of the address into the tab. Before the sign-in, whose own answer comes behind the `#`, too. */
export function takeInvitation(): void {
  const token = new URLSearchParams(window.location.hash.slice(1)).get(INVITATION_FRAGMENT);
  if (token === null) return;
  writeTab(tabKeys.invitation, token);
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

export function readInvitation(): string | null {
  const token = readTab(tabKeys.invitation);
  return typeof token === 'string' && token !== '' ? token : null;
}

export const forgetInvitation = (): void => forgetTab(tabKeys.invitation);
