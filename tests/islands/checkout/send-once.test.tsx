/** A purchase is sent once, and its Idempotency-Key lives as long as its outcome is unknown: one hook for all three forms. */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '#form/failure.ts';
import { $toast } from '#form/toast.ts';
import { useSendOnce } from '#form/use-send-once.ts';
import { provider, resetProvider } from '#tests/islands/fake-keycloak.ts';

const failure = (known: Partial<Failure>): Failure => ({
  outcome: { kind: 'unknown' },
  toast: { title: 'Falhou' },
  fields: {},
  isInForm: false,
  isFinal: false,
  needsSignIn: false,
  ...known,
});
const refusal = failure({ outcome: { kind: 'refused', status: 409, code: 'no-room' } });

/** Keys of the requests so far. */
let keys: string[];
let answers: (() => Promise<unknown>)[];
const onRefused = vi.fn();
const onAccepted = vi.fn();

beforeEach(() => {
  resetProvider();
  sessionStorage.clear();
  keys = [];
  answers = [];
  onRefused.mockReset();
  onAccepted.mockReset();
});

const failing = (because: Failure) => () => Promise.reject(because);

/** The hook in a page, as after a load. */
function openPage() {
  const { result } = renderHook(() => useSendOnce('checkoutAttempt', onRefused));
  const press = (fingerprint = 'a') =>
    result.current.sendOnce({
      payload: { fingerprint, secret: '' },
      send: (key) => {
        keys.push(key);
        return (answers.shift() ?? (() => Promise.resolve('ok')))();
      },
      describe: (error) => error as Failure,
      onAccepted,
    });
  return { result, press, send: (fingerprint?: string) => act(() => press(fingerprint)) };
}

test('an unknown outcome keeps the key, also after a reload; a definite one brings another', async () => {
  answers = [failing(failure({})), failing(failure({})), failing(refusal)];
  await openPage().send();
  const page = openPage();
  await page.send();
  await page.send();
  await page.send();
  const [first, second, third, fourth] = keys;
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  expect(onAccepted).toHaveBeenCalledExactlyOnceWith('ok');
});

test('other values get a new key although the outcome is unknown', async () => {
  answers = [failing(failure({}))];
  const page = openPage();
  await page.send('a');
  await page.send('b');
  expect(new Set(keys).size).toBe(2);
});

test('pressed twice it is sent once; from the browser’s cache it can be sent again', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answers = [() => promise];
  const page = openPage();
  act(() => {
    void page.press();
    void page.press();
  });
  await waitFor(() => expect(page.result.current.phase).toBe('sending'));
  await act(async () => resolve('ok'));
  expect(page.result.current.phase).toBe('leaving');
  await page.send();
  expect(keys).toHaveLength(1);
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await page.send();
  expect(keys).toHaveLength(2);
});

test('a failure is said once: in the form or in a toast', async () => {
  const inForm = failure({ isInForm: true });
  answers = [failing(refusal), failing(inForm)];
  const page = openPage();
  await page.send();
  expect($toast.get()).toMatchObject({ title: 'Falhou' });
  await page.send();
  expect($toast.get()).toBeNull();
  expect(onRefused).toHaveBeenLastCalledWith(inForm);
  expect(page.result.current.phase).toBe('idle');
});

test('an expired session leads to sign-in and back to this page', async () => {
  window.history.replaceState(null, '', '/checkout?plan=free&cycle=monthly');
  answers = [failing(failure({ needsSignIn: true }))];
  await openPage().send();
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'login',
      options: { redirectUri: `${location.origin}/checkout?plan=free&cycle=monthly` },
    }),
  );
});
