/**
 * Starts the download for offline reading: with the second article of a visit on a connection that is neither metered
 * nor slow, or when the reader presses the button.
 *
 * Owns: messages to the service worker, and the button at the end of an article, which is hidden without service
 * workers. Does not own: what is cached (src/sw).
 */
import { type Connection, isFreeToLoad } from './connection.ts';
import { serviceWorkerUrl } from './service-worker-url.ts';

/** Cached as the last page, so its presence means that everything was cached. */
const NOTICE = '/docs/offline';

const words = {
  ask: (size: string) => `Guardar para ler sem conexão (até ${size})`,
  running: 'Guardando…',
  kept: 'Guardado neste aparelho: esta página, o índice e a busca abrem sem conexão. Cada artigo que você abrir fica guardado também.',
  failed: 'Nem tudo pôde ser guardado. Confira a conexão e tente de novo.',
} as const;

/** Runs after the page has loaded. */
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

/** @returns Whether everything is cached; false, for example, in a private window. */
async function keep(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(serviceWorkerUrl('/docs-worker.js'), { scope: '/docs' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const isWhole = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === true);
    });
    // Includes pictures that were loaded before the worker took control.
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
    // Keep the button while it has the focus, or keyboard users would lose their place.
    button.ariaDisabled = String(isKept);
  });
  place.hidden = false;
}
