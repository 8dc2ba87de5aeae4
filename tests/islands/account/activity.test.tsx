/** The activity page: the list, its filter, and its CSV. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ActivityAnswer } from '#domain/api-schemas/activity.ts';
import { message } from '#domain/messages.ts';
import { type FakeApi, json } from '#tests/islands/fake-api.ts';
import { openAt, savedFiles, server, setUp, user } from '#tests/islands/island-page.tsx';

const READ = 'GET /api/conta/atividade';

beforeEach(setUp);

const at = '2026-11-20T15:00:00.000Z';
const history: ActivityAnswer = {
  tenant: 'acme',
  activities: [
    {
      ...{ id: 5, at, kind: 'alert-recipient-on', about: '“Turno da noite” (Telegram)' },
      who: { role: 'owner', name: 'Ana' },
    },
    { id: 4, at, kind: 'person-joined', who: { role: 'member', name: '=Bia' } },
    { id: 3, at, kind: 'card-changed', who: { role: 'owner', name: 'ana@acme.example' } },
    { id: 2, at, kind: 'restore-asked', who: { role: 'team' } },
    { id: 1, at, kind: 'limits-applied', who: { role: 'system' } },
  ],
  isComplete: true,
};

async function open(answer: Parameters<FakeApi['on']>[1]) {
  server.on(READ, answer);
  await openAt('/conta/atividade', async () => {
    const { Activity } = await import('#account/activity/activity.tsx');
    return <Activity />;
  });
}
const lines = async () => within(await screen.findByRole('list')).getAllByRole('listitem');

test('each line says when, who, what and which', async () => {
  await open(() => json(history));
  expect((await lines()).map((line) => line.textContent)).toEqual([
    '20/11/2026 às 12h00Ana ligou os avisos em “Turno da noite” (Telegram)',
    '20/11/2026 às 12h00=Bia entrou no painel',
    '20/11/2026 às 12h00ana@acme.example trocou o cartão',
    '20/11/2026 às 12h00Equipe da Vigia pediu a volta de uma cópia',
    '20/11/2026 às 12h00Vigia pausou ou ajustou monitores ao plano',
  ]);
});

test('a subject filters the list and the file; a name is no formula in it', async () => {
  const saved = savedFiles();
  await open(() => json(history));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Assunto' }), 'Pessoas');
  expect(await lines()).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('1 acontecimento');
  await user.click(screen.getByRole('button', { name: 'Baixar planilha (CSV)' }));
  expect(await saved[0]?.blob.text()).toBe(
    "Quando;Assunto;O que;Quem;Papel\r\n20/11/2026 12:00;Pessoas;entrou no painel;'=Bia;Pessoa da equipe\r\n",
  );
  await user.selectOptions(screen.getByRole('combobox'), 'Dados');
  expect(screen.getByText(message('activity.none'))).toBeTruthy();
});

test('a history that was cut says so', async () => {
  await open(() => json({ ...history, isComplete: false }));
  expect(await screen.findByText(message('activity.cut', { count: 5 }))).toBeTruthy();
});

test('a failed read can be repeated', async () => {
  let times = 0;
  await open(() => {
    times += 1;
    if (times === 1) throw new Error('no connection');
    return json(history);
  });
  expect(await screen.findByText(message('activity.failed-title'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Tentar/ }));
  expect(await lines()).toHaveLength(5);
});

test('while it loads the page says so', async () => {
  await open(() => new Promise<Response>(() => undefined));
  expect(await screen.findByText(message('activity.loading'))).toBeTruthy();
});
