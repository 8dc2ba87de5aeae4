/** The address field of the landing page: what is refused, what is kept, and where it leads. */
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';

const goTo = vi.hoisted(() => vi.fn());
vi.mock('#lib/navigate.ts', () => ({ goTo }));

beforeEach(async () => {
  sessionStorage.clear();
  goTo.mockReset();
  document.body.innerHTML = `<form class="site-field" action="/checkout" data-problems='${JSON.stringify({
    'first-monitor.address': message('first-monitor.address'),
    'first-monitor.ip': message('first-monitor.ip'),
  })}'>
    <input type="hidden" name="action" value="register" /><input type="hidden" name="plan" value="free" />
    <label for="x">Endereço do seu site</label><input type="text" id="x" name="site" />
    <button>Vigiar</button><p role="alert"></p></form>`;
  const { carryTypedAddress } = await import('#landing/site-field.ts');
  carryTypedAddress();
});

function send(typed: string): HTMLInputElement {
  const field = screen.getByLabelText<HTMLInputElement>('Endereço do seu site');
  field.value = typed;
  document.querySelector('form')?.requestSubmit();
  return field;
}

test.each([
  ['', 'first-monitor.address'],
  ['minha loja', 'first-monitor.address'],
  ['203.0.113.9', 'first-monitor.ip'],
] as const)('%j is refused in words, and stays', async (typed, problem) => {
  const field = send(typed);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message(problem)));
  expect(field.value).toBe(typed);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect([goTo.mock.calls, sessionStorage.getItem('firstAddress')]).toEqual([[], null]);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('an address goes along in the tab, not in the address of the page', async () => {
  send(' loja.com.br/ ');
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/checkout?action=register&plan=free'));
  expect(sessionStorage.getItem('firstAddress')).toBe('loja.com.br/');
});
