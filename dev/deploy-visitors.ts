/** Asks the demonstration and the status page as a visitor does, without a sign-in: the landing page leads to both. */
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { readPublicConfig } from '#lib/public-config.ts';

const HOPS_MAX = 3;
const PATIENCE_MS = 10_000;

type Seen = 'open' | 'silent' | 'sign-in';

/** Follows redirects on the same host; one to another host is the sign-in's. */
async function look(url: string, fetch: Fetch): Promise<Seen> {
  let at = new URL(url);
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const init = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
    const answer = await fetch(at.href, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => null,
    );
    if (answer === null) return 'silent';
    if (answer.status === 200) return 'open';
    if (answer.status === 401 || answer.status === 403) return 'sign-in';
    const target = answer.headers.get('location');
    if (target === null) return 'silent';
    const next = new URL(target, at);
    if (next.host !== at.host) return 'sign-in';
    at = next;
  }
  return 'silent';
}

const MAKE =
  'npm run ops -- demonstracao --sim faz os dois ambientes e os enche; repetido, segue de onde parou (docs/demonstration.md).';
const sentences: Readonly<Record<Exclude<Seen, 'open'>, (name: string, url: string) => string>> = {
  silent: (name, url) => `${name} não responde em ${url}: ${MAKE}`,
  'sign-in': (name, url) =>
    `${name} pede um login em ${url}: o chart que ela usa é de antes da leitura aberta, ou o endereço é de outro ambiente. "versao" leva a outra revisão; ${MAKE}`,
};

/**
 * One sentence for each that does not open to everybody; none where the pages' values are not complete yet, which has
 * sentences of its own.
 */
export async function closedToVisitors(
  publicValues: Readonly<Record<string, string | undefined>>,
  siteJson: unknown,
  fetch: Fetch,
): Promise<string[]> {
  const isPlaced = publicValues['PUBLIC_TENANT_URL_TEMPLATE'] || publicValues['PUBLIC_DEMO_URL'];
  const config = isPlaced ? configOrNull(publicValues, siteJson) : null;
  if (config === null) return [];
  const both = [
    ['A demonstração', config.demoUrl],
    ['A página de status', config.statusUrl],
  ] as const;
  const seen = await Promise.all(
    both.map(async ([name, url]) => ({ name, url, is: await look(url, fetch) })),
  );
  return seen.flatMap(({ name, url, is }) => (is === 'open' ? [] : [sentences[is](name, url)]));
}

function configOrNull(...given: Parameters<typeof readPublicConfig>) {
  try {
    return readPublicConfig(...given);
  } catch {
    return null;
  }
}
