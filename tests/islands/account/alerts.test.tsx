/** The page of alerts: who is told, the channel, Telegram, and what was sent. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { press, server, setUp, user, write } from '#tests/islands/island-page.tsx';
import { base, chat, colleague, load, open, own, part, READ, unproven, view } from './alerts-page.tsx';

beforeEach(setUp);

test('says that it reads, and why it cannot', async () => {
  server.on(READ, () => new Promise<Response>(() => {}));
  await load();
  expect(await screen.findByText(message('alerts.loading'))).toBeTruthy();
  server.on(READ, refusal(500, 'internal', message('error.internal')));
  await load();
  expect(await screen.findByText(message('alerts.failed-title'))).toBeTruthy();
});

test('another reading that fails keeps what is being typed', async () => {
  await open({ recipients: [own, unproven] });
  const code = screen.getByLabelText<HTMLInputElement>('Código de 6 números');
  await write(code, '123');
  const failed = vi.fn(refusal(500, 'internal', message('error.internal')));
  server.on(READ, failed);
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(failed).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByLabelText<HTMLInputElement>('Código de 6 números').value).toBe('123');
});

describe('the table of recipients', () => {
  const night = { days: [1], wholeDays: [], from: '23:00', until: '06:00', zone: 'UTC', mode: 'hold-all' };

  test('says who, whose, by which channel, what, and the state', async () => {
    await open({
      recipients: [
        own,
        {
          ...{ ...colleague, name: 'Plantão' },
          preferences: {
            kinds: ['fall', 'return'],
            quiet: null,
            reminderHours: 6,
            monitors: ['1:1'],
            text: null,
          },
        },
        {
          ...{ ...chat, state: 'off', offReason: 'kicked', wayBack: 'never' },
          member: { id: 'm1', name: 'Bia', isPaused: false },
          isMine: false,
        },
        {
          ...{ ...colleague, id: 'r4', address: 'caio@example.com', isMine: false },
          member: { id: 'm2', name: 'Caio', isPaused: true },
          preferences: { ...own.preferences, quiet: night } as typeof own.preferences,
        },
      ],
    });
    const rows = within(screen.getByRole('table', { name: 'Quem recebe os avisos' })).getAllByRole('row');
    const cells = rows.map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Quem', 'Canal', 'O que chega', 'Situação'],
      ['ana@example.comvocê, como dono', 'E-mail', 'Tudo', 'Recebe'],
      ['Plantãoplantao@example.com', 'E-mail', 'QuedasRetornos1 monitor', 'Recebe'],
      [
        'Anamembro Bia',
        'Telegram',
        'Tudo',
        'DesligadoNão recebe mais: a conversa bloqueou ou removeu o robô.',
      ],
      [
        'caio@example.commembro Caio',
        'E-mail',
        'TudoSilêncio 23:00–06:00',
        'Sem acessoNada chega enquanto o plano tem menos lugares do que pessoas.',
      ],
    ]);
    const menus = screen.getAllByRole('button', { name: /^Opções de / });
    expect(menus.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Opções de ana@example.com',
      'Opções de Plantão',
    ]);
  });

  test('names no choice of monitors that the plan does not have', async () => {
    const chosen = { ...own.preferences, monitors: ['1:1', '2:1'] };
    await open({ canChooseMonitors: false, recipients: [{ ...own, preferences: chosen }] });
    expect(screen.queryByText('2 monitores')).toBeNull();
    await open({ recipients: [{ ...own, preferences: chosen }] });
    expect(screen.getByText('2 monitores')).toBeTruthy();
  });

  test('says so where nobody is told', async () => {
    await open({ recipients: [] });
    expect(screen.getByText(message('alerts.nobody'))).toBeTruthy();
  });
});

describe('the channel', () => {
  test('is being made', async () => {
    await open({ channel: 'none' });
    expect(screen.getByText(message('alerts.preparing'))).toBeTruthy();
  });

  test('was deleted in the panel, and is made again', async () => {
    await open({ channel: 'deleted' });
    expect(screen.getByText(message('alerts.deleted-title'))).toBeTruthy();
    expect(screen.getByText(message('alerts.deleted'))).toBeTruthy();
    server.on(`${base}/canal`, () => json(view));
    await press('Ligar os avisos de novo');
    expect(await screen.findByText(message('alerts.attached'))).toBeTruthy();
    expect(server.to(`${base}/canal`)[0]?.body).toEqual({});
  });

  test('was taken from monitors, which are named', async () => {
    const detached = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, name: `Site ${at + 1}` }));
    await open({ detached });
    const nomes = 'Site 1, Site 2, Site 3, Site 4, Site 5 e mais 2';
    expect(screen.getByText(message('alerts.detached', { nomes }))).toBeTruthy();
    server.on(`${base}/canal`, () => json(view));
    await press('Avisar sobre eles também');
    await waitFor(() =>
      expect(server.to(`${base}/canal`)[0]?.body).toEqual({ monitors: [1, 2, 3, 4, 5, 6, 7] }),
    );
  });
});

describe('monitors that no channel tells of', () => {
  const loja = { id: 1, name: 'Loja' };
  const api = { id: 2, name: 'API' };

  test('are named with what to do, apart from those with another channel', async () => {
    await open({ detached: [loja, api], untold: [loja] });
    expect(screen.getByText('Um monitor está sem canal nenhum')).toBeTruthy();
    expect(screen.getByText(message('alerts.untold', { nomes: 'Loja' }))).toBeTruthy();
    expect(screen.getByText(/foi tirado de API, no painel/)).toBeTruthy();
    server.on(`${base}/canal`, () => json(view));
    await press('Ligar os avisos nele');
    await waitFor(() => expect(server.to(`${base}/canal`)[0]?.body).toEqual({ monitors: [1] }));
    expect(await screen.findByText(message('alerts.attached'))).toBeTruthy();
    expect(screen.queryByText('Um monitor está sem canal nenhum')).toBeNull();
  });

  test('are no news while the channel itself is gone', async () => {
    await open({ channel: 'deleted', untold: [loja] });
    expect(screen.getByText(message('alerts.deleted-title'))).toBeTruthy();
    expect(screen.queryByText('Um monitor está sem canal nenhum')).toBeNull();
  });
});

describe('monitors without a current check', () => {
  const loja = { id: 1, name: 'Loja', since: Date.parse('2026-11-28T13:18:00Z') };
  const blog = { id: 2, name: 'Blog', since: null };
  const lastSeen = message('alerts.unchecked-since', { nome: 'Loja', desde: '28/11/2026 às 10h18' });

  test.each([
    [[loja], 'Um monitor está sem checagem', lastSeen],
    [
      [loja, blog],
      '2 monitores estão sem checagem',
      `${lastSeen}, ${message('alerts.never-checked', { nome: 'Blog' })}`,
    ],
  ])('are named, with the time of the last one', async (unchecked, title, nomes) => {
    await open({ unchecked });
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(message('alerts.unchecked', { nomes }))).toBeTruthy();
  });

  test('are no news where there are none', async () => {
    await open();
    expect(screen.queryByText(/sem checagem/)).toBeNull();
  });
});

describe('Telegram', () => {
  const link = {
    person: 'https://t.me/vigia_bot?start=abc',
    group: 'https://t.me/vigia_bot?startgroup=abc',
    expiresAt: Date.parse('2026-11-26T06:20:00Z'),
  };

  test('is connected by a link that is a picture too, and the page notices', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      await open();
      server.on(`${base}/telegram`, () => json(link));
      expect(screen.getByText(message('alerts.telegram-how'))).toBeTruthy();
      await press('Conectar');
      expect((await screen.findByRole('link', { name: /Abrir no Telegram/ })).getAttribute('href')).toBe(
        link.person,
      );
      const code = screen.getByRole('img', { name: /Código QR/ });
      // Cameras want dark on light, whatever the theme.
      expect([...code.children].map((each) => each.getAttribute('fill'))).toEqual(['#fff', '#000']);
      expect(screen.getByText(message('alerts.chat-waits'))).toBeTruthy();
      server.on(READ, () => json({ ...view, recipients: [own, chat] }));
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await screen.findByText(message('alerts.chat-connected'))).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('asks for a new sign-in when the session has expired', async () => {
    await open();
    Object.assign(provider, { refresh: 'refused', account: null });
    await press('Conectar');
    await waitFor(() => expect(provider.calls.map(({ method }) => method)).toContain('login'));
  });

  test('says when it does not answer, and is not shown without a bot', async () => {
    await open();
    server.on(
      `${base}/telegram`,
      refusal(503, 'messenger-unavailable', message('error.messenger-unavailable')),
    );
    await press('Conectar');
    expect(await screen.findByText(message('error.messenger-unavailable'))).toBeTruthy();
    await open({ telegram: false });
    expect(screen.queryByRole('region', { name: 'Telegram' })).toBeNull();
  });
});

describe('the messages that were sent', () => {
  const sent = (id: string, more: object) => ({
    ...{ id, recipient: 'ana@example.com', kind: 'email', subject: `Fora do ar: ${id}` },
    ...{ lines: [`${id} está fora do ar desde 3h13.`], createdAt: Date.parse('2026-11-26T06:13:00Z') },
    ...{ tone: 'down', settledAt: null, detail: null, state: 'sent' },
    ...more,
  });
  const openWith = (...messages: readonly object[]) => open({ messages: messages as AlertsView['messages'] });

  test('say what became of each', async () => {
    await openWith(
      sent('Loja', { settledAt: Date.parse('2026-11-26T06:13:05Z') }),
      sent('Nova', { settledAt: Date.parse('2026-11-27T12:00:00Z') }),
      sent('API', { state: 'waiting', detail: 'o Telegram', kind: 'telegram' }),
      sent('Blog', { state: 'refused', detail: 'o endereço não existe' }),
      sent('Novo', { state: 'waiting' }),
      sent('Site', { state: 'unclear', detail: 'uma tentativa anterior já tinha sido aceita' }),
      sent('Cais', { detail: 'ainda não entregue a quem recebe' }),
    );
    const list = part('Avisos enviados');
    for (const words of [
      /: entregue ao provedor de e-mail às 3h13$/,
      /entregue ao provedor de e-mail às 9h00 de 27\/11$/,
      /aguarda: o Telegram/,
      /recusado: o endereço não existe/,
      /aguarda a vez/,
      /talvez entregue: uma tentativa anterior/,
      /entregue ao provedor de e-mail, ainda não entregue a quem recebe/,
    ])
      expect(list.getByText(words)).toBeTruthy();
    await open();
    expect(screen.getByText(message('alerts.none-sent'))).toBeTruthy();
  });

  test.each([
    ['down', 'border-s-down'],
    ['up', 'border-s-pill'],
    ['warning', 'border-s-maintenance'],
    ['neutral', 'border-s-line-strong'],
  ])('have the colour of what they tell, not of their delivery: %s', async (tone, edge) => {
    await openWith(sent('Loja', { tone }));
    const [line] = part('Avisos enviados').getAllByRole('listitem');
    expect(line?.className).toContain(edge);
    expect(line?.innerHTML).not.toContain('signal');
  });

  test('say the same words once, with what became of them at each recipient', async () => {
    await openWith(
      sent('Loja', {}),
      sent('Loja', { id: 'b', recipient: 'Plantão', state: 'refused', detail: 'o endereço não existe' }),
      sent('Loja', { id: 'd', recipient: 'Estoque' }),
      sent('API', {}),
      sent('Loja', { id: 'c', lines: ['Loja está fora do ar desde 2h10.'] }),
    );
    const list = part('Avisos enviados');
    expect(list.getAllByText(/^Fora do ar: /).map(({ textContent }) => textContent)).toEqual([
      'Fora do ar: Loja',
      'Fora do ar: API',
      'Fora do ar: Loja',
    ]);
    expect(list.getByText(/para Plantão: recusado: o endereço não existe$/)).toBeTruthy();
    expect(list.getByText(/para ana@example.com e Estoque: entregue/)).toBeTruthy();
    expect(list.getAllByText(/para ana@example.com: entregue/)).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Mandados a'), 'Plantão');
    expect(list.queryByText(/para ana@example.com/)).toBeNull();
  });

  test('can be narrowed to one recipient, where there are several', async () => {
    await openWith(sent('Loja', {}), sent('API', { recipient: 'Plantão' }));
    const subjects = () =>
      part('Avisos enviados')
        .getAllByText(/^Fora do ar: /)
        .map(({ textContent }) => textContent);
    expect(subjects()).toEqual(['Fora do ar: Loja', 'Fora do ar: API']);
    await user.selectOptions(screen.getByLabelText('Mandados a'), 'Plantão');
    expect(subjects()).toEqual(['Fora do ar: API']);
    await user.selectOptions(screen.getByLabelText('Mandados a'), 'Todos');
    expect(subjects()).toHaveLength(2);
    await openWith(sent('Loja', {}));
    expect(screen.queryByLabelText('Mandados a')).toBeNull();
  });

  test.each([
    [2, 'alerts.share', false],
    [800, 'alerts.share-near', true],
  ] as const)('count against the day’s share: %d', async (used, sentence, isNear) => {
    await open({ share: { sent: used, limit: 1000 } });
    const words = message(sentence, { enviados: String(used), limite: '1.000' });
    expect(part('Avisos enviados').getByText(words)).toBeTruthy();
    expect(screen.queryByText('Perto da cota do dia') !== null).toBe(isNear);
  });
});
