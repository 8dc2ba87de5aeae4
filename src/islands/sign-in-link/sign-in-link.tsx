/**
 * "Fazer Login": who is signed in goes to the sign-up form, everyone else to sign-in (requirements 001 §2).
 *
 * Without JavaScript it is a link to sign-in. Who is visiting is asked when it is pressed, and not before.
 */
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isPlainPress } from '#lib/follow-session.ts';
import { goTo } from '#lib/navigate.ts';
import { checkoutPath } from '#lib/session-destination.ts';

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
    const { getSession } = await import('#lib/session.ts');
    return (await getSession()).status === 'authenticated' ? checkoutPath() : signIn;
  } catch {
    // The library did not load: signing in works without it.
    return signIn;
  }
}
