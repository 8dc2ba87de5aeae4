/** Monitors over the plan on the account page: display, choice, refusals. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Limits } from '#domain/api-schemas/limits.ts';
import { limitsNotices } from '#domain/limits/notices.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { write } from '#tests/islands/island-page.tsx';
import { active, openAccount, server, setUp, user } from './account-page.tsx';

const LIMITS = 'GET /api/conta/limites';
const CHOICE = 'POST /api/conta/limites';

const kept: Limits = {
  ...{ plan: 'free', monitorLimit: 2, heartbeatSeconds: 600, running: 2, total: 2, isEnforced: true },
  ...{ paused: [], raised: [] },
};
const over: Limits = {
  ...kept,
  ...{ running: 3, total: 3 },
  number: {
    endsAt: '2099-12-20T15:00:00.000Z',
    beyond: 1,
    monitors: [
      { id: 3, name: 'Blog', wouldPause: true, type: 'http', address: 'blog.example' },
      { id: 2, name: 'API', wouldPause: false, type: 'push' },
      { id: 1, name: 'Loja', wouldPause: false, type: 'http', address: 'loja.example' },
    ],
  },
  interval: { endsAt: '2099-12-13T15:00:00.000Z', monitors: [{ id: 1, name: 'Loja', interval: 20 }] },
};

beforeEach(setUp);

const openChoice = async () => {
  await user.click(await screen.findByRole('button', { name: 'Escolher os que continuam' }));
  return within(await screen.findByRole('dialog'));
};

const isChecked = (dialog: Awaited<ReturnType<typeof openChoice>>, name: string): boolean =>
  (dialog.getByRole('checkbox', { name }) as HTMLInputElement).checked;

test('an environment within its plan shows nothing', async () => {
  server.on(LIMITS, () => json(kept));
  await openAccount(active);
  await waitFor(() => expect(server.to(LIMITS)).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Limites do plano' })).toBeNull();
});

test('the excess is shown with its deadline and monitors', async () => {
  server.on(LIMITS, () => json(over));
  await openAccount(active);
  expect(await screen.findByText('3 monitores ligados, e o plano inclui 2')).toBeTruthy();
  expect(screen.getByText(/Até 20\/12\/2099 nada muda. Depois pausamos 1 monitor/)).toBeTruthy();
  expect(screen.getByText(/pause o monitor, não só o grupo/)).toBeTruthy();
  expect(screen.getByText(/Até 13\/12\/2099 nada muda. Depois o intervalo dele passa a 10 min/)).toBeTruthy();
  expect(screen.getByText('Loja (20 s)')).toBeTruthy();
});

test('a short retry interval is no short interval', () => {
  const { endsAt } = over.interval ?? {};
  const both = { id: 2, name: 'API', interval: 20, retryInterval: 10 };
  const retries = { id: 1, name: 'Loja', interval: 600, retryInterval: 5 };
  const notices = limitsNotices({ ...kept, interval: { endsAt, monitors: [both, retries] } });
  expect(notices.map(({ title, text, items }) => [title, text, items])).toEqual([
    [
      '1 monitor com intervalo menor que 10 min, o do plano',
      'Até 13/12/2099 nada muda. Depois o intervalo dele passa a 10 min.',
      ['API (20 s)'],
    ],
    [
      '2 monitores tentam de novo em menos de 20 s depois de uma falha',
      'Até 13/12/2099 nada muda. Depois o intervalo de repetição deles passa a 20 s, o menor em todos os planos.',
      ['API (10 s)', 'Loja (5 s)'],
    ],
  ]);
  const told = limitsNotices({ ...kept, isEnforced: false, interval: { monitors: [retries] } });
  expect(told.map(({ title, text }) => [title, text])).toEqual([
    [
      '1 monitor tenta de novo em menos de 20 s depois de uma falha',
      'Nada é mudado por nós. Para acertar, aumente o intervalo de repetição no painel: 20 s é o menor em todos os planos.',
    ],
  ]);
});

test.each([
  ['in the largest plan', { ...active, plan: 'enterprise' }, { ...over, plan: 'enterprise' }, null],
  [
    'for a retry interval alone',
    active,
    { ...kept, interval: { monitors: [{ id: 1, name: 'Loja', interval: 600, retryInterval: 5 }] } },
    null,
  ],
  ['where it has room for more', active, over, '/upgrade?tenant=acme'],
] as const)('a larger plan is offered or not: %s', async (_, account, limits, href) => {
  server.on(LIMITS, () => json(limits));
  await openAccount(account);
  await screen.findByRole('heading', { name: 'Limites do plano' });
  const larger = screen.queryByRole('link', { name: 'Ver planos maiores' });
  expect(larger?.getAttribute('href') ?? null).toBe(href);
});

test('the owner chooses which monitors continue, up to the limit', async () => {
  server.on(LIMITS, () => json(over));
  server.on(CHOICE, () => json({ ...over, number: { ...over.number, monitors: [] } }));
  await openAccount(active);
  const dialog = await openChoice();
  expect(isChecked(dialog, 'Blog')).toBe(false);
  await user.click(dialog.getByRole('checkbox', { name: 'Blog' }));
  await user.click(dialog.getByRole('button', { name: 'Guardar a escolha' }));
  expect(await dialog.findByText(message('limits.choice-too-many'))).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: 'Loja' }));
  expect(dialog.queryByText(message('limits.choice-too-many'))).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Guardar a escolha' }));
  expect(await screen.findByText(message('limits.choice-kept'))).toBeTruthy();
  expect(server.to(CHOICE).map(({ body }) => body)).toEqual([{ kept: [2, 3] }]);
});

/** Eighty running monitors of a plan with 75, of which the five newest would be paused. */
const manyOver: Limits = {
  ...{ ...over, plan: 'pro', monitorLimit: 75, running: 80, total: 80 },
  number: {
    beyond: 5,
    monitors: Array.from({ length: 80 }, (_, index) => 80 - index).map((id) => ({
      ...{ id, name: id === 80 ? 'Página de início' : `Loja ${id}`, wouldPause: id > 75, type: 'http' },
      address: `loja-${id}.example`,
    })),
  },
};

test('a long list is searched by name, address and type, without accents', async () => {
  server.on(LIMITS, () => json(manyOver));
  await openAccount(active);
  const dialog = await openChoice();
  const search = dialog.getByRole('searchbox');
  await write(search, 'pagina inicio');
  expect(isChecked(dialog, 'Página de início')).toBe(false);
  expect(dialog.queryByRole('checkbox', { name: /^Loja/ })).toBeNull();
  await user.clear(search);
  await write(search, 'http loja-7.');
  expect(dialog.getAllByRole('checkbox', { name: /^Loja/ })).toHaveLength(1);
  expect(dialog.getByText('http · loja-7.example')).toBeTruthy();
  await write(search, 'nada');
  expect(dialog.getByText('Nenhum monitor com essas palavras.')).toBeTruthy();
});

test('a full choice says how many to unmark, and can be cleared', async () => {
  server.on(LIMITS, () => json(manyOver));
  server.on(CHOICE, () => json(manyOver));
  await openAccount(active);
  const dialog = await openChoice();
  expect(dialog.getByText('75 de 75 escolhidos.')).toBeTruthy();
  await write(dialog.getByRole('searchbox'), 'início');
  await user.click(dialog.getByRole('checkbox', { name: 'Página de início' }));
  expect(dialog.getByText('76 de 75 escolhidos: desmarque 1.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Desmarcar todos' }));
  expect(dialog.getByText('0 de 75 escolhidos.')).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: 'Página de início' }));
  await user.clear(dialog.getByRole('searchbox'));
  await user.click(dialog.getByRole('checkbox', { name: 'Ver só os marcados' }));
  expect(dialog.queryByRole('checkbox', { name: /^Loja/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Guardar a escolha' }));
  expect(await screen.findByText(message('limits.choice-kept'))).toBeTruthy();
  expect(server.to(CHOICE).map(({ body }) => body)).toEqual([{ kept: [80] }]);
});

test.each([
  [
    'the list changed',
    refusal(422, 'validation-failed', 'Confira.', { fields: { kept: message('limits.choice-gone') } }),
    message('limits.choice-gone'),
  ],
  [
    'a monitor is none',
    refusal(422, 'validation-failed', 'Confira.', { fields: { kept: message('limits.choice-invalid') } }),
    message('limits.choice-invalid'),
  ],
  ['the answer is lost', lost, message('connection.failed')],
])('when %s the choice stays and is explained', async (_, answer, sentence) => {
  server.on(LIMITS, () => json(over));
  server.on(CHOICE, answer);
  await openAccount(active);
  const dialog = await openChoice();
  await user.click(dialog.getByRole('checkbox', { name: 'Loja' }));
  await user.click(dialog.getByRole('button', { name: 'Guardar a escolha' }));
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(isChecked(dialog, 'Loja')).toBe(false);
});

test('an environment that does not answer can be asked again', async () => {
  server.on(
    LIMITS,
    () => json({ environment: 'no-answer' }),
    () => json(over),
  );
  await openAccount(active);
  expect(await screen.findByText(message('limits.failed'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: message('provisioning.retry') }));
  expect(await screen.findByText('3 monitores ligados, e o plano inclui 2')).toBeTruthy();
});

test('an account without an environment shows nothing', async () => {
  server.on(LIMITS, () => json({ environment: 'none' }));
  await openAccount(active);
  await waitFor(() => expect(server.to(LIMITS)).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Limites do plano' })).toBeNull();
});

test('a suspended environment is not asked', async () => {
  server.on(LIMITS, () => json(over));
  await openAccount({ ...active, state: 'suspended' });
  expect(server.to(LIMITS)).toEqual([]);
});

test.each<[string, Partial<Limits>, string]>([
  [
    'a spent grace',
    { number: { beyond: 1, monitors: [] } },
    'O prazo deste plano já foi usado: dentro de uma hora pausamos 1 monitor',
  ],
  ['nothing enforced', { isEnforced: false, number: { beyond: 1, monitors: [] } }, 'Nada é mudado por nós.'],
  ['what was paused', { paused: [{ id: 1, name: 'Loja' }] }, 'Com um plano maior eles voltam a funcionar'],
  [
    'what was raised',
    { raised: [{ id: 1, name: 'Loja', from: 90, to: 600 }] },
    'Com um plano maior ele volta ao que era',
  ],
])('%s is shown', (_, known, words) => {
  const [notice] = limitsNotices({ ...kept, ...known });
  expect(notice?.text).toContain(words);
});

test('a raised interval shows both values', () => {
  const [notice] = limitsNotices({ ...kept, raised: [{ id: 1, name: 'Loja', from: 90, to: 600 }] });
  expect(notice?.items).toEqual(['Loja: de 90 s para 10 min']);
});
