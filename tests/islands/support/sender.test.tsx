/** Whether the form's message has a deadline: who writes it, and what the page says of that. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, press, server, setUp, write } from '#tests/islands/island-page.tsx';

const SEND = 'POST /api/suporte';
const plain = { details: message('support.sent-details'), number: '3F9A27C1', dueAt: null };
const due = { ...plain, details: 'Mensagem 3F9A27C1. Até 3h42.', dueAt: 1_800_000_000_000 };

beforeEach(setUp);

async function openForm(isKnown: boolean): Promise<void> {
  if (isKnown) document.documentElement.dataset['account'] = 'true';
  else delete document.documentElement.dataset['account'];
  await openAt('/suporte', async () => {
    const { SupportForm } = await import('#support/support-form.tsx');
    return <SupportForm />;
  });
}
async function fill(): Promise<void> {
  for (const [label, text] of [
    ['Nome', 'Ana'],
    ['E-mail', 'ana@example.com'],
    ['Assunto', 'Dúvida'],
    ['Mensagem', 'O painel não abre'],
  ] as const)
    await write(screen.getByLabelText(label), text);
}
const authorization = () => server.to(SEND).map(({ headers }) => headers.get('authorization'));

test('a visitor reads that there is no deadline, and writes without a session', async () => {
  server.on(SEND, () => json(plain));
  await openForm(false);
  expect(screen.getByText(message('support.deadline-off'))).toBeTruthy();
  await fill();
  await press('Enviar mensagem');
  await screen.findByText(message('support.sent'));
  expect(authorization()).toEqual([null]);
  expect(provider.calls).toEqual([]);
});

test('who is signed in writes with the account, and reads number and deadline', async () => {
  server.on(SEND, () => json(due));
  await openForm(true);
  await screen.findByText(message('support.deadline-on'));
  await fill();
  await press('Enviar mensagem');
  await screen.findByText(`${due.details} ${message('support.follow')}`);
  expect(authorization()).toEqual([expect.stringMatching(/^Bearer /)]);
});

test('a session that ended is said before the message goes; what was typed stays', async () => {
  server.on(SEND, () => json(plain));
  await openForm(true);
  await screen.findByText(message('support.deadline-on'));
  await fill();
  provider.refresh = 'refused';
  provider.account = null;
  await press('Enviar mensagem');
  await screen.findByText(message('support.deadline-lost'));
  expect(server.sent).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem').value).toBe('O painel não abre');
  await press('Enviar mensagem');
  await screen.findByText(message('support.sent'));
  expect(authorization()).toEqual([null]);
});
