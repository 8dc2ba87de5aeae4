/**
 * All navigation of the browser and changes of its address.
 *
 * In one module so that every address is checked, and so that tests can observe navigation.
 */

/** Path and query of this page, without the fragment (sign-in answers arrive there). */
export function currentPath(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** True when Back or Forward opened this page. */
export function cameByHistory(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  return (load as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

/** Absolute address of a path on this site. @throws Error For an address on another origin. */
export function ownAddress(path: string): string {
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin) throw new Error('Only paths of this site may be followed here.');
  return url.href;
}

/**
 * Opens an address from the site or its API; only http and https.
 *
 * `isReplacing`: Back does not return to this page.
 */
export function goTo(address: string, { isReplacing = false }: { isReplacing?: boolean } = {}): void {
  const url = new URL(address, window.location.origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error('Only web addresses are followed.');
  if (isReplacing) window.location.replace(url.href);
  else window.location.assign(url.href);
}

/** Replaces the address without loading a page or adding to the history. */
export function renameAddress(path: string): void {
  window.history.replaceState(window.history.state, '', ownAddress(path));
}

export function reloadPage(): void {
  window.location.reload();
}
