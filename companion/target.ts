/**
 * Path and query of a request's target, as they were sent; `null` for what is no path: an absolute address, `//host`,
 * `*`.
 *
 * Never by `new URL`: it throws for `//[`, and in `//host/…` it finds a server of the caller's choice.
 */
export function readTarget(target = '') {
  if (!/^\/(?!\/)/.test(target)) return null;
  const [path = ''] = target.split('?', 1);
  const search = target.slice(path.length);
  return { path, search, query: new URLSearchParams(search) };
}
