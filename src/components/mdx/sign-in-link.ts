/** Asks who is visiting when a <SignInLink> is pressed, and not before: the session library is loaded by the press. */
import { goTo } from '#lib/navigate.ts';
import { checkoutPath } from '#lib/session-destination.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-sign-in]')) {
  link.addEventListener('click', (event) => {
    // A press that means another tab or window belongs to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void follow(link);
  });
}

async function follow(link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  goTo(await destination(link.href));
  link.ariaBusy = null;
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
