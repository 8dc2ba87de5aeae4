/**
 * A call to a local server on a connection of its own. Node keeps connections open for the next call, and one that the
 * server has closed meanwhile, as it does when it is killed, fails that call with ECONNRESET.
 */
export function fetchAnew(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Connection', 'close');
  return fetch(url, { ...init, headers });
}
