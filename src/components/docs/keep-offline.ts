/**
 * When a documentation page is kept for reading without a connection: with the second article of a visit, where the
 * connection is neither metered nor slow, or when the reader asks for it.
 *
 * Owns: asking the service worker, and the button at the end of an article. Does not own: what is kept (src/sw). Where
 * the browser has no service worker the button stays away.
 */
import { type Connection, isFreeToLoad } from './connection.ts';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Kept last of all pages, so it tells whether everything has been kept once. */
const NOTICE = '/docs/offline';

const words = {
  ask: (size: string) => `Guardar para ler sem conexão (até ${size})`,
  running: 'Guardando…',
  kept: 'Guardado neste aparelho: esta página, o índice e a busca abrem sem conexão. Cada artigo que você abrir fica guardado também.',
  failed: 'Nem tudo pôde ser guardado. Confira a conexão e tente de novo.',
} as const;

/** After everything else of the page. */
export async function offerOffline(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !/^\/docs(?:\/|$)/.test(location.pathname))
    return;
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  if (earlierArticle() !== undefined && isFreeToLoad(connection)) {
    await afterLoad();
    if (await keep()) return;
  } else if (await isKeptAlready()) return;
  offerButton();
}

const earlierArticle = (): string | undefined => document.documentElement.dataset['earlierArticle'];

async function isKeptAlready(): Promise<boolean> {
  return (await caches.match(NOTICE).catch(() => undefined)) !== undefined;
}

async function afterLoad(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** @returns Whether everything is kept; not in a private window, for example, where the browser refuses. */
async function keep(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(serviceWorkerUrl('/docs-worker.js'), { scope: '/docs' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const isWhole = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === true);
    });
    // Pictures too, as far as they have been seen: they came before the worker was in charge.
    const seen = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage([location.href, earlierArticle() ?? location.href, ...seen], [port2]);
    return await isWhole;
  } catch {
    return false;
  }
}

function offerButton(): void {
  const place = document.querySelector<HTMLElement>('[data-keep-offline]');
  const button = place?.querySelector('button');
  const status = place?.querySelector('[role="status"]');
  if (!place || !button || !status) return;
  button.textContent = words.ask(place.dataset['keepOffline'] ?? '');
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    status.textContent = words.running;
    const isKept = await keep();
    status.textContent = isKept ? words.kept : words.failed;
    // Not taken away while it has the focus: a keyboard would lose its place.
    button.ariaDisabled = String(isKept);
  });
  place.hidden = false;
}
