/**
 * Leaving and renaming the page: the only place that moves the browser.
 *
 * Kept apart so that every address passes one check, and so that tests can watch where a page would go.
 */

/** Path and query of this page, without the fragment (sign-in answers arrive there). */
export function currentPath(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** True when Back or Forward opened this page, and not a link, a reload or an answer of the identity provider. */
export function cameByHistory(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  return (load as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

/** Absolute address of a path on this site. @throws Error For an address that leads elsewhere. */
export function ownAddress(path: string): string {
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin) throw new Error('Only paths of this site may be followed here.');
  return url.href;
}

/**
 * Follows an address that the site itself or its API named; only http and https.
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

/** Changes the address without loading anything; Back does not return to the old one. */
export function renameAddress(path: string): void {
  window.history.replaceState(window.history.state, '', ownAddress(path));
}

export function reloadPage(): void {
  window.location.reload();
}
