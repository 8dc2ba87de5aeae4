/** The page behind "Estou vendo" in a mail: in whose name, of which falls, who was first, and what became of it. */
import { beforeEach, expect, test } from 'vitest';
import { seenLinkEndpoint, seenLookEndpoint } from '#domain/alerts/alerts-page.ts';
import type { SeenLink } from '#domain/api-schemas/seen.ts';
import { message } from '#domain/messages.ts';
import { type FakeApi, installApi, json, lost, refusal } from '#tests/islands/fake-api.ts';
import { linkToken, openLinkPage, press, shownParts, textOf, untilShown } from '#tests/islands/link-page.ts';

const LOOK = `POST ${seenLookEndpoint}`;
const SAY = `POST ${seenLinkEndpoint}`;
const since = Date.parse('2026-11-26T06:12:00Z');
const loja = { monitor: 'Loja', since, until: null, by: null };
const link: SeenLink = { name: 'Bia', tenant: 'padaria', falls: [loja] };
let server: FakeApi;

beforeEach(() => {
  server = installApi();
});

const parts = ['reading', 'over', 'result', 'falls', 'means', 'failed', 'again', 'say'];
const within: Readonly<Record<string, string>> = {
  result: '<p data-result></p>',
  falls: `<p data-for></p><ul data-falls></ul>${['open', 'over']
    .map(
      (state) =>
        `<template data-fall="${state}"><li class="${state}"><strong></strong> <span></span></li></template>`,
    )
    .join('')}`,
  again: '<button data-again>de novo</button>',
  say: '<button data-say>sim</button>',
};

/** The element as its page has it (src/account/alerts/seen-link.astro). */
async function open(hash = linkToken): Promise<void> {
  await import('#account/alerts/seen-link.ts');
  openLinkPage({ element: 'seen-link', address: `/avisos/vendo#${hash}`, parts, within });
}

test('says for whom and of what before anything is said, and may be tried again', async () => {
  server.on(LOOK, () => json(link));
  await open();
  await untilShown(['falls', 'means', 'say']);
  expect(textOf('[data-for]')).toBe(message('seen.for', { nome: 'Bia', painel: 'padaria.localhost:4334' }));
  expect(textOf('[data-falls]')).toBe('Loja fora do ar desde 26/11/2026 às 3h12');
  expect(server.to(SAY).filter(({ path }) => path === seenLinkEndpoint)).toEqual([]);

  server.on(SAY, lost, () => json({ ...link, falls: [{ ...loja, by: 'Bia' }] }));
  press('[data-say]');
  await untilShown(['falls', 'means', 'failed', 'say']);
  press('[data-say]');
  await untilShown(['result', 'falls']);
  expect(textOf('[data-result]')).toBe(message('seen.done', { monitores: 'Loja', nome: 'Bia' }));
  expect(document.activeElement).toBe(document.querySelector('[data-part="result"]'));
  expect(server.to(SAY).at(-1)?.body).toEqual({ t: linkToken });
});

test.each<[string, SeenLink['falls'], string]>([
  ['somebody was first', [{ ...loja, by: 'Caio' }], message('seen.taken', { quem: 'Caio' })],
  ['it is over', [{ ...loja, until: since + 60_000, by: 'Caio' }], message('seen.over')],
  [
    'it was said of several',
    [
      { ...loja, by: 'Bia' },
      { ...loja, monitor: 'API', by: 'Bia' },
      { ...loja, monitor: 'Blog', until: since + 60_000 },
    ],
    message('seen.done-many', { monitores: 'Loja e API', nome: 'Bia' }),
  ],
])('%s: it says so, and asks nothing', async (_case, falls, result) => {
  server.on(LOOK, () => json({ ...link, falls }));
  await open();
  await untilShown(['result', 'falls']);
  expect(textOf('[data-result]')).toBe(result);
});

test('what came back meanwhile is marked beside what lasts', async () => {
  const down = message('seen.since', { desde: '26/11/2026 às 3h12' });
  const back = { ...loja, monitor: 'Blog', until: since + 60_000 };
  server.on(LOOK, () => json({ ...link, falls: [loja, { ...loja, monitor: 'API', by: 'Caio' }, back] }));
  await open();
  await untilShown(['falls', 'means', 'say']);
  expect([...document.querySelectorAll('[data-falls] li')].map(({ textContent }) => textContent)).toEqual([
    `Loja ${down}`,
    `API ${down}; ${message('seen.by', { quem: 'Caio' })}`,
    `Blog ${message('seen.back', { ate: '26/11/2026 às 3h13' })}`,
  ]);
  expect([...document.querySelectorAll('[data-falls] li')].map(({ className }) => className)).toEqual([
    ...['open', 'open', 'over'],
  ]);
});

test('a name is text, whatever it holds', async () => {
  server.on(LOOK, () => json({ ...link, falls: [{ ...loja, monitor: '<img src=x>' }] }));
  await open();
  await untilShown(['falls', 'means', 'say']);
  expect(document.querySelector('img')).toBeNull();
});

test('a link that was cut on its way, or that counts no more, says so', async () => {
  await open('abc');
  expect([shownParts(), server.sent]).toEqual([['over'], []]);
  server.on(LOOK, refusal(403, 'forbidden', 'x'));
  await open();
  await untilShown(['over']);
  server.on(LOOK, () => json(link));
  server.on(SAY, refusal(403, 'forbidden', 'x'));
  server.on(LOOK, () => json(link));
  await open();
  await untilShown(['falls', 'means', 'say']);
  press('[data-say]');
  await untilShown(['over']);
});

test('without a connection it offers to read again', async () => {
  server.on(LOOK, lost, () => json(link));
  await open();
  await untilShown(['failed', 'again']);
  press('[data-again]');
  await untilShown(['falls', 'means', 'say']);
});
