/**
 * Compares a published page with its build: headers, HTML, and every script it can load (PCI DSS 11.6.1).
 *
 * Pages are files, so a published one must equal the built one byte for byte; any difference was made on the way or at
 * the edge. Scripts are collected from both sides, so one that only the published page loads is found too.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageScripts } from '#lib/page-scripts.ts';
import { CommandFailure } from './failure.ts';
import { promisedHeaders } from './headers-file.ts';

export interface Comparison {
  readonly url: URL;
  /** Folder of the build, made with the published site's `PUBLIC_*` values. */
  readonly distDir: string;
  readonly fetch: typeof fetch;
}

/** Headers that change what a page may load or send; reported when they appear unexpectedly. */
const watchedHeaders = [
  'access-control-allow-origin',
  'content-security-policy',
  'content-security-policy-report-only',
  'link',
  'refresh',
  'service-worker-allowed',
  'set-cookie',
];
/** Network timeouts are errors, not differences. */
const TIMEOUT_MS = 20_000;

const digest = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const short = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 60);

/**
 * @returns One Portuguese sentence per difference; empty when the published page equals the built one.
 * @throws CommandFailure when the build has no such page or the published one does not answer.
 */
export async function comparePage({ url, distDir, fetch }: Comparison): Promise<readonly string[]> {
  const readBuilt = (address: string): Promise<string | null> =>
    readFile(join(distDir, address), 'utf8').catch(() => null);
  const built = await readBuilt(`${url.pathname}.html`);
  if (built === null)
    throw new CommandFailure(`A construção em ${distDir} não tem a página ${url.pathname}.`);
  const promised = promisedHeaders((await readBuilt('_headers')) ?? '', url.pathname);

  const ask = (address: string): Promise<Response> =>
    fetch(new URL(address, url), {
      redirect: 'manual',
      headers: { 'Cache-Control': 'no-cache' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new CommandFailure(`${url.origin} não respondeu.`);
    });
  const readPublished = async (address: string): Promise<string | null> => {
    const response = await ask(address);
    return response.ok ? response.text() : null;
  };

  const response = await ask(url.pathname);
  if (response.status !== 200) return [`A página respondeu ${response.status}, e não 200.`];
  const published = await response.text();
  const [expected, found] = await Promise.all([
    pageScripts(built, readBuilt),
    pageScripts(published, readPublished),
  ]);
  const contents = await Promise.all(
    expected.files.map(async (address): Promise<string[]> => {
      const [mine, theirs] = await Promise.all([readBuilt(address), readPublished(address)]);
      if (theirs === null) return [`O script ${address} não está publicado.`];
      return mine !== null && digest(mine) === digest(theirs)
        ? []
        : [`O script ${address} tem outro conteúdo: ${digest(theirs)}.`];
    }),
  );
  return [
    ...differentHeaders(promised, response.headers),
    ...found.foreign.map((address) => `Um script de outro site: ${address}.`),
    ...added(found.inline, expected.inline).map(
      (text) => `Um script a mais dentro da página: ${short(text)}`,
    ),
    ...added(expected.inline, found.inline).map((text) => `Falta na página o script: ${short(text)}`),
    ...added(found.files, expected.files).map((address) => `Um script a mais: ${address}.`),
    ...contents.flat(),
    ...(published === built ? [] : [`O HTML mudou, a partir de: ${short(firstChange(built, published))}`]),
  ];
}

const added = (there: readonly string[], here: readonly string[]): string[] =>
  there.filter((each) => !here.includes(each));

function differentHeaders(promised: ReadonlyMap<string, string>, headers: Headers): string[] {
  const wrong = [...promised].flatMap(([name, value]) => {
    const sent = headers.get(name);
    if (sent === value) return [];
    return [sent === null ? `Falta o cabeçalho ${name}.` : `O cabeçalho ${name} mudou: ${sent}`];
  });
  const unknown = watchedHeaders.filter((name) => headers.has(name) && !promised.has(name));
  return [...wrong, ...unknown.map((name) => `Um cabeçalho a mais: ${name}: ${headers.get(name)}`)];
}

/** Where the published text first differs from the built one. */
function firstChange(built: string, published: string): string {
  let at = 0;
  while (at < published.length && built[at] === published[at]) at += 1;
  return published.slice(at) || '(fim)';
}
