/**
 * What answers where no file is: the nearest page that says so.
 *
 * The platform could do this without us (`not_found_handling`), but it would give the page the headers of the address
 * asked for: a script that a deploy has not brought yet would be remembered as missing for a year.
 */

/** True for what only a file could have answered. */
export function asksForFile({ method, url }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) && !new URL(url).pathname.startsWith('/api/');
}

/** The page and its own headers, with status 404. */
export async function missingFile(request: Request, files: Fetcher): Promise<Response> {
  const { pathname } = new URL(request.url);
  const page = pathname.startsWith('/docs/') ? '/docs/404' : '/404';
  const found = await files.fetch(new URL(page, request.url).href, { method: request.method });
  return new Response(found.body, { status: 404, headers: found.headers });
}
