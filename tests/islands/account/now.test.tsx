/** "Agora" on the account's page, and the list of falls. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Occurrence, Occurrences } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { openAt, savedFiles, server, setUp, user } from '#tests/islands/island-page.tsx';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import { active, openAccount, part } from './account-page.tsx';

const NOW = 'GET /api/conta/agora';
const SEEN = 'POST /api/conta/avisos/vendo';
const FALLS = 'GET /api/conta/ocorrencias';
const SINCE = Date.parse('2026-11-26T06:12:00Z');

beforeEach(setUp);

const down = (id: number, fall: number | null = id) =>
  pictured({ id, name: `Loja ${id}`, state: 'down', message: 'sem rota', beats: 'ud', fall, ping: null });

async function openNow(...answers: Parameters<typeof server.on>[1][]) {
  server.on(NOW, ...answers);
  await openAccount(active);
  return part('Agora');
}
/** The headline, once it is there; nothing else is announced. */
async function headline(now: Awaited<ReturnType<typeof part>>, words: string) {
  await now.findByText(words);
  expect(now.getByRole('status').textContent).toBe(words);
}
const lines = (now: Awaited<ReturnType<typeof part>>) =>
  now.getAllByRole('listitem').map((line) => line.textContent?.replace(' (abre no painel)', ''));

describe('Agora', () => {
  test('says in one line how everything stands, then what is down and why, first', async () => {
    const now = await openNow(() => json(standingNow([pictured({ id: 2, name: 'Blog' }), down(1)])));
    await headline(now, '1 fora do ar desde 3h12 de 26/11');
    expect(now.getByText('Loja 1: sem rota')).toBeTruthy();
    expect(lines(now)).toEqual([
      expect.stringMatching(/^Loja 1Fora do ardesde 3h12 de 26\/11 · sem rota.*Estou vendo Loja 1$/),
      expect.stringMatching(/^BlogNo ardesde 3h12 de 26\/11.*80 ms$/),
    ]);
    expect(now.getByRole('img', { name: 'Últimas 2 checagens: 1 no ar, 1 fora' })).toBeTruthy();
  });

  test('“Estou vendo” is said of one fall, or of all', async () => {
    const now = await openNow(() => json(standingNow([down(1), down(2), down(3, null)])));
    const seen = { by: 'Ana', at: SINCE };
    server.on(SEEN, () => json(standingNow([{ ...down(1), seen }, down(2), down(3, null)])));
    await now.findByText('3 fora do ar');
    await user.click(now.getByRole('button', { name: /^Estou vendo ?Loja 1$/ }));
    const words = message('now.seen-by', { nome: 'Ana', desde: '3h12 de 26/11' });
    expect(await now.findByText(new RegExp(`${words}$`))).toBeTruthy();
    expect(server.to(SEEN)[0]?.body).toEqual({ falls: [1] });
    expect(now.queryByText(/^Estou vendo as/)).toBeNull();
  });

  test('one press says it of every fall that nobody sees', async () => {
    const now = await openNow(() => json(standingNow([down(1), down(2)])));
    server.on(SEEN, lost);
    await now.findByText('2 fora do ar');
    await user.click(now.getByRole('button', { name: 'Estou vendo as 2' }));
    expect(server.to(SEEN)[0]?.body).toEqual({ falls: [1, 2] });
    expect(await now.findByText(message('now.seen-failed-title'))).toBeTruthy();
  });

  test('a silent environment is said, with what was known last', async () => {
    const answer = standingNow([down(1), pictured({ id: 2 })], { isCurrent: false, heardAt: SINCE });
    const now = await openNow(() => json(answer));
    await headline(now, 'Sem notícia desde 3h12 de 26/11');
    expect(now.getByText(message('now.silent'))).toBeTruthy();
    expect(now.queryByText(/^No ar/)).toBeNull();
  });

  test.each([
    ['no monitor yet', standingNow([]), 'Nenhum monitor ainda', message('now.none')],
    [
      'never heard of',
      standingNow([], { isCurrent: false, heardAt: null }),
      'Ainda sem notícia',
      message('now.never-heard'),
    ],
  ] as const)('%s', async (_name, answer, words, detail) => {
    const now = await openNow(() => json(answer));
    await headline(now, words);
    expect(now.getByText(detail)).toBeTruthy();
    // The owner's first task is below, once.
    expect(now.queryByRole('link', { name: 'Criar o primeiro monitor' })).toBeNull();
  });

  test('while it is asked for the first time the page says so, and nothing stands below', async () => {
    const now = await openNow(() => new Promise<Response>(() => undefined));
    expect(now.getByText(message('now.loading'))).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Seu Vigia' })).toBeNull();
  });

  test('what is old is not shown as true: the page asks, or says since when it hears nothing', async () => {
    const now = await openNow(
      () => json(standingNow([pictured()], { heardAt: SINCE })),
      () => new Promise<Response>(() => undefined),
    );
    await now.findByText('Tudo no ar');
    expect(now.getByText(message('now.checked', { hora: 'às 3h12 de 26/11' }))).toBeTruthy();
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(await now.findByText(message('now.asking'))).toBeTruthy();
    expect(now.queryByText('Tudo no ar')).toBeNull();
    later.mockRestore();
  });

  test('a failed question says so, and the rest of the page is there', async () => {
    const now = await openNow(refusal(503, 'internal', message('error.internal')));
    expect(await now.findByText(message('now.failed'))).toBeTruthy();
    expect(await part('Seu Vigia')).toBeTruthy();
  });

  test('is asked again each half minute, keeps its rows in place, and the headline alone is announced', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    try {
      const all = [pictured({ id: 1, name: 'Loja 1' }), pictured({ id: 2, name: 'Loja 2' })];
      const now = await openNow(() => json(standingNow(all)));
      await now.findByText('Tudo no ar');
      server.on(NOW, () => json(standingNow([pictured({ id: 1, name: 'Loja 1' }), down(2)])));
      await vi.advanceTimersByTimeAsync(30_000);
      await waitFor(() =>
        expect(now.getByRole('status').textContent).toBe('1 fora do ar desde 3h12 de 26/11'),
      );
      expect(lines(now).map((line) => line?.slice(0, 6))).toEqual(['Loja 1', 'Loja 2']);
      expect(now.getAllByRole('status')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('many are folded by group, found by words, and one that falls later can be brought up', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      pictured({ id: at + 1, name: `Site ${at + 1}`, group: at < 20 ? 'Padaria' : null }),
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    try {
      const now = await openNow(() => json(standingNow(many)));
      await now.findByText('Tudo no ar');
      expect(now.getAllByText(/\(20\) · Tudo no ar/)).toHaveLength(2);
      expect(now.queryByRole('listitem')).toBeNull();
      await user.type(now.getByLabelText('Procurar um monitor'), 'site 33');
      expect(lines(now)).toEqual([expect.stringMatching(/^Site 33/)]);
      await user.clear(now.getByLabelText('Procurar um monitor'));
      server.on(NOW, () => json(standingNow(many.map((each) => (each.id === 33 ? down(33) : each)))));
      await vi.advanceTimersByTimeAsync(30_000);
      const show = message('now.fallen-since', { count: 1 });
      await user.click(await now.findByText(show));
      expect(lines(now)).toEqual([expect.stringMatching(/^Loja 33Fora do ar/)]);
    } finally {
      vi.useRealTimers();
    }
  });
});

const fall = (more: Partial<Occurrence>): Occurrence => ({
  ...{ fall: 1, monitor: { id: 1, name: 'Loja', address: 'loja.com.br' }, since: SINCE },
  ...{ until: SINCE + 420_000, endedBy: 'up', gap: null, message: 'sem rota', cause: null, signAt: null },
  ...{ told: [{ recipient: 'ana@acme.example', at: SINCE + 30_000 }], seen: null },
  ...more,
});
const listed = (occurrences: readonly Occurrence[], isComplete = true): Occurrences => ({
  ...{ tenant: 'acme', url: 'http://acme.example', from: 1, isComplete },
  occurrences: [...occurrences],
});

describe('the falls of ninety days', () => {
  async function open(...answers: Parameters<typeof server.on>[1][]) {
    server.on(FALLS, ...answers);
    await openAt('/conta/ocorrencias', async () => {
      const { OccurrencesPage } = await import('#account/now/occurrences.tsx');
      return <OccurrencesPage />;
    });
  }

  test('stand by day, with cause, who was told and who saw', async () => {
    const open1 = fall({
      fall: 2,
      monitor: { id: 2, name: 'API', address: null },
      until: null,
      endedBy: null,
    });
    const left = fall({ fall: 3, since: SINCE - 86_400_000, until: SINCE, endedBy: 'paused', told: [] });
    await open(() => json(listed([{ ...open1, seen: { by: 'Ana', at: SINCE } }, fall({}), left], false)));
    const days = await screen.findAllByRole('region');
    expect(days.map((day) => day.querySelector('h2')?.textContent)).toEqual([
      'quinta-feira, 26 de novembro de 2026',
      'quarta-feira, 25 de novembro de 2026',
    ]);
    const texts = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(texts[0]).toMatch(/^3h12Fora do arhá .*API.*sem rota.*Ana disse que estava vendo/);
    expect(texts[1]).toMatch(/^3h12 a 3h197 minLoja.*sem rota.*ana@acme.example às 3h12/);
    expect(texts[2]).toMatch(/pausado no painel.*Não consta aviso/);
    expect(screen.getByText(message('occurrences.cut', { count: 3 }))).toBeTruthy();
  });

  test('are filtered by monitor, and come as a file', async () => {
    const saved = savedFiles();
    const other = fall({ fall: 2, monitor: { id: 2, name: '=API', address: null }, gap: 'unseen' });
    await open(() => json(listed([fall({}), other])));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Monitor' }), '=API');
    expect(screen.getByRole('status').textContent).toBe('1 queda');
    await user.click(screen.getByRole('button', { name: 'Baixar planilha (CSV)' }));
    expect(saved[0]?.name).toBe('quedas-acme.csv');
    expect(await saved[0]?.blob.text()).toBe(
      'Monitor;Endereço;Começou;Terminou;Duração;Motivo;Mensagem;Quem foi avisado;Quem viu\r\n' +
        "'=API;;26/11/2026 03:12;26/11/2026 03:19;não se sabe quanto durou;sem rota;sem rota;ana@acme.example em 26/11/2026 às 3h12;\r\n",
    );
  });

  test('none: the page says so', async () => {
    await open(() => json(listed([])));
    expect(await screen.findByText(message('occurrences.none'))).toBeTruthy();
  });

  test('while it loads, and after a failure, the page says so', async () => {
    await open(() => new Promise<Response>(() => undefined));
    expect(await screen.findByText(message('occurrences.loading'))).toBeTruthy();
    await open(lost);
    expect(await screen.findByText(message('occurrences.failed-title'))).toBeTruthy();
    expect(within(document.body).queryByRole('list')).toBeNull();
  });
});
