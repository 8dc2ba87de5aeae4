/** How long to wait for a style sheet; after that the part is shown unstyled. */
const PATIENCE_MS = 500;

const loads = new Map<string, Promise<void>>();

/** Loads a style sheet once. Resolves when it has loaded or failed, or takes too long. */
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
