/** The help window's content: every option leads somewhere, and mistakes are reported to their author. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveChat } from '#chat/resolve-chat.ts';
import plansJson from '#content/plans.json' with { type: 'json' };
import site from '#content/site.json' with { type: 'json' };
import { alertTime } from '#domain/plans/alert-time.ts';
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { readPublicConfig } from '#lib/public-config.ts';
import { builtPages } from './built-docs.ts';

type States = Parameters<typeof resolveChat>[0]['states'];
type State = States extends ReadonlyMap<string, infer Each> ? Each : never;

const stateIds = ['init', 'entrar', 'planos', 'funciona', 'monitorar', 'docs', 'checkout', 'contato'];
const written = new Map(
  readdirSync('content/chat').map((file): [string, State] => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(`content/chat/${file}`, 'utf8')) as State,
  ]),
);
const pages = builtPages();
const paths = new Set([...pages.keys(), '/termos.html', '/regras-de-cobranca.html', '/sla.html']);
const catalog = createCatalog(plansJson);
const config = readPublicConfig({}, site);
const resolve = (changes: Record<string, State | null> = {}, known: ReadonlySet<string> = paths) => {
  const states = new Map(written);
  for (const [id, state] of Object.entries(changes)) {
    if (state === null) states.delete(id);
    else states.set(id, state);
  }
  return resolveChat({ states, stateIds, catalog, config, paths: known });
};
const init = written.get('init') as State;

test('the eight states of the requirements exist', () => {
  expect(Object.keys(resolve()).sort()).toEqual([...stateIds].sort());
});

test('plan numbers match the catalogue', () => {
  const rows = resolve()['planos']?.rows ?? [];
  expect(rows.map(({ term }) => term)).toEqual(
    catalog.plans.map(
      ({ name, priceMonthlyReais: reais }) =>
        `${name}, ${formatPrice(reais * 100)}${reais === 0 ? '' : '/mês'}`,
    ),
  );
  for (const [index, { limits }] of catalog.plans.entries())
    expect(rows[index]?.detail).toBe(
      `${limits.monitors} monitores · ${limits.users} ${limits.users === 1 ? 'usuário' : 'usuários'} · a cada ${formatHeartbeat(limits.heartbeatSeconds)} · avisa em até ${alertTime(limits.heartbeatSeconds)}`,
    );
});

test('contact data match site.json and the support page', () => {
  const hrefs = (known: ReadonlySet<string>) =>
    resolve({}, known)['contato']?.options.flatMap((option) => ('href' in option ? [option.href] : []));
  const without = new Set([...paths].filter((path) => path !== '/suporte'));
  expect(hrefs(without)).toEqual([
    `mailto:${site.contacts.email}`,
    `https://wa.me/${site.contacts.whatsapp}`,
    '/sla.html#tempo-de-resposta-do-suporte',
  ]);
  expect(hrefs(new Set([...paths, '/suporte']))).toContain('/suporte');
});

test('an account started in the window or the footer starts with the free plan', () => {
  const free = '/api/auth/redirect?action=register&plan=free&cycle=monthly';
  const options = resolve()['entrar']?.options.flatMap((option) => ('href' in option ? [option.href] : []));
  expect(options).toContain(free);
  const footer = pages.get('/')?.document.querySelector('.site-footer');
  expect(footer?.querySelector('a[href*="action=register"]')?.getAttribute('href')).toBe(free);
});

test('every target of an option exists on its page', () => {
  const broken = Object.entries(resolve()).flatMap(([id, { options }]) =>
    options.flatMap((option) => {
      if (!('href' in option) || !option.href.includes('#')) return [];
      const [path = '', anchor = ''] = option.href.split('#');
      const document = pages.get(path.replace(/\.html$/, ''))?.document;
      return document?.getElementById(anchor) ? [] : [`${id}: ${option.href}`];
    }),
  );
  expect(broken).toEqual([]);
});

test.each([
  [{ contato: null }, 'contato.json: falta este arquivo.'],
  [{ vendas: init }, 'vendas.json: este estado não existe; os estados são init, entrar, planos'],
  [
    { init: { ...init, options: [{ label: 'Ver', href: '/docs/nao-existe' }] } },
    'init.json: a página /docs/nao-existe não existe.',
  ],
  [{ init: { ...init, say: ['Custa {basico.price}.'] } }, 'init.json: {basico.price} não existe; use name,'],
  [
    { init: { ...init, options: init.options.filter(({ goTo }) => goTo !== 'docs') } },
    'docs.json: nenhuma opção leva a este estado.',
  ],
] as [Record<string, State | null>, string][])('%o stops the build with a sentence', (changes, mistake) => {
  expect(() => resolve(changes)).toThrow(mistake);
});

test.each(['/', '/docs', '/docs/quick-start', '/termos', '/404'])('%s has the help window', (path) => {
  expect(pages.get(path)?.document.querySelector('.chat button')).not.toBeNull();
});

test.each(['/checkout', '/provisionamento', '/upgrade', '/upgrade/checkout', '/conta', '/conta/cartao'])(
  '%s has none',
  (path) => {
    expect(pages.get(path)?.document.querySelector('.chat')).toBeNull();
  },
);
