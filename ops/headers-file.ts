/**
 * The headers that public/_headers sets for an address, by the platform's rules.
 *
 * Every rule whose pattern matches applies, in order; `! Name` removes what earlier ones set, and a header set twice is
 * joined with a comma (Cloudflare, "Workers static assets: Headers").
 */
const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

function matches(pattern: string, path: string): boolean {
  const source = pattern.split('*').map(literal).join('.*').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}

/** @returns Names in lower case with their values. */
export function promisedHeaders(file: string, path: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let applies = false;
  for (const line of file.split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      applies = matches(text, path);
      continue;
    }
    if (!applies) continue;
    if (text.startsWith('!')) {
      headers.delete(text.slice(1).trim().toLowerCase());
      continue;
    }
    const colon = text.indexOf(':');
    const name = text.slice(0, colon).trim().toLowerCase();
    const value = text.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}
