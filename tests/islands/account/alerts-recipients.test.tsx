/** What can be done with a recipient: adding, proving, renaming, testing, removing; the owner's page and a member's. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlertRecipient } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { button, press, server, setUp, user, write } from '#tests/islands/island-page.tsx';
import { base, chat, choose, colleague, menuOf, open, own, part, unproven, view } from './alerts-page.tsx';

beforeEach(setUp);

describe('a new address', () => {
  test('is sent a code, and keeps its text and name until then', async () => {
    await open();
    server.on(
      `${base}/destinatarios`,
      () => json({}),
      () => json({ ...view, recipients: [own, { ...unproven, name: 'Plantão' }] }),
    );
    const adding = part('Mais um e-mail');
    expect(adding.getByText(message('alerts.code-follows'))).toBeTruthy();
    expect(adding.getByText(message('alerts.name-email'))).toBeTruthy();
    await write(adding.getByLabelText('E-mail de destino'), 'plantao');
    await write(adding.getByLabelText('Nome (opcional)'), 'Plantão');
    await press('Verificar Email');
    expect(adding.getByText(message('person.email'))).toBeTruthy();
    await write(adding.getByLabelText('E-mail de destino'), '@example.com');
    await press('Verificar Email');
    expect(await screen.findByText(message('alerts.unclear'))).toBeTruthy();
    const texts = () =>
      ['E-mail de destino', 'Nome (opcional)'].map(
        (label) => adding.getByLabelText<HTMLInputElement>(label).value,
      );
    expect(texts()).toEqual(['plantao@example.com', 'Plantão']);
    await press('Verificar Email');
    const sent = message('alert.code-sent', { email: 'plantao@example.com' });
    expect(await screen.findByText(sent)).toBeTruthy();
    expect(server.to(`${base}/destinatarios`).at(-1)?.body).toEqual({
      email: 'plantao@example.com',
      name: 'Plantão',
    });
    expect(texts()).toEqual(['', '']);
    expect(part('Quem recebe').getByText('Falta confirmar')).toBeTruthy();
  });

  test('is proven by six digits, and by nothing else', async () => {
    await open({ recipients: [own, unproven] });
    server.on(
      `${base}/destinatarios/r2/verificar`,
      refusal(422, 'alert-code-wrong', message('error.alert-code-wrong')),
      refusal(409, 'alert-code-over', message('error.alert-code-over')),
      () => json({ ...view, recipients: [own, colleague] }),
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
    expect(document.activeElement).toBe(button('Opções de plantao@example.com'));
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
    await open({
      recipients: [own, { ...unproven, state: 'on' }],
      free: { email: 0, telegram: 0, posted: 0 },
    });
    expect(screen.getAllByText(message('alerts.full')).length).toBeGreaterThan(1);
    expect(screen.queryByRole('link', { name: 'Ver planos maiores' })).toBeNull();
    expect(screen.queryByLabelText('E-mail de destino')).toBeNull();
  });

  test('is led to a larger plan only where that has more', async () => {
    await open({ free: { email: 1, telegram: 0, posted: 1 }, largerHasMore: true });
    expect(screen.getByText(message('alerts.larger-has-more'), { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver planos maiores' })).toBeTruthy();
  });

  test('is told apart where the plan has the owner’s address only, which cannot be removed', async () => {
    await open({ recipients: [own], free: { email: 0, telegram: 1, posted: 0 } });
    expect(screen.getByText(message('alerts.full-owner'))).toBeTruthy();
    expect(screen.queryByText(message('alerts.full'))).toBeNull();
  });
});

describe('“Reenviar Código”', () => {
  const at = Date.parse('2026-11-26T06:00:00Z');
  const waiting = (seconds: number): AlertRecipient => ({ ...unproven, resendAt: at + seconds * 1000 });
  const resend = () => button(/^Reenviar Código/);

  async function withClock(act: () => Promise<void>): Promise<void> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: at });
    try {
      await act();
    } finally {
      vi.useRealTimers();
    }
  }

  test('counts down as the server says, does nothing until then, and begins anew', () =>
    withClock(async () => {
      await open({ recipients: [own, waiting(42)] });
      server.on(`${base}/destinatarios/r2/codigo`, () =>
        json({ ...view, recipients: [own, waiting(3 + 60)] }),
      );
      expect(resend().textContent).toBe('Reenviar Código (0:42)');
      await user.click(resend());
      expect(server.to(`${base}/destinatarios`)).toEqual([]);
      vi.advanceTimersByTime(40_000);
      await waitFor(() => expect(resend().textContent).toBe('Reenviar Código (0:02)'));
      vi.advanceTimersByTime(2_000);
      await waitFor(() => expect(resend().textContent).toBe('Reenviar Código'));
      vi.setSystemTime(at + 3_000);
      await user.click(resend());
      await waitFor(() => expect(resend().textContent).toBe('Reenviar Código (1:00)'));
      expect(server.to(`${base}/destinatarios/r2/codigo`)).toHaveLength(1);
    }));

  test('waits a minute at most where the clock here is behind', () =>
    withClock(async () => {
      await open({ recipients: [own, waiting(3_600)] });
      expect(resend().textContent).toBe('Reenviar Código (1:00)');
      vi.advanceTimersByTime(60_000);
      await waitFor(() => expect(resend().getAttribute('aria-disabled')).toBe('false'));
    }));
});

describe('the menu of a recipient', () => {
  test.each<[string, Partial<AlertRecipient>, readonly string[]]>([
    ['on', {}, ['Preferências', 'Renomear', 'Mandar um teste', 'Retirar']],
    ['the owner’s', { isOwner: true }, ['Preferências', 'Renomear', 'Mandar um teste', 'Desligar']],
    ['unproven', { state: 'unproven' }, ['Renomear', 'Retirar']],
    [
      'off, and free to come back',
      { isOwner: true, state: 'off', offReason: 'left', wayBack: 'yes' },
      ['Renomear', 'Ligar de novo'],
    ],
    [
      'off, and back by a code',
      { state: 'off', offReason: 'missing', wayBack: 'by-code' },
      ['Renomear', 'Mandar um código', 'Retirar'],
    ],
    ['off for good', { state: 'off', offReason: 'refused', wayBack: 'never' }, ['Renomear', 'Retirar']],
  ])('has what is possible: %s', async (_case, more, items) => {
    await open({ recipients: [{ ...colleague, ...more }] });
    expect(await menuOf('plantao@example.com')).toEqual(items);
  });

  test('sends a test, and one notice replaces the other', async () => {
    await open({ recipients: [own, colleague] });
    server.on(`${base}/destinatarios/r1/teste`, () => json({ ...view, recipients: [own, colleague] }));
    server.on(`${base}/destinatarios/r2/teste`, refusal(429, 'rate-limited', message('error.rate-limited')));
    const done = message('alerts.tested', { nome: 'ana@example.com' });
    await choose('Mandar um teste', 'ana@example.com');
    expect(await screen.findByText(done)).toBeTruthy();
    await choose('Mandar um teste', 'plantao@example.com');
    expect(await screen.findByText(message('error.rate-limited'))).toBeTruthy();
    expect(screen.queryByText(done)).toBeNull();
    await choose('Mandar um teste', 'ana@example.com');
    expect(await screen.findByText(done)).toBeTruthy();
    expect(screen.queryByText(message('error.rate-limited'))).toBeNull();
  });

  test('a refusal beside one recipient goes with the next act on another', async () => {
    await open({ recipients: [own, unproven] });
    server.on(
      `${base}/destinatarios/r2/codigo`,
      refusal(429, 'alert-code-day', message('error.alert-code-day')),
    );
    server.on(`${base}/destinatarios/r1/teste`, () => json({ ...view, recipients: [own, unproven] }));
    await press('Reenviar Código');
    expect(await screen.findByText(message('error.alert-code-day'))).toBeTruthy();
    await choose('Mandar um teste', 'ana@example.com');
    await waitFor(() => expect(screen.queryByText(message('error.alert-code-day'))).toBeNull());
  });

  test('renames, by keyboard alone, and the focus comes back to it', async () => {
    await open({ recipients: [own, colleague] });
    server.on(`${base}/destinatarios/r2/nome`, refusal(500, 'internal', message('error.internal')), () =>
      json({ ...view, recipients: [own, { ...colleague, name: 'Plantão' }] }),
    );
    button('Opções de plantao@example.com').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const field = screen.getByLabelText<HTMLInputElement>('Nome');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('Plantão{Enter}');
    expect(await screen.findByText(message('error.internal'))).toBeTruthy();
    expect(field.value).toBe('Plantão');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(message('alerts.renamed', { nome: 'Plantão' }))).toBeTruthy();
    expect(server.to(`${base}/destinatarios/r2/nome`).at(-1)?.body).toEqual({ name: 'Plantão' });
    expect(document.activeElement).toBe(button('Opções de Plantão'));
  });

  test('says beside the name of a conversation what no name means', async () => {
    await open({ recipients: [own, chat] });
    await choose('Renomear', 'Ana');
    expect(screen.getByText(message('alerts.name-chat'))).toBeTruthy();
  });

  test('removes after a question that says what follows', async () => {
    await open({ recipients: [own, colleague] });
    server.on(`${base}/destinatarios/r2/retirada`, () => json(view));
    await choose('Retirar', 'plantao@example.com');
    expect(screen.getByText(message('alerts.off-other'))).toBeTruthy();
    await user.click(
      within(screen.getByRole('dialog', { name: 'Retirar plantao@example.com?' })).getByRole('button', {
        name: 'Retirar',
      }),
    );
    expect(await screen.findByText(message('alerts.removed', { nome: 'plantao@example.com' }))).toBeTruthy();
    expect(screen.queryByText('plantao@example.com')).toBeNull();
    const title = screen.getByRole('heading', { name: 'Quem recebe' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  test('switches the owner’s off, and on again', async () => {
    await open();
    const off: AlertRecipient = { ...own, state: 'off', offReason: 'left', wayBack: 'yes' };
    server.on(`${base}/destinatarios/r1/retirada`, () => json({ ...view, recipients: [off] }));
    server.on(`${base}/destinatarios/r1/codigo`, () => json(view));
    await choose('Desligar', 'ana@example.com');
    expect(screen.getByText(message('alerts.off-owner'))).toBeTruthy();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Desligar' }));
    expect(await screen.findByText(/quem recebe pediu para sair/)).toBeTruthy();
    await choose('Ligar de novo', 'ana@example.com');
    expect(await screen.findByText(message('alerts.on-again', { nome: 'ana@example.com' }))).toBeTruthy();
  });

  test('brings one back by a code that it shows a field for', async () => {
    const off: AlertRecipient = { ...own, state: 'off', offReason: 'missing', wayBack: 'by-code' };
    await open({ recipients: [off] });
    server.on(`${base}/destinatarios/r1/codigo`, () =>
      json({ ...view, recipients: [{ ...off, state: 'unproven' }] }),
    );
    await choose('Mandar um código', 'ana@example.com');
    expect(await screen.findByLabelText('Código de 6 números')).toBeTruthy();
    expect(screen.getByText(message('alert.code-sent', { email: 'ana@example.com' }))).toBeTruthy();
  });
});

describe('a member', () => {
  const bia = { id: 'm1', name: 'Bia', isPaused: false };
  const mine: AlertRecipient = { ...colleague, address: 'bia@example.com', member: bia };
  const others: readonly AlertRecipient[] = [
    { ...own, isMine: false },
    { ...chat, isMine: false, name: 'Grupo da loja' },
  ];
  const members = { ...view, role: 'member' as const, recipients: [...others], offer: 'bia@example.com' };

  test('takes the own address with one press, without a code', async () => {
    await open(members);
    expect(screen.queryByRole('region', { name: 'Mais um e-mail' })).toBeNull();
    server.on(`${base}/destinatarios`, () =>
      json({ ...members, recipients: [...others, mine], offer: null }),
    );
    await press('Receber os avisos em bia@example.com');
    expect(await screen.findByText(message('alerts.added', { nome: 'bia@example.com' }))).toBeTruthy();
    expect(server.to(`${base}/destinatarios`)[0]?.body).toEqual({ email: 'bia@example.com' });
    expect(screen.queryByRole('region', { name: 'O seu e-mail' })).toBeNull();
    expect(await menuOf('bia@example.com')).toEqual([
      ...['Preferências', 'Renomear', 'Mandar um teste', 'Retirar'],
    ]);
  });

  test('reads the others’ by name, and changes none', async () => {
    await open({ ...members, recipients: [...others, mine], offer: null });
    const table = part('Quem recebe');
    expect(table.getByText('Grupo da loja')).toBeTruthy();
    expect(table.getAllByText('do dono')).toHaveLength(2);
    expect(table.getByText(message('alerts.read-only'))).toBeTruthy();
    expect(table.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Opções de bia@example.com',
    ]);
    expect(screen.getByText(message('alerts.telegram-group'))).toBeTruthy();
  });

  test.each([
    [
      { untold: [{ id: 1, name: 'Loja' }], detached: [{ id: 2, name: 'API' }] },
      message('alerts.untold-member', { nomes: 'Loja' }),
    ],
    [{ channel: 'deleted' as const }, message('alerts.deleted-member')],
  ])('learns what is not told, without the owner’s buttons', async (known, sentence) => {
    await open({ ...members, ...known });
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Ligar os avisos|Avisar sobre/ })).toBeNull();
  });
});
