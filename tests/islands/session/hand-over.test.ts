/** What a tab remembers reaches the tab in which the sign-in goes on, once and for an hour. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handOver, takeHandOver } from '#session/hand-over.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

/** Another tab of this browser, opened by the provider's answer or by hand. */
function openTab(isAnswer: boolean): void {
  sessionStorage.clear();
  window.history.replaceState(null, '', isAnswer ? '/checkout#state=1&code=2' : '/checkout');
}

test('draft and invitation arrive with the answer, and nothing stays behind', () => {
  sessionStorage.setItem('checkoutDraft', '{"subdominio":"padaria"}');
  sessionStorage.setItem('invitation', '"abc"');
  sessionStorage.setItem('authReload', 'true');
  handOver();
  openTab(true);
  takeHandOver();
  expect({ ...sessionStorage }).toEqual({ checkoutDraft: '{"subdominio":"padaria"}', invitation: '"abc"' });
  expect({ ...localStorage }).toEqual({});
});

test('a tab keeps its own', () => {
  sessionStorage.setItem('checkoutDraft', '1');
  handOver();
  openTab(true);
  sessionStorage.setItem('checkoutDraft', '2');
  takeHandOver();
  expect(sessionStorage.getItem('checkoutDraft')).toBe('2');
});

test('a tab that was opened by hand takes nothing, and leaves it for the answer', () => {
  sessionStorage.setItem('invitation', '"abc"');
  handOver();
  openTab(false);
  takeHandOver();
  expect({ ...sessionStorage }).toEqual({});
  openTab(true);
  takeHandOver();
  expect({ ...sessionStorage }).toEqual({ invitation: '"abc"' });
});

test('after an hour it is gone, and a sign-in with nothing to carry takes away what an earlier one left', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  sessionStorage.setItem('invitation', '"abc"');
  handOver();
  vi.setSystemTime(60 * 60 * 1_000);
  openTab(false);
  takeHandOver();
  expect({ ...localStorage }).toEqual({});
  sessionStorage.setItem('invitation', '"abc"');
  handOver();
  sessionStorage.clear();
  handOver();
  expect({ ...localStorage }).toEqual({});
});
