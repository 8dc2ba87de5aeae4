/** The pages behind a mail's links: they ask, and say what became of the answer. */
import { beforeEach, expect, test } from 'vitest';
import { type FakeApi, installApi, lost, refusal } from '#tests/islands/fake-api.ts';
import { linkToken, openLinkPage, press, shownParts, untilShown } from '#tests/islands/link-page.ts';

const parts = ['failed', 'asking', 'done', 'over'];
let server: FakeApi;

beforeEach(() => {
  server = installApi();
});

/** The element as its page has it (src/account/alerts/leave-alerts.astro). */
async function open(way: 'sair' | 'recusar', hash: string): Promise<void> {
  await import('#account/alerts/leave-alerts.ts');
  const within = { asking: '<button>sim</button>' };
  openLinkPage({
    element: `leave-alerts data-way="${way}"`,
    address: `/avisos/${way}#${hash}`,
    parts,
    within,
  });
}

test.each([
  ['sair', `POST /api/avisos/sair`, undefined],
  ['recusar', `POST /api/avisos/recusar`, { t: linkToken }],
] as const)('%s asks before it acts, and may be tried again', async (way, call, body) => {
  await open(way, linkToken);
  expect([shownParts(), server.sent]).toEqual([['asking'], []]);
  server.on(call, lost, () => new Response(null, { status: 204 }));
  press('button');
  await untilShown(['failed', 'asking']);
  press('button');
  await untilShown(['done']);
  expect(server.to(call).at(-1)?.body).toEqual(body);
});

test('a link that was cut on its way, or that counts no more, says so', async () => {
  await open('sair', 'abc');
  expect(shownParts()).toEqual(['over']);
  await open('sair', linkToken);
  server.on('POST /api/avisos/sair', refusal(403, 'forbidden', 'x'));
  press('button');
  await untilShown(['over']);
});
