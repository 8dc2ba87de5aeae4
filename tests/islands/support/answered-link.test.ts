/** The page behind "Já respondi" in the team's mail. */
import { beforeEach, expect, test } from 'vitest';
import type { AnsweredMessage } from '#domain/api-schemas/support.ts';
import { message } from '#domain/messages.ts';
import { answeredEndpoint, answeredLookEndpoint } from '#domain/support/support-pages.ts';
import { type FakeApi, installApi, json, lost, refusal } from '#tests/islands/fake-api.ts';
import { linkToken, openLinkPage, press, textOf, untilShown } from '#tests/islands/link-page.ts';

const LOOK = `POST ${answeredLookEndpoint}`;
const SAY = `POST ${answeredEndpoint}`;
const at = Date.parse('2026-11-26T06:12:00Z');
const waiting: AnsweredMessage = {
  ...{ number: '3F9A27C1', subject: 'O painel não abre', plan: 'enterprise', at },
  ...{ dueAt: at + 1_800_000, answeredAt: null },
};
let server: FakeApi;

beforeEach(() => {
  server = installApi();
});

const parts = ['reading', 'over', 'result', 'about', 'means', 'failed', 'again', 'say'];
const within: Readonly<Record<string, string>> = {
  result: '<p data-result></p>',
  about: '<p data-number></p><p data-subject></p><p data-at></p><p data-due></p>',
  again: '<button data-again>de novo</button>',
  say: '<button data-say>sim</button>',
};

/** The element as its page has it (src/support/answered-link.astro). */
async function open(hash = linkToken): Promise<void> {
  await import('#support/answered-link.ts');
  openLinkPage({ element: 'answered-link', address: `/suporte/respondida#${hash}`, parts, within });
}

test('shows the message, and says nothing before the press; a lost press may be repeated', async () => {
  server.on(LOOK, () => json(waiting));
  await open();
  await untilShown(['about', 'means', 'say']);
  expect(textOf('[data-number]')).toBe('3F9A27C1');
  expect(textOf('[data-due]')).toBe('26/11/2026 às 3h42');
  expect(server.to(SAY).filter(({ path }) => path === answeredEndpoint)).toEqual([]);

  server.on(SAY, lost, () => json({ ...waiting, answeredAt: at + 600_000 }));
  press('[data-say]');
  await untilShown(['about', 'means', 'failed', 'say']);
  press('[data-say]');
  await untilShown(['result', 'about']);
  expect(textOf('[data-result]')).toBe(message('support.answered-done', { em: '26/11/2026 às 3h22' }));
});

test('an answer after the deadline says so, and a message without a session has none', async () => {
  server.on(LOOK, () => json({ ...waiting, answeredAt: at + 3_600_000 }));
  await open();
  await untilShown(['result', 'about']);
  expect(textOf('[data-result]')).toBe(message('support.answered-done-late', { em: '26/11/2026 às 4h12' }));
  server.on(LOOK, () => json({ ...waiting, dueAt: null }));
  await open();
  await untilShown(['about', 'means', 'say']);
  expect(textOf('[data-due]')).toBe(message('support.answered-no-deadline'));
});

test('a link that counts no more asks nothing', async () => {
  server.on(LOOK, refusal(403, 'forbidden', ''));
  await open();
  await untilShown(['over']);
  await open('cut');
  await untilShown(['over']);
  server.on(LOOK, lost);
  await open();
  await untilShown(['failed', 'again']);
});
