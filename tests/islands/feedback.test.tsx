import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Feedback } from '../../src/docs/feedback/feedback.tsx';
import { reportLengthMax, withReport } from '../../src/docs/feedback/feedback-state.ts';

const page = '/docs/metrics';

/** What the page sent, and whether the next request arrives. */
let sent: { key: string; isHelpful: boolean; text?: string }[];
let isOnline: boolean;

beforeEach(() => {
  sent = [];
  isOnline = true;
  localStorage.clear();
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    sent.push(JSON.parse(body));
    return new Response(null, { status: 204 });
  });
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const write = (label: RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

test('a mistake without a vote counts as no, and the vote that follows decides', async () => {
  render(<Feedback page={page} apiUrl="" />);
  press('Avisar de um erro nesta página');
  expect(document.activeElement).toBe(screen.getByLabelText(/está errado/));
  write(/está errado/, 'O botão tem outro nome.');
  press('Enviar aviso');
  expect(await screen.findByText('Recebemos o seu aviso. Obrigado.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Não' }).getAttribute('aria-pressed')).toBe('false');
  press('Sim');
  expect(await screen.findByText('Obrigado pela resposta.')).toBeTruthy();
  expect(sent).toMatchObject([
    { isHelpful: false, text: 'Erro: O botão tem outro nome.' },
    { isHelpful: true, key: sent[0]?.key },
  ]);
});

test('a mistake after a comment keeps vote and comment', async () => {
  render(<Feedback page={page} apiUrl="" />);
  press('Sim');
  write(await screen.findByLabelText(/mais ajudou/).then(() => /mais ajudou/), 'A tabela.');
  press('Enviar comentário');
  expect(await screen.findByText('Recebemos o seu comentário. Obrigado.')).toBeTruthy();
  press('Avisar de um erro nesta página');
  write(/está errado/, 'Falta um zero.');
  press('Enviar aviso');
  expect(await screen.findByText('Recebemos o seu aviso. Obrigado.')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ isHelpful: true, text: 'A tabela.\nErro: Falta um zero.' });
});

test('a vote that fails says so and can be repeated', async () => {
  isOnline = false;
  render(<Feedback page={page} apiUrl="" />);
  press('Sim');
  expect(await screen.findByText(/A resposta não foi enviada\./)).toBeTruthy();
  isOnline = true;
  press('Sim');
  expect(await screen.findByText('Obrigado pela resposta.')).toBeTruthy();
  expect(sent).toMatchObject([{ isHelpful: true }]);
});

test('a report that fails keeps the text and can be sent again', async () => {
  isOnline = false;
  render(<Feedback page={page} apiUrl="" />);
  press('Avisar de um erro nesta página');
  write(/está errado/, 'Falta um zero.');
  press('Enviar aviso');
  expect(await screen.findByText(/O aviso não foi enviado/)).toBeTruthy();
  isOnline = true;
  press('Enviar aviso');
  expect(await screen.findByText('Recebemos o seu aviso. Obrigado.')).toBeTruthy();
  expect(sent).toMatchObject([{ text: 'Erro: Falta um zero.' }]);
});

test('a report fits beside what was sent before', () => {
  const earlier = 'a'.repeat(900);
  expect(withReport(earlier, 'b'.repeat(reportLengthMax(earlier)))).toHaveLength(1000);
});
