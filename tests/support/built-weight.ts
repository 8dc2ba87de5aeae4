/**
 * What a built page loads before it is touched, read from its files. Like page-weight.ts in Chromium, but for every
 * page within seconds; requests made by running scripts are not included.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { inlineScripts, type Kind, kinds, packed } from './page-weight.ts';

/** Kinds of pages by address; the first match counts. */
const TEMPLATES = [
  [/^\/$/, 'landing'],
  [/\/404$/, 'not-found'],
  [/^\/comparar(?:\/|$)/, 'comparison'],
  [/^\/ferramentas\//, 'tool'],
  [/^\/docs$/, 'docs-index'],
  [/^\/docs\/offline$/, 'offline'],
  [/^\/docs\//, 'article'],
  [/^\/checkout$/, 'checkout'],
  [/^\/upgrade$/, 'upgrade'],
  [/^\/upgrade\/checkout$/, 'upgrade-checkout'],
  [/^\/conta\/cartao$/, 'card-change'],
  [
    /^\/conta(?:\/(?:atividade|avisos|dados|importar|meus-dados|ocorrencias|pessoas|plano|suporte))?$/,
    'account',
  ],
  [/^\/avisos\//, 'leave'],
  [/^\/suporte\/respondida$/, 'leave'],
  [/^\/conta\/relatorios$/, 'reports'],
  [/^\/provisionamento$/, 'provisioning'],
  [/^\/suporte$/, 'support'],
  [/^\/disponibilidade$/, 'availability'],
  [/^\/(?:(?:termos|regras)\/[^/]+|termos|regras-de-cobranca|privacidade|lgpd|sla)$/, 'legal'],
  [
    /^\/(?:seguranca|suboperadores|acordo-de-tratamento|acessibilidade|ficha-de-fornecedor|novidades|proposta)$/,
    'legal',
  ],
] as const;

export type Template = (typeof TEMPLATES)[number][1];

export interface BuiltWeight {
  /** Bytes by kind, text compressed with Brotli. */
  readonly bytes: Readonly<Record<Kind, number>>;
  readonly requests: Readonly<Record<Kind, number>>;
  /** JavaScript inside the HTML, included in its size. */
  readonly inlineJs: number;
}

/** @throws Error for a page without a template, and so without a budget. */
export function templateOf(path: string): Template {
  const found = TEMPLATES.find(([pattern]) => pattern.test(path));
  if (found === undefined) throw new Error(`${path} has no template in tests/support/built-weight.ts.`);
  return found[1];
}

/** Paths of all pages that people open: without parts of the search engine and the silent sign-in frame. */
export function builtPaths(outDir: string): readonly string[] {
  return globSync('**/*.html', { cwd: outDir })
    .map((file) => `/${file.split(sep).join('/')}`.replace(/(?:\/index)?\.html$/, '') || '/')
    .filter((path) => !path.startsWith('/docs/pagefind/') && path !== '/silent-check-sso')
    .sort();
}

export const readPage = (outDir: string, path: string): string =>
  readFileSync(join(outDir, path === '/' ? 'index.html' : `${path}.html`), 'utf8');

const sizeInBytes = (path: string): number => statSync(path).size;

const packedSizes = new Map<string, number>();
/** Compressed once, because most pages load the same files. */
function packedSize(path: string): number {
  const size = packedSizes.get(path) ?? packed(readFileSync(path));
  packedSizes.set(path, size);
  return size;
}

export function weighBuilt(outDir: string, path: string): BuiltWeight {
  const html = readPage(outDir, path);
  const live = withoutTemplates(html);
  const head = html.slice(0, html.indexOf('</head>'));
  const css = named(head, /<link rel="stylesheet" href="([^"]+)"/g);
  const islands = islandsIn(html).filter(({ client }) => client === 'load');
  const js = new Set<string>();
  const entries = [
    ...named(live, /<script type="module" src="([^"]+)"/g),
    ...named(html, /<link rel="modulepreload" href="([^"]+)"/g),
    ...islands.flatMap(({ component, renderer }) => [component, renderer]),
  ];
  for (const address of entries) addScripts(outDir, address, js);
  const files: Record<Kind, readonly string[]> = {
    html: [],
    css,
    js: [...js],
    fonts: fontsOf(outDir, html, css),
    images: eagerImages(html),
    other: [],
  };
  const sizeOf = (kind: Kind): number => {
    const size = kind === 'fonts' || kind === 'images' ? sizeInBytes : packedSize;
    return files[kind].reduce((sum, address) => sum + size(join(outDir, address)), 0);
  };
  const record = (value: (kind: Kind) => number): Record<Kind, number> =>
    Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Record<Kind, number>;
  return {
    bytes: record((kind) => (kind === 'html' ? packed(Buffer.from(html)) : sizeOf(kind))),
    requests: record((kind) => (kind === 'html' ? 1 : files[kind].length)),
    inlineJs: packed(Buffer.from(inlineScripts(live))),
  };
}

/** The content of a <template> is neither run nor loaded. */
const withoutTemplates = (html: string): string => html.replace(/<template\b[\s\S]*?<\/template>/g, '');

export interface Island {
  readonly component: string;
  readonly renderer: string;
  /** When it hydrates: at `load`, or when it is `visible`. */
  readonly client: string;
}

export function islandsIn(html: string): readonly Island[] {
  return named(html, /<astro-island\b([^>]*)>/g).map((tag) => {
    const attribute = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
    return {
      component: attribute('component-url'),
      renderer: attribute('renderer-url'),
      client: attribute('client'),
    };
  });
}

/** Collects a script and its static imports. */
export function addScripts(outDir: string, address: string, found: Set<string>): void {
  if (address === '' || found.has(address) || !existsSync(join(outDir, address))) return;
  found.add(address);
  const text = readFileSync(join(outDir, address), 'utf8');
  for (const name of named(text, /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    addScripts(outDir, `/_astro/${name}`, found);
}

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Titles and text have a font each; the third loads with the first code block. */
function fontsOf(outDir: string, html: string, sheets: readonly string[]): readonly string[] {
  const css = sheets.map((address) => readFileSync(join(outDir, address), 'utf8')).join('');
  const all = new Set(named(html + css, /url\("?(\/[^")]+\.woff2)/g));
  const hasCode = /<(?:code|pre)[\s>]/.test(html);
  return [...all].filter((_address, index) => index < 2 || hasCode);
}

/** Images that are not lazy; of several sizes the last one, which is the largest. */
function eagerImages(html: string): readonly string[] {
  const markup = html.replace(/<(script|noscript|template)\b[\s\S]*?<\/\1>/g, '');
  const found = new Set<string>();
  for (const [whole, tag = ''] of markup.matchAll(/(?:<source\b[^>]*>\s*)*(<img\b[^>]*>)/g)) {
    if (/\sloading="?lazy/.test(tag)) continue;
    const set = /\ssrcset="([^"]+)"/.exec(whole)?.[1];
    const source = set?.split(',').at(-1)?.trim().split(' ')[0] ?? /\ssrc="([^"]+)"/.exec(tag)?.[1];
    if (source?.startsWith('/')) found.add(source);
  }
  return [...found];
}
