/** The challenge of a free environment: in a frame, with messages accepted from it only; input is kept. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { CHECKOUT, fillFree, openCheckout, send, server, setUp, submitButton } from './checkout-page.tsx';
import { field } from './payment-typing.ts';

const ORIGIN = vi.hoisted(() => 'http://desafio.localhost:4321');
vi.mock('#lib/settings.ts', async (original) => {
  const known = await original<typeof import('#lib/settings.ts')>();
  return { ...known, settings: { ...known.settings, challengeUrl: ORIGIN } };
});
const OPTIONS = 'GET /api/checkout';

beforeEach(() => {
  setUp();
  server.on(OPTIONS, () => json({ cardEntry: 'form', challenge: true }));
});

const frame = () => screen.queryByTitle<HTMLIFrameElement>(message('challenge.title'));

/** Sends the page a message from a window. */
function say(data: unknown, { origin = ORIGIN, source = frame()?.contentWindow ?? null } = {}): void {
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
}
const bodies = () => server.to(CHECKOUT).map(({ body }) => body as Record<string, unknown>);
const theFrame = () => waitFor(() => expect(frame()).not.toBeNull());

test('the free plan shows the frame, and the order has its token', async () => {
  await openCheckout('?plan=free');
  await theFrame();
  expect(frame()?.src).toBe(`${ORIGIN}/api/desafio`);
  expect(frame()?.getAttribute('sandbox')).not.toContain('top-navigation');
  expect(screen.getByText(message('challenge.why'), { exact: false })).toBeTruthy();
  say({ desafio: 'resolvido', token: 'tok-1' });
  await fillFree();
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(bodies()).toMatchObject([{ plano: 'free', desafio: 'tok-1' }]);
});

test('paid plans have no frame, nor a site without the challenge', async () => {
  await openCheckout('?plan=pro');
  await waitFor(() => expect(server.to(OPTIONS)).toHaveLength(1));
  expect(frame()).toBeNull();
  server.on(OPTIONS, () => json({ cardEntry: 'form', challenge: false }));
  await openCheckout('?plan=free');
  await waitFor(() => expect(server.to(OPTIONS)).toHaveLength(2));
  await fillFree();
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(bodies()[0]).not.toHaveProperty('desafio');
});

test('messages of other windows or origins are ignored', async () => {
  await openCheckout('?plan=free');
  await theFrame();
  say({ desafio: 'resolvido', token: 'forged' }, { source: window });
  say({ desafio: 'resolvido', token: 'forged' }, { origin: 'https://evil.example' });
  say({ desafio: 'resolvido', token: '' });
  await fillFree();
  await send();
  say({ desafio: 'resolvido', token: 'honest' });
  await waitFor(() => expect(bodies()).toMatchObject([{ desafio: 'honest' }]));
});

test('a challenge that fails says so, keeps input, and reloads', async () => {
  await openCheckout('?plan=free');
  await theFrame();
  const first = frame();
  await fillFree();
  say({ desafio: 'falhou' });
  await send();
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain(message('error.challenge-unavailable'));
  expect(server.to(CHECKOUT)).toEqual([]);
  expect(field('Subdomínio').value).toBe('padaria-central');
  await waitFor(() => expect(frame()).not.toBe(first));
  say({ desafio: 'resolvido', token: 'tok-2' });
  await send();
  await waitFor(() => expect(bodies()).toMatchObject([{ desafio: 'tok-2' }]));
});

test('an unfinished challenge explains what to do', async () => {
  await openCheckout('?plan=free');
  await theFrame();
  await fillFree();
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  vi.useFakeTimers();
  fireEvent.click(submitButton());
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByRole('alert').textContent).toContain(message('challenge.pending'));
  expect(server.to(CHECKOUT)).toEqual([]);
});

test('a used token brings a new frame; enabling it brings the first', async () => {
  server.on(OPTIONS, () => json({ cardEntry: 'form', challenge: false }));
  server.on(CHECKOUT, refusal(422, 'challenge-failed', message('error.challenge-failed')), () =>
    json({ cliente: { subdominio: 'padaria-central' } }),
  );
  await openCheckout('?plan=free');
  await fillFree();
  expect(frame()).toBeNull();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain(message('error.challenge-failed'));
  await theFrame();
  say({ desafio: 'resolvido', token: 'tok-3' });
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(bodies()[1]).toMatchObject({ desafio: 'tok-3' });
});
