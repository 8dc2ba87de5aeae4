/** How long a sheet is waited for; after that its part is better plain than late. */
const PATIENCE_MS = 500;

const loads = new Map<string, Promise<void>>();

/** Fetches a sheet that the page does not bring, once. Settles when it is there, has failed, or takes too long. */
export function loadStyle(href: string): Promise<void> {
  const loading =
    loads.get(href) ??
    new Promise<void>((resolve) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      link.onload = link.onerror = () => resolve();
      setTimeout(resolve, PATIENCE_MS);
      document.head.append(link);
    });
  loads.set(href, loading);
  return loading;
}
