/**
 * Messages of a page: an error disappears with its cause, covers nothing, is announced once; a long wait names its
 * reason.
 */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { lost, refusal } from '#tests/islands/fake-api.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Waiting } from '#ui/waiting.tsx';
import {
  CHECKOUT,
  fillFree,
  openCheckout,
  pressTooEarly,
  send,
  server,
  setUp,
  submitButton,
  user,
} from './checkout-page.tsx';
import { field, paste } from './payment-typing.ts';

beforeEach(setUp);

const toast = () => screen.getByRole('region', { name: 'Avisos' });
const note = () => document.getElementById('falta')?.textContent ?? '';

test('missing fields are said once, in the form', async () => {
  await openCheckout('?plan=pro');
  await user.clear(field('Subdomínio'));
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  const summary = await screen.findByRole('region', { name: message('form.required-title') });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(toast().textContent).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field('Subdomínio'), 'p');
  expect(screen.getByRole('region', { name: message('form.errors-title') })).toBeTruthy();
});

test('a refused name is said once, in the form, until it changes', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const title = message('checkout.failed-title');
  const summary = await screen.findByRole('region', { name: title });
  expect(summary.textContent).toContain(message('error.subdomain-taken'));
  expect(toast().textContent).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('Subdomínio').getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById('subdominio-erro')?.textContent).toBe(message('subdomain.taken'));
  expect(submitButton().disabled).toBe(true);
  await user.type(field('Subdomínio'), '2');
  expect(screen.queryByRole('region', { name: title })).toBeNull();
  await waitFor(() => expect(field('Subdomínio').getAttribute('aria-invalid')).toBeNull());
});

test('a failed connection is shown until the browser is online', async () => {
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

test('what did not leave the device is said not to be charged', async () => {
  server.on(CHECKOUT, lost);
  await openCheckout('?plan=free');
  await fillFree();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await send();
  await waitFor(() => expect(toast().textContent).toContain(message('connection.unsent')));
  expect(toast().textContent).not.toContain(message('checkout.unknown'));
});

test('an untouched form says nothing of what it lacks', async () => {
  await openCheckout('?plan=pro');
  expect(submitButton().disabled).toBe(true);
  expect(note()).toBe('');
  await user.click(field('CVV'));
  expect(note()).toBe('');
  await user.tab();
  await waitFor(() => expect(note()).toContain(message('form.complete-required')));
});

test('a press on the button that is not ready shows what is missing', async () => {
  await openCheckout('?plan=free');
  pressTooEarly();
  const summary = await screen.findByRole('region', { name: message('form.terms-title') });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(note()).toContain(message('form.complete-required'));
});

test('the note separates missing from wrong fields', async () => {
  await openCheckout('?plan=pro');
  await paste(user, 'Número do cartão', '4111111111111112');
  expect(note()).toContain(message('form.complete-required'));
  expect(note()).toContain('Corrija: Número do cartão.');
  expect(note()).toMatch(/Falta: Nome no cartão, Validade, CVV e mais 4\./);
});

test('a waiting order names its reason after three seconds', async () => {
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

test('a wait’s sentence disappears with the wait', async () => {
  vi.useFakeTimers();
  const page = render(<Waiting isOn>{message('waiting.processor')}</Waiting>);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByRole('status').textContent).toBe(message('waiting.processor'));
  page.rerender(<Waiting isOn={false}>{message('waiting.processor')}</Waiting>);
  expect(screen.getByRole('status').textContent).toBe('');
  vi.useRealTimers();
});

test('an error beside a button disappears only with its cause', () => {
  const gone = { title: message('connection.title'), endsWith: 'connection' } as const;
  const page = render(<FailureAlert toast={gone} />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
  page.rerender(<FailureAlert toast={{ title: 'Outro erro' }} />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert').textContent).toBe('Outro erro');
});

/** Positions on a screen of 800 × 600: the toast is at the bottom, unless it moves. */
function standAt(focused: DOMRect): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('aria-label') !== 'Avisos') return focused;
    return new DOMRect(400, (this as HTMLElement).style.top === '1rem' ? 20 : 480, 400, 100);
  });
}

test.each([
  ['below the focus it stays', new DOMRect(0, 100, 800, 40), false],
  ['over the focus it steps aside', new DOMRect(0, 500, 800, 40), true],
  ['over the focus everywhere it stays', new DOMRect(0, 0, 800, 600), false],
])('a toast covers no focused element: %s', (_, focused, isAside) => {
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
  expect(toast().style.top === '1rem').toBe(isAside);
  vi.restoreAllMocks();
});

test('a toast covers nothing that is to be kept clear', () => {
  cleanup();
  const left = () => toast().style.left === '1.5rem';
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('aria-label') !== 'Avisos') return new DOMRect(400, 0, 400, 600);
    return new DOMRect(left() ? 0 : 400, 480, 350, 100);
  });
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => look(0));
  render(
    <>
      <div data-keep-clear="">Pagar</div>
      <Toaster toast={{ id: 1, title: 'Erro' }} onClose={() => {}} />
    </>,
  );
  expect(left()).toBe(true);
  vi.restoreAllMocks();
});
