/**
 * Starts the download for offline reading: the articles of the visit with the second of them, on a connection that is
 * neither metered nor slow; all of them, with or without pictures, when the reader asks for it.
 *
 * Owns: messages to the service worker, and what the offer in keep-offline.astro says. Does not own: what is cached
 * (docs-worker.ts).
 */

import { earlierArticle } from '#docs/articles/visit.ts';
import type { Policy } from '#lib/trusted-types.ts';
import { type Connection, isFreeToLoad } from './connection.ts';
import { type Asked, KEPT_MARKS, type KeepAnswer, type KeepRequest } from './messages.ts';

const labels: Readonly<Record<Asked, string>> = {
  articles: 'Guardar sem imagens',
  pictures: 'Guardar com imagens',
};
const kept: Readonly<Record<Asked, string>> = {
  articles: 'Guardado neste aparelho: todos os artigos, o índice e a busca abrem sem conexão.',
  pictures: 'Guardado neste aparelho: todos os artigos com as imagens, o índice e a busca abrem sem conexão.',
};
const words = {
  running: 'Guardando…',
  failed: 'Nem tudo pôde ser guardado. Confira a conexão e tente de novo.',
  full: 'Não há espaço para tudo neste aparelho. Libere espaço e tente de novo; o que já está guardado fica.',
} as const;

/** Keeps the articles of the visit from the second one on. */
export async function keepVisit(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  if (earlierArticle() !== undefined && isFreeToLoad(connection)) await keep('visit');
}

async function has(what: Asked): Promise<boolean> {
  try {
    return (await caches.match(KEPT_MARKS[what])) !== undefined;
  } catch {
    // Storage is blocked; in a sandboxed frame even naming it throws.
    return false;
  }
}

const WORKER = '/docs-worker.js';

/** Created once per page. */
let policy: Policy | undefined;

/** The worker's address, the only one the policy allows. */
function workerUrl(): string {
  policy ??= globalThis.trustedTypes?.createPolicy('vigia-worker', {
    createScriptURL: (text) => (text === WORKER ? text : null),
  });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** Fails, for example, in a private window. */
async function keep(what: KeepRequest['keep']): Promise<KeepAnswer> {
  try {
    await navigator.serviceWorker.register(workerUrl(), { scope: '/docs' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<KeepAnswer>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === 'kept' || data === 'full' ? data : 'failed');
    });
    // Includes pictures that were loaded before the worker took control.
    const seen = performance.getEntriesByType('resource').map(({ name }) => name);
    const request: KeepRequest = {
      seen: [location.href, earlierArticle() ?? location.href, ...seen],
      keep: what,
    };
    active?.postMessage(request, [port2]);
    return await answer;
  } catch {
    return 'failed';
  }
}

/** Shows what is kept, and the buttons for what is not. */
export async function offerKeeping(offer: HTMLElement): Promise<void> {
  const row = offer.querySelector<HTMLElement>('[data-keep][hidden]');
  const status = offer.querySelector('[role="status"]');
  if (row === null || status === null) return;
  const [hasArticles, hasPictures] = await Promise.all([has('articles'), has('pictures')]);
  status.textContent = hasPictures ? kept.pictures : hasArticles ? kept.articles : '';
  const buttons = [...row.querySelectorAll('button')];
  for (const button of buttons) {
    const what: Asked = button.value === 'pictures' ? 'pictures' : 'articles';
    const size = offer.dataset[what];
    button.textContent = size === undefined ? labels[what] : `${labels[what]} (até ${size})`;
    button.hidden = hasPictures || (hasArticles && what === 'articles');
    button.addEventListener('click', () => void ask(what));
  }
  row.hidden = hasPictures;

  /** Keeps the buttons while one has the focus, or keyboard users would lose their place. */
  const setDisabled = (those: readonly HTMLButtonElement[], isDisabled: boolean): void => {
    for (const button of those) button.ariaDisabled = String(isDisabled);
  };
  async function ask(what: Asked): Promise<void> {
    if (buttons.find(({ value }) => value === what)?.ariaDisabled === 'true' || status === null) return;
    setDisabled(buttons, true);
    status.textContent = words.running;
    const outcome = await keep(what);
    status.textContent = outcome === 'kept' ? kept[what] : words[outcome];
    const isNeedless = ({ value }: HTMLButtonElement): boolean =>
      outcome === 'kept' && (what === 'pictures' || value === 'articles');
    setDisabled(
      buttons.filter((button) => !isNeedless(button)),
      false,
    );
  }
}
