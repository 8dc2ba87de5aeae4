/** Messages to support on the account's pages, and the assisted start. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { OwnMessages } from '#domain/api-schemas/support.ts';
import { message } from '#domain/messages.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAt, server, setUp } from '#tests/islands/island-page.tsx';
import { active, openAccount } from './account-page.tsx';

beforeEach(setUp);

const at = Date.now() - 3_600_000;
const written = (known: Partial<OwnMessages['messages'][number]> = {}) => ({
  ...{ number: '3F9A27C1', subject: 'O painel não abre', at, dueAt: at + 7_200_000, answeredAt: null },
  ...known,
});

async function openMessages(
  messages: OwnMessages['messages'],
  known: Partial<OwnMessages> = {},
): Promise<void> {
  server.on('GET /api/conta/suporte', () => json({ plan: 'pro', isOwner: true, messages, ...known }));
  await openAt('/conta/suporte', async () => {
    const { MessagesPage } = await import('#account/support/messages.tsx');
    return <MessagesPage />;
  });
}

test('each message has its number and deadline, and says what became of it', async () => {
  await openMessages([
    written(),
    written({ number: 'AAAAAAAA', dueAt: at + 1_000 }),
    written({ number: 'BBBBBBBB', answeredAt: at + 60_000 }),
  ]);
  const items = await screen.findAllByRole('listitem');
  expect(items.map((each) => within(each).getByText(/^(Esperando|Passou|Respondida$)/).textContent)).toEqual([
    'Esperando resposta',
    'Passou do prazo',
    'Respondida',
  ]);
  expect(items[0]?.textContent).toContain('3F9A27C1');
});

test('while it loads it says so', async () => {
  let answer: (response: Response) => void = () => undefined;
  server.on('GET /api/conta/suporte', () => new Promise<Response>((resolve) => (answer = resolve)));
  await openAt('/conta/suporte', async () => {
    const { MessagesPage } = await import('#account/support/messages.tsx');
    return <MessagesPage />;
  });
  expect(await screen.findByText(message('support.messages-loading'))).toBeTruthy();
  answer(json({ plan: null, isOwner: false, messages: [] }));
  expect(await screen.findByText(message('support.messages-none'))).toBeTruthy();
});

test('an account that wrote nothing reads so', async () => {
  await openMessages([]);
  expect(await screen.findByText(message('support.messages-which'))).toBeTruthy();
  expect(await screen.findByText(message('support.messages-none'))).toBeTruthy();
});

test.each([
  ['free', 'Resposta em até 5 dias', 'No Essencial: resposta em até 4 horas, no horário comercial.'],
  [
    'essential',
    'Resposta em até 4 horas, no horário comercial',
    'No Pro: resposta em até 2 horas, no horário comercial.',
  ],
  [
    'pro',
    'Resposta em até 2 horas, no horário comercial',
    'No Empresarial: resposta em até 30 minutos, 24/7, com SLA.',
  ],
] as const)('on %s the promised time is read, and that of the next plan', async (plan, own, next) => {
  await openMessages([], { plan });
  expect(await screen.findByRole('heading', { name: own })).toBeTruthy();
  expect(screen.getByText(next, { exact: false })).toBeTruthy();
  const hours = screen.queryByText(message('support.business-hours'), { exact: false });
  expect(hours === null).toBe(plan === 'free');
  expect(screen.getByRole('link', { name: 'Ver os planos' })).toBeTruthy();
});

test.each([
  ['the largest plan has no next', { plan: 'enterprise' }, 'Resposta em até 30 minutos, 24/7, com SLA'],
  ['a member is offered no plan', { isOwner: false }, 'Resposta em até 2 horas, no horário comercial'],
  ['an account without a panel has the law’s days', { plan: null, isOwner: false }, 'Resposta em até 5 dias'],
] as const)('%s', async (_, known, sentence) => {
  await openMessages([], known);
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ver os planos' })).toBeNull();
});

test('the assisted start names the day, and its WhatsApp link the panel', async () => {
  await openAccount({ ...active, plan: 'enterprise', onboarding: { until: '2999-12-02' } });
  await screen.findByText(message('onboarding.until', { dia: '02/12/2999' }));
  expect(screen.getByText(message('onboarding.title'))).toBeTruthy();
  const link = screen.getByRole('link', { name: /Chamar no WhatsApp/ });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(
    message('onboarding.whatsapp', { painel: active.tenant }),
  );
});

test('one whose day is over says so', async () => {
  await openAccount({ ...active, plan: 'enterprise', onboarding: { until: '2026-01-02' } });
  expect(await screen.findByText(message('onboarding.late', { dia: '02/01/2026' }))).toBeTruthy();
});
