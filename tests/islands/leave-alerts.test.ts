/** The pages behind a mail's links: they ask, and say what became of the answer. */
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, installApi, lost, refusal } from '#tests/islands/fake-api.ts';

const token = `0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`;
const parts = ['failed', 'asking', 'done', 'over'];
let server: FakeApi;

beforeEach(() => {
  server = installApi();
});

/** The element as its page has it (src/account/alerts/leave-alerts.astro). */
async function open(way: 'sair' | 'recusar', hash: string): Promise<void> {
  await import('#account/alerts/leave-alerts.ts');
  window.history.replaceState(null, '', `/avisos/${way}#${hash}`);
  document.body.innerHTML = `<leave-alerts data-way="${way}">${parts
    .map(
      (part) => `<div data-part="${part}" hidden>${part === 'asking' ? '<button>sim</button>' : part}</div>`,
    )
    .join('')}</leave-alerts>`;
}
const shown = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')]
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => dataset['part'] ?? '');
const press = (): void => document.querySelector('button')?.click();

test.each([
  ['sair', `POST /api/avisos/sair`, undefined],
  ['recusar', `POST /api/avisos/recusar`, { t: token }],
] as const)('%s asks before it acts, and may be tried again', async (way, call, body) => {
  await open(way, token);
  expect([shown(), server.sent]).toEqual([['asking'], []]);
  server.on(call, lost, () => new Response(null, { status: 204 }));
  press();
  await vi.waitFor(() => expect(shown()).toEqual(['failed', 'asking']));
  press();
  await vi.waitFor(() => expect(shown()).toEqual(['done']));
  expect(server.to(call).at(-1)?.body).toEqual(body);
});

test('a link that was cut on its way, or that counts no more, says so', async () => {
  await open('sair', 'abc');
  expect(shown()).toEqual(['over']);
  await open('sair', token);
  server.on('POST /api/avisos/sair', refusal(403, 'forbidden', 'x'));
  press();
  await vi.waitFor(() => expect(shown()).toEqual(['over']));
});
