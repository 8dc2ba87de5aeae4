/** What a page tells: an error goes with its cause, covers nothing, is said once; a long wait says for what. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { FailureAlert } from '#features/submit/failure-alert.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { CHECKOUT, fillFree, openCheckout, send, server, setUp, user } from './checkout-page.tsx';
import { lost, refusal } from './fake-api.ts';
import { field } from './payment-typing.ts';

beforeEach(setUp);

const toast = () => screen.getByRole('region', { name: 'Avisos' });
const note = () => document.getElementById('falta')?.textContent ?? '';

test('what is missing is told by the summary that takes focus; the toast is seen only, and goes with the first key', async () => {
  await openCheckout('?plan=pro');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  await waitFor(() => expect(toast().textContent).toContain(message('form.required-title')));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('region', { name: message('error.validation-failed') }),
  );
  await user.type(field('Subdomínio'), 'p');
  expect(toast().textContent).toBe('');
  expect(screen.getByRole('region', { name: message('error.validation-failed') })).toBeTruthy();
});

test('a refused name is told by toast and summary, and leaves the toast with the name', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  await waitFor(() => expect(toast().textContent).toContain(message('checkout.failed-title')));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field('Subdomínio'), '2');
  expect(toast().textContent).toBe('');
});

test('a failed connection is told until the browser is online again', async () => {
  server.on(CHECKOUT, lost);
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  await waitFor(() => expect(toast().textContent).toContain(message('connection.title')));
  await user.type(field('Subdomínio'), '2');
  expect(toast().textContent).toContain(message('connection.title'));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(toast().textContent).toBe('');
});

test('the note tells what is missing apart from what is wrong', async () => {
  await openCheckout('?plan=pro');
  await user.type(field('Número do cartão'), '4111111111111112');
  expect(note()).toContain(message('form.complete-required'));
  expect(note()).toContain('Corrija: Número do cartão.');
  expect(note()).toMatch(/Falta: Subdomínio, Nome no cartão/);
});

test('an order that waits says after three seconds whose answer it waits for', async () => {
  server.on(CHECKOUT, () => new Promise<Response>(() => {}));
  await openCheckout('?plan=free');
  await fillFree();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: /^Criar meu/ }));
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.queryByText(message('waiting.server'))).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText(message('waiting.server'))).toBeTruthy();
  vi.useRealTimers();
});

test('the sentence of a wait goes with the wait', async () => {
  vi.useFakeTimers();
  const page = render(<Waiting isOn>{message('waiting.processor')}</Waiting>);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByRole('status').textContent).toBe(message('waiting.processor'));
  page.rerender(<Waiting isOn={false}>{message('waiting.processor')}</Waiting>);
  expect(screen.getByRole('status').textContent).toBe('');
  vi.useRealTimers();
});

test('a failure beside a button goes when the missing connection is back, any other stays', () => {
  const gone = { title: message('connection.title'), endsWith: 'connection' } as const;
  const page = render(<FailureAlert toast={gone} />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
  page.rerender(<FailureAlert toast={{ title: 'Outro erro' }} />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert').textContent).toBe('Outro erro');
});

/** Where things stand on a screen of 800 × 600: the toast below unless it steps aside. */
function standAt(focused: DOMRect): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('aria-label') !== 'Avisos') return focused;
    return new DOMRect(400, this.hasAttribute('data-aside') ? 20 : 480, 400, 100);
  });
}

test.each([
  ['below the focus it stays', new DOMRect(0, 100, 800, 40), false],
  ['over the focus it steps aside', new DOMRect(0, 500, 800, 40), true],
  ['over the focus at both edges it stays', new DOMRect(0, 0, 800, 600), false],
])('a toast covers nothing that has the focus: %s', (_, focused, isAside) => {
  cleanup();
  standAt(focused);
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => look(0));
  render(
    <>
      <button type="button">Enviar</button>
      <Toaster toast={{ id: 1, title: 'Erro' }} onClose={() => {}} />
    </>,
  );
  act(() => screen.getByRole('button', { name: 'Enviar' }).focus());
  expect(toast().hasAttribute('data-aside')).toBe(isAside);
  vi.restoreAllMocks();
});
