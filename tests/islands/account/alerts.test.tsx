/** The page of alerts: recipients and their codes, preferences, the channel, and what was sent. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, press, server, setUp, user, write } from '#tests/islands/island-page.tsx';

const READ = 'GET /api/conta/avisos';
const base = 'POST /api/conta/avisos';

const own: AlertRecipient = {
  ...{ id: 'r1', kind: 'email', name: 'ana@example.com', state: 'on', isOwner: true },
  ...{ offReason: null, wayBack: null, preferences: defaultPreferences },
};
const unproven: AlertRecipient = {
  ...{ ...own, id: 'r2', name: 'plantao@example.com', state: 'unproven', isOwner: false },
};
const view: AlertsView = {
  channel: 'on',
  detached: [],
  untold: [],
  unchecked: [],
  recipients: [own],
  free: { email: 9, telegram: 10 },
  share: { sent: 2, limit: 1000 },
  telegram: true,
  messages: [],
};

beforeEach(setUp);

const load = () =>
  openAt('/conta/avisos', async () => {
    const { Alerts } = await import('#account/alerts/alerts.tsx');
    return <Alerts />;
  });
async function open(known: Partial<AlertsView> = {}) {
  server.on(READ, () => json({ ...view, ...known }));
  await load();
  await screen.findByRole('region', { name: 'Quem recebe' });
}
const part = (name: string) => within(screen.getByRole('region', { name }));

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

describe('a new address', () => {
  test('is sent a code, and keeps its text until then', async () => {
    await open();
    server.on(
      `${base}/destinatarios`,
      () => json({}),
      () => json({ ...view, recipients: [own, unproven] }),
    );
    const adding = part('Mais um e-mail');
    expect(adding.getByText(message('alerts.code-follows'))).toBeTruthy();
    await write(adding.getByLabelText('E-mail de destino'), 'plantao');
    await press('Verificar Email');
    expect(adding.getByText(message('person.email'))).toBeTruthy();
    await write(adding.getByLabelText('E-mail de destino'), '@example.com');
    await press('Verificar Email');
    expect(await screen.findByText(message('alerts.unclear'))).toBeTruthy();
    expect(adding.getByLabelText<HTMLInputElement>('E-mail de destino').value).toBe('plantao@example.com');
    await press('Verificar Email');
    const sent = message('alert.code-sent', { email: 'plantao@example.com' });
    expect(await screen.findByText(sent)).toBeTruthy();
    expect(server.to(`${base}/destinatarios`).at(-1)?.body).toEqual({ email: 'plantao@example.com' });
    expect(part('Quem recebe').getByText('Falta confirmar')).toBeTruthy();
  });

  test('is proven by six digits, and by nothing else', async () => {
    await open({ recipients: [own, unproven] });
    const verified = { ...view, recipients: [own, { ...unproven, state: 'on' }] };
    server.on(
      `${base}/destinatarios/r2/verificar`,
      refusal(422, 'alert-code-wrong', message('error.alert-code-wrong')),
      refusal(409, 'alert-code-over', message('error.alert-code-over')),
      () => json(verified),
    );
    const code = screen.getByLabelText('Código de 6 números');
    await write(code, '12 45');
    await press('Verificar');
    expect(screen.getByText(message('alert.code'))).toBeTruthy();
    await user.clear(code);
    await write(code, '123456');
    for (const sentence of [message('error.alert-code-wrong'), message('error.alert-code-over')]) {
      await press('Verificar');
      expect(await screen.findByText(sentence)).toBeTruthy();
    }
    await press('Verificar');
    expect(await screen.findByText(message('alert.verified'))).toBeTruthy();
    expect(screen.queryByLabelText('Código de 6 números')).toBeNull();
  });

  test.each([
    ['alert-code-wait', 429],
    ['alert-code-day', 429],
    ['alert-refused', 409],
  ] as const)('its code may be refused: %s', async (code, status) => {
    await open({ recipients: [own, unproven] });
    server.on(`${base}/destinatarios/r2/codigo`, refusal(status, code, message(`error.${code}`)));
    await press('Reenviar Código');
    expect(await screen.findByText(message(`error.${code}`))).toBeTruthy();
  });

  test.each(['alert-known', 'alert-recipients-full'] as const)('may be refused: %s', async (code) => {
    await open();
    server.on(`${base}/destinatarios`, refusal(409, code, message(`error.${code}`)));
    await write(screen.getByLabelText('E-mail de destino'), 'ana@example.com');
    await press('Verificar Email');
    expect(await screen.findByText(message(`error.${code}`))).toBeTruthy();
  });

  test('has no place where the plan is full', async () => {
    await open({ free: { email: 0, telegram: 0 } });
    expect(screen.getByText(message('alerts.full-email'))).toBeTruthy();
    expect(screen.getByText(message('alerts.full-telegram'))).toBeTruthy();
    expect(screen.queryByLabelText('E-mail de destino')).toBeNull();
  });
});

describe('a recipient', () => {
  test('is tested', async () => {
    await open();
    server.on(`${base}/destinatarios/r1/teste`, () => json(view));
    await press('Mandar um teste para ana@example.com');
    expect(await screen.findByText(message('alerts.tested', { nome: 'ana@example.com' }))).toBeTruthy();
  });

  test('is removed after a question that says what follows', async () => {
    const other: AlertRecipient = { ...unproven, state: 'on' };
    await open({ recipients: [own, other] });
    server.on(`${base}/destinatarios/r2/retirada`, () => json(view));
    await press('Retirar plantao@example.com');
    expect(screen.getByText(message('alerts.off-other'))).toBeTruthy();
    await user.click(
      within(screen.getByRole('dialog', { name: 'Retirar plantao@example.com?' })).getByRole('button', {
        name: 'Retirar',
      }),
    );
    expect(await screen.findByText(message('alerts.removed', { nome: 'plantao@example.com' }))).toBeTruthy();
    expect(screen.queryByText('plantao@example.com')).toBeNull();
  });

  test('that is the owner’s is switched off, and on again', async () => {
    await open();
    const off: AlertRecipient = { ...own, state: 'off', offReason: 'left', wayBack: 'yes' };
    server.on(`${base}/destinatarios/r1/retirada`, () => json({ ...view, recipients: [off] }));
    server.on(`${base}/destinatarios/r1/codigo`, () => json(view));
    await press('Desligar ana@example.com');
    expect(screen.getByText(message('alerts.off-owner'))).toBeTruthy();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Desligar' }));
    expect(await screen.findByText(/quem recebe pediu para sair/)).toBeTruthy();
    await press('Ligar de novo');
    expect(await screen.findByText(message('alerts.on-again', { nome: 'ana@example.com' }))).toBeTruthy();
  });

  test('that came back comes on again by a code that it shows a field for', async () => {
    const off: AlertRecipient = {
      ...own,
      state: 'off',
      offReason: 'missing',
      wayBack: 'by-code',
    };
    await open({ recipients: [off] });
    const waits: AlertRecipient = { ...off, state: 'unproven' };
    server.on(`${base}/destinatarios/r1/codigo`, () => json({ ...view, recipients: [waits] }));
    expect(screen.queryByRole('button', { name: 'Ligar de novo' })).toBeNull();
    await press('Mandar um código');
    expect(await screen.findByLabelText('Código de 6 números')).toBeTruthy();
    expect(screen.getByText(message('alert.code-sent', { email: 'ana@example.com' }))).toBeTruthy();
  });

  test('that was refused for good offers no way back', async () => {
    await open({ recipients: [{ ...own, state: 'off', offReason: 'refused', wayBack: 'never' }] });
    for (const name of ['Ligar de novo', 'Mandar um código'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('chooses kinds, quiet hours and reminders', async () => {
    await open();
    server.on(`${base}/destinatarios/r1/preferencias`, () => json(view));
    await press('O que chega, e quando');
    await user.click(screen.getByLabelText('Quando ele volta'));
    await user.selectOptions(screen.getByLabelText('Lembrar enquanto continua fora do ar'), 'A cada hora');
    await user.click(screen.getByLabelText('Horas de silêncio'));
    for (const day of ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'])
      await user.click(screen.getByLabelText(day));
    await press('Salvar');
    expect(screen.getByText(message('alert.days'))).toBeTruthy();
    await user.click(screen.getByLabelText('sábado'));
    await user.selectOptions(screen.getByLabelText('Fuso horário'), 'Acre');
    await press('Salvar');
    expect(await screen.findByText(message('alerts.saved'))).toBeTruthy();
    expect(server.to(`${base}/destinatarios/r1/preferencias`).at(-1)?.body).toEqual({
      kinds: ['fall', 'maintenance', 'expiry'],
      quiet: { days: [6], from: '22:00', until: '07:00', zone: 'America/Rio_Branco', mode: 'falls-only' },
      reminderHours: 1,
    });
  });

  test('nobody is one: the page says so', async () => {
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
    expect(screen.getByText(/tirado de Site 1, Site 2, Site 3, Site 4, Site 5 e mais 2/)).toBeTruthy();
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
  const lastSeen = message('alerts.unchecked-since', { nome: 'Loja', desde: '28/11/2026 às 10:18' });

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
      expect(screen.getByRole('img', { name: /Código QR/ })).toBeTruthy();
      expect(screen.getByText(message('alerts.chat-waits'))).toBeTruthy();
      const chat: AlertRecipient = { ...unproven, id: 'r3', kind: 'telegram', name: 'Ana', state: 'on' };
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

test('every message says what became of it', async () => {
  const sent = (id: string, more: object) => ({
    ...{ id, recipient: 'ana@example.com', kind: 'email', subject: `Fora do ar: ${id}` },
    ...{ lines: [`${id} está fora do ar desde 3h13.`], createdAt: Date.parse('2026-11-26T06:13:00Z') },
    ...{ tone: 'down', settledAt: null, detail: null },
    ...more,
  });
  await open({
    messages: [
      sent('Loja', { state: 'sent', settledAt: Date.parse('2026-11-26T06:13:05Z') }),
      sent('API', { state: 'waiting', detail: 'o Telegram', kind: 'telegram' }),
      sent('Blog', { state: 'refused', detail: 'o endereço não existe' }),
      sent('Novo', { state: 'waiting' }),
      sent('Site', { state: 'unclear', detail: 'uma tentativa anterior já tinha sido aceita' }),
      sent('Cais', { state: 'sent', detail: 'ainda não entregue a quem recebe' }),
    ] as AlertsView['messages'],
  });
  const list = part('Avisos enviados');
  for (const words of [
    /entregue ao provedor de e-mail em 26\/11\/2026 às 03:13/,
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
