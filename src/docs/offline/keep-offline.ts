/**
 * Starts the download for offline reading: the articles of the visit with the second of them, on a connection that is
 * neither metered nor slow; all of them when the reader presses the button.
 *
 * Owns: messages to the service worker, and the button at the end of an article, which is hidden without service
 * workers. Does not own: what is cached (src/docs/offline).
 */

import { earlierArticle } from '#docs/articles/visit.ts';
import type { Policy } from '#lib/trusted-types.ts';
import { type Connection, isFreeToLoad } from './connection.ts';
import { ALL_KEPT, type KeepAnswer, type KeepRequest } from './messages.ts';

const words = {
  ask: (size: string) => `Guardar todos os artigos (até ${size})`,
  what: 'Para ler sem conexão: os artigos, o índice e a busca ficam neste aparelho. As imagens, só as que você abrir.',
  running: 'Guardando…',
  kept: 'Guardado neste aparelho: todos os artigos, o índice e a busca abrem sem conexão.',
  failed: 'Nem tudo pôde ser guardado. Confira a conexão e tente de novo.',
  full: 'Não há espaço para tudo neste aparelho. Libere espaço e tente de novo; o que já está guardado fica.',
} as const;

export async function offerOffline(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !/^\/docs(?:\/|$)/.test(location.pathname))
    return;
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  if (earlierArticle() !== undefined && isFreeToLoad(connection)) {
    await keep(false);
  }
  if (!(await hasAll())) offerButton();
}

async function hasAll(): Promise<boolean> {
  try {
    return (await caches.match(ALL_KEPT)) !== undefined;
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
async function keep(isAll: boolean): Promise<KeepAnswer> {
  try {
    await navigator.serviceWorker.register(workerUrl(), { scope: '/docs' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<KeepAnswer>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === 'kept' || data === 'full' ? data : 'failed');
    });
    // Includes pictures that were loaded before the worker took control.
    const seen = performance.getEntriesByType('resource').map(({ name }) => name);
    const request: KeepRequest = { seen: [location.href, earlierArticle() ?? location.href, ...seen], isAll };
    active?.postMessage(request, [port2]);
    return await answer;
  } catch {
    return 'failed';
  }
}

function offerButton(): void {
  const place = document.querySelector<HTMLElement>('[data-keep-offline]');
  const button = place?.querySelector('button');
  const what = place?.querySelector('small');
  const status = place?.querySelector('[role="status"]');
  if (!place || !button || !what || !status) return;
  what.textContent = words.what;
  button.textContent = words.ask(place.dataset['keepOffline'] ?? '');
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    status.textContent = words.running;
    const outcome = await keep(true);
    status.textContent = words[outcome];
    // Keep the button while it has the focus, or keyboard users would lose their place.
    button.ariaDisabled = String(outcome === 'kept');
  });
  place.hidden = false;
}
