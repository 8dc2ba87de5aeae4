/**
 * Reading without a connection: registers the service worker and says when the page is a kept copy.
 *
 * Without it, or where the browser has no service worker, pages read the same with a connection.
 */
import { serviceWorkerUrl } from './service-worker-url.ts';

export function sayWhenCopy(): void {
  const keptAt = document.documentElement.dataset['copyOf'];
  const note = document.querySelector<HTMLElement>('[data-copy-note]');
  if (keptAt === undefined || note === null) return;
  const time = note.querySelector('time');
  const date = new Date(keptAt);
  if (time && !Number.isNaN(date.getTime())) {
    time.dateTime = keptAt;
    time.textContent = date.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
  }
  note.querySelector('button')?.addEventListener('click', () => location.reload());
  note.hidden = false;
}

/** After everything else of the page; readers who asked to save data are left alone. */
export function keepForOffline(): void {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  // The script also runs on other pages that are read (legal texts); the worker belongs to the documentation.
  if (!/^\/docs(?:\/|$)/.test(location.pathname)) return;
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || connection?.saveData) return;
  const isFirstTime = navigator.serviceWorker.controller === null;
  const register = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register(serviceWorkerUrl('/docs-worker.js'), { scope: '/docs' });
    } catch {
      return; // Refused, in a private window for example: the page reads as without it.
    }
    if (!isFirstTime) return;
    const { active } = await navigator.serviceWorker.ready;
    // What was loaded before the worker was in charge: pictures that have already been seen.
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  };
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}
