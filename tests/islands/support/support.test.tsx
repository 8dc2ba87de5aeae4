import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type MessageId, message } from '#domain/messages.ts';
import { SupportForm } from '#support/support-form.tsx';
import { type FakeApi, installApi, json, lost, refusal } from '#tests/islands/fake-api.ts';

const SEND = 'POST /api/suporte';
const plain = { details: message('support.sent-details'), number: '3F9A27C1', dueAt: null };

let server: FakeApi;
let user: UserEvent;

beforeEach(() => {
  server = installApi();
  user = userEvent.setup();
  render(<SupportForm />);
});
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = () => user.click(screen.getByRole('button', { name: 'Enviar mensagem' }));
const toast = () => screen.findByRole('alert');

async function fill() {
  for (const [label, text] of [
    ['Nome', 'Ana'],
    ['E-mail', 'ana@example.com'],
    ['Assunto', 'Dúvida'],
    ['Mensagem', 'Como troco o plano?'],
  ] as const) {
    await user.click(field(label));
    await user.paste(text);
  }
}

test('all four fields are required; the first gets the focus', async () => {
  await press();
  expect((await toast()).textContent).toContain(message('form.required-title'));
  for (const label of ['Nome', 'E-mail', 'Assunto'])
    expect((await toast()).textContent).toContain(`${label}: ${message('support.required')}`);
  expect((await toast()).textContent).toContain(message('form.more-errors', { count: 1 }));
  for (const label of ['Nome', 'E-mail', 'Assunto', 'Mensagem'])
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Nome'));
  expect(server.sent).toEqual([]);
});

const limits: readonly (readonly [string, string, MessageId])[] = [
  ['E-mail', 'ana', 'support.email-invalid'],
  ['Nome', 'x'.repeat(101), 'support.name-too-long'],
  ['Assunto', 'x'.repeat(151), 'support.subject-too-long'],
  ['Mensagem', 'x'.repeat(5_001), 'support.message-too-long'],
];
test.each(limits)('%s out of bounds is reported at the field', async (label, typed, sentence) => {
  await user.click(field(label));
  await user.paste(typed);
  await user.tab();
  await screen.findByText(message(sentence));
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
});

test('an accepted message is thanked for, and the form emptied', async () => {
  server.on(SEND, () => json(plain));
  await fill();
  await press();
  const thanks = await screen.findByText(message('support.sent'));
  expect(thanks.closest('[role="status"]')?.textContent).toContain(message('support.sent-details'));
  expect(field('Mensagem').value).toBe('');
});

test('a refusal without a sentence suggests a retry, keeping input', async () => {
  server.on(SEND, () => new Response('', { status: 502 }));
  await fill();
  await press();
  expect((await toast()).textContent).toContain(message('support.failed-title'));
  expect((await toast()).textContent).toContain(message('support.failed'));
  expect(field('Mensagem').value).toBe('Como troco o plano?');
});

test('a wrong e-mail is reported as wrong, not missing', async () => {
  await fill();
  await user.type(field('E-mail'), ' x');
  await press();
  expect((await toast()).textContent).toContain(message('form.errors-title'));
});

test("the server's own sentence is shown if there is one", async () => {
  server.on(SEND, refusal(429, 'rate-limited', message('error.rate-limited')));
  await fill();
  await press();
  expect((await toast()).textContent).toContain(message('error.rate-limited'));
});

test('without a connection it says so; a retry has the same key', async () => {
  server.on(SEND, lost, () => json(plain));
  await fill();
  await press();
  expect((await toast()).textContent).toContain(message('connection.failed'));
  await press();
  await screen.findByText(message('support.sent'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.to(SEND)).toHaveLength(2);
  expect(new Set(server.to(SEND).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
