/** Loads what keeps articles (keep-offline.ts) once a reader opens the offer; a build only, which has the service worker. */
export function offerOffline(): void {
  const offer = document.querySelector<HTMLDetailsElement>('details[data-keep-offline]');
  if (offer === null) return;
  offer.hidden = import.meta.env.DEV || !('serviceWorker' in navigator);
  const load = (): void => {
    if (offer.open)
      import('./keep-offline.ts').then(({ offerKeeping }) => offerKeeping(offer)).catch(() => {});
  };
  offer.addEventListener('toggle', load);
  load();
}
