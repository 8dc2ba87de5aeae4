/**
 * Follows the links whose target depends on who presses them: "Entrar", "Começar Grátis", the plans.
 *
 * Each is a link to what a visitor wants, and works as one without JavaScript. The session library is loaded by the
 * press.
 */
import { goTo } from '#lib/navigate.ts';
import { isPlainPress } from '#lib/press.ts';

/** After this the visitor is treated as signed out and goes to the provider's page. */
const PATIENCE_MS = 3_000;

export function followSessionLinks(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-session]');
    if (!link || !isPlainPress(event)) return;
    event.preventDefault();
    if (link.ariaBusy === 'true') return;
    link.ariaBusy = 'true';
    void destination(link).then(goTo);
  });
  // "Voltar" may show this page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const link of document.querySelectorAll('a[data-session]')) link.ariaBusy = null;
  });
}

function destination(link: HTMLAnchorElement): Promise<string> {
  const known = import('#session/follow-session.ts').then(({ destinationOf }) => destinationOf(link));
  const asVisitor = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, link.href));
  return Promise.race([known.catch(() => link.href), asVisitor]);
}
