/**
 * "Fazer Login": opens the sign-up form for signed-in visitors, else the sign-in (requirements 001 §2).
 *
 * Without JavaScript it is a link to the sign-in. The session is read only on the click.
 */
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isPlainPress } from '#lib/follow-session.ts';
import { goTo } from '#lib/navigate.ts';
import { checkoutPath } from '#session/session-destination.ts';

interface SignInLinkProps {
  /** Address of sign-in. */
  readonly href: string;
  readonly children?: ReactNode;
}

export function SignInLink({ href, children }: SignInLinkProps) {
  const [isPending, setPending] = useState(false);

  async function follow(event: MouseEvent): Promise<void> {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    goTo(await destination(href));
    setPending(false);
  }

  return (
    <a href={href} rel="nofollow" aria-busy={isPending} onClick={(event) => void follow(event)}>
      {children}
    </a>
  );
}

async function destination(signIn: string): Promise<string> {
  try {
    const { getSession } = await import('#session/session.ts');
    return (await getSession()).status === 'authenticated' ? checkoutPath() : signIn;
  } catch {
    // The library did not load; the sign-in works without it.
    return signIn;
  }
}
