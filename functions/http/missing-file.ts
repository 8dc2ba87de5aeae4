/**
 * Answers for a missing file with the nearest 404 page.
 *
 * The platform can do this too (`not_found_handling`), but it uses the headers of the requested path: browsers would
 * then cache a script that is not deployed yet as missing for a year.
 */

/** True for a request that only a file could have answered. */
export function asksForFile({ method, url }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) && !new URL(url).pathname.startsWith('/api/');
}

/** The 404 page with its own headers. */
export async function missingFile(request: Request, files: Fetcher): Promise<Response> {
  const { pathname } = new URL(request.url);
  const page = pathname.startsWith('/docs/') ? '/docs/404' : '/404';
  const found = await files.fetch(new URL(page, request.url).href, { method: request.method });
  return new Response(found.body, { status: 404, headers: found.headers });
}
