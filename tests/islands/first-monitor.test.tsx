/** What is watched first: asked for, refused, made, and its first checks. */
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FirstBeat, FirstMonitor } from '#domain/api-schemas/alerts.ts';
import type { Now } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { openAt, server, setUp, user, write } from '#tests/islands/island-page.tsx';
import { pictured, standingNow } from '#tests/support/now-sample.ts';

const READ = 'GET /api/conta/primeiro-monitor';
const NOW = 'GET /api/conta/agora';
const ASK = 'POST /api/conta/primeiro-monitor';

beforeEach(setUp);

/** @param first `null`: the call fails. `undefined`: as the test says. */
async function open(first: FirstMonitor | null | undefined) {
  if (first === null) server.on(READ, lost);
  else if (first !== undefined) server.on(READ, () => json(first));
  await openAt('/', async () => {
    const { FirstMonitorForm } = await import('#form/first-monitor.tsx');
    const { Queries } = await import('#session/queries.tsx');
    return (
      <Queries>
        <FirstMonitorForm id="titulo" otherwise={<p>de outro jeito</p>} />
      </Queries>
    );
  });
}

const suggesting: FirstMonitor = { suggested: 'padaria.com.br', asked: null, isOpen: true };
type Asked = NonNullable<FirstMonitor['asked']>;
const asked = (more: Partial<Asked> = {}): FirstMonitor => ({
  suggested: null,
  isOpen: more.state === 'refused',
  asked: { address: 'https://loja.com.br', state: 'made', detail: null, monitor: 7, beats: [], ...more },
});
const beat = (status: FirstBeat['status'], ping: number | null, time = '06:13'): FirstBeat => ({
  at: Date.parse(`2026-11-26T${time}:00Z`),
  ...{ status, ping },
});

test('suggests the account’s own site, and sends what was typed', async () => {
  await open(suggesting);
  expect(await screen.findByRole('heading', { name: message('first-monitor.title') })).toBeTruthy();
  expect(await screen.findByText(message('first-monitor.lead'))).toBeTruthy();
  expect(screen.getByText(message('first-monitor.permission'))).toBeTruthy();
  expect(screen.queryByText('de outro jeito')).toBeNull();
  const address = screen.getByLabelText<HTMLInputElement>('Endereço do site');
  expect(address.value).toBe('padaria.com.br');
  await user.clear(address);
  await write(address, 'loja.com.br');
  for (const call of [ASK, READ]) server.on(call, () => json(asked({ state: 'waiting' })));
  await user.click(screen.getByRole('button', { name: 'Vigiar este site' }));
  expect(await screen.findByText(message('first-monitor.queued'))).toBeTruthy();
  expect(server.to(ASK)[0]?.body).toEqual({ address: 'https://loja.com.br' });
});

describe('an address from the landing page', () => {
  test('is asked for at once, and forgotten when it is kept', async () => {
    sessionStorage.setItem('firstAddress', 'loja.com.br');
    server.on(ASK, () => json(asked({ state: 'waiting' })));
    await open(suggesting);
    expect(await screen.findByText(message('first-monitor.queued'))).toBeTruthy();
    expect(server.to(ASK).map(({ body }) => body)).toEqual([{ address: 'https://loja.com.br' }]);
    expect(sessionStorage.getItem('firstAddress')).toBeNull();
  });

  test('that may not be watched waits in the field, before the suggestion', async () => {
    sessionStorage.setItem('firstAddress', '203.0.113.9');
    await open(suggesting);
    expect((await screen.findByLabelText<HTMLInputElement>('Endereço do site')).value).toBe('203.0.113.9');
    expect(server.to(ASK)).toEqual([]);
  });

  test('is kept when the call fails', async () => {
    sessionStorage.setItem('firstAddress', 'loja.com.br');
    server.on(ASK, lost);
    await open(suggesting);
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Endereço do site').value).toBe('loja.com.br');
    expect(sessionStorage.getItem('firstAddress')).toBe('loja.com.br');
  });
});

test('its place is there before the answer', async () => {
  server.on(READ, () => new Promise<Response>(() => {}));
  await open(undefined);
  expect(await screen.findByRole('heading', { name: message('first-monitor.title') })).toBeTruthy();
  expect(screen.queryByText('de outro jeito')).toBeNull();
  expect(screen.queryByLabelText('Endereço do site')).toBeNull();
});

test.each([
  ['', 'first-monitor.address'],
  ['ftp://loja.com.br', 'first-monitor.scheme'],
  ['203.0.113.9', 'first-monitor.ip'],
  ['x.onion', 'first-monitor.onion'],
  ['localhost', 'first-monitor.private'],
  ['https://a:b@loja.com.br', 'first-monitor.secret'],
] as const)('%j is refused in the form, and the text stays', async (typed, problem) => {
  await open(suggesting);
  const address = await screen.findByLabelText<HTMLInputElement>('Endereço do site');
  await user.clear(address);
  if (typed !== '') await write(address, typed);
  await user.click(screen.getByRole('button', { name: 'Vigiar este site' }));
  expect(screen.getByText(message(problem))).toBeTruthy();
  expect(address.value).toBe(typed);
  expect(server.to(ASK)).toEqual([]);
});

test('what the server refuses is said at the field or above the button', async () => {
  await open(suggesting);
  await screen.findByLabelText('Endereço do site');
  server.on(
    ASK,
    refusal(422, 'validation-failed', message('error.validation-failed'), {
      fields: { address: message('first-monitor.ip') },
    }),
    refusal(409, 'first-monitor-late', message('error.first-monitor-late')),
  );
  await user.click(screen.getByRole('button', { name: 'Vigiar este site' }));
  expect(await screen.findByText(message('first-monitor.ip'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Vigiar este site' }));
  expect(await screen.findByText(message('error.first-monitor-late'))).toBeTruthy();
});

test.each([
  ['made', { beats: [] }, message('first-monitor.made')],
  ['up', { beats: [beat('up', 229.6)] }, message('first-monitor.up-ms', { ms: 230 })],
  ['up without a time', { beats: [beat('up', null)] }, message('first-monitor.up')],
  ['down from the start', { beats: [beat('down', null)] }, message('first-monitor.down')],
  ['checked again', { beats: [beat('up', 80), beat('pending', null)] }, message('first-monitor.retried')],
  ['in maintenance', { beats: [beat('maintenance', null)] }, message('first-monitor.maintenance')],
  ['deleted', { state: 'deleted' }, message('first-monitor.deleted')],
] as const)('a monitor that is %s', async (_name, more, words) => {
  await open(asked(more as Partial<Asked>));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByLabelText('Endereço do site')).toBeNull();
  expect(screen.getByRole('link', { name: 'Abrir os avisos' }).getAttribute('href')).toBe('/conta/avisos');
});

test('one that the instance refused may be asked for again', async () => {
  await open(asked({ state: 'refused', detail: 'interval' }));
  expect(await screen.findByText(message('first-monitor.refused', { motivo: 'interval' }))).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Endereço do site').value).toBe('https://loja.com.br');
});

test('the first check is shown as it comes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  try {
    await open(asked());
    await screen.findByText(message('first-monitor.made'));
    server.on(READ, () => json(asked({ beats: [beat('up', 80)] })));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText(message('first-monitor.up-ms', { ms: 80 }))).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

const standing = (more: Partial<Now['monitors'][number]> = {}, about: Partial<Now> = {}): Now =>
  standingNow([pictured({ id: 7, ...more })], about);

test('a fall is shown with its cause while the page stays open, and so is its end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  try {
    const since = Date.parse('2026-11-26T06:20:00Z');
    const fell = standing({ state: 'down', since, message: 'sem rota', beats: 'ud' });
    server.on(NOW, () => json(standing()));
    await open(asked({ beats: [beat('up', 80)] }));
    await screen.findByText(message('first-monitor.up-ms', { ms: 80 }));
    await vi.waitFor(() => expect(server.to(NOW)).toHaveLength(1));
    server.on(NOW, () => json(fell));
    await vi.advanceTimersByTimeAsync(30_000);
    const words = message('first-monitor.fell', { desde: ' desde 3h20 de 26/11', motivo: ': sem rota' });
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(words));
    server.on(NOW, () => json(standing({ ping: 95 })));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await screen.findByText(message('first-monitor.up-ms', { ms: 95 }))).toBeTruthy();
    expect(server.to(READ)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [
    'silent',
    standing({}, { isCurrent: false, heardAt: Date.parse('2026-11-26T06:20:00Z') }),
    'Sem notícia desde 3h20 de 26/11.',
  ],
  [
    'not checked any more',
    standing({ doubt: 'unchecked', doubtSince: Date.parse('2026-11-26T06:20:00Z') }),
    'Sem checagem desde 3h20 de 26/11.',
  ],
  [
    'paused',
    standing({ state: 'outside', reason: 'paused', since: Date.parse('2026-11-26T06:20:00Z') }),
    'Pausado desde 3h20 de 26/11.',
  ],
  ['not pictured yet', standing({}, { monitors: [] }), message('first-monitor.up-ms', { ms: 80 })],
] as const)('one that is %s is not called up for that', async (_name, now, words) => {
  server.on(NOW, () => json(now));
  await open(asked({ beats: [beat('up', 80)] }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a monitor that was deleted is not asked about again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  try {
    await open(asked({ state: 'deleted' }));
    await screen.findByText(message('first-monitor.deleted'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.to(READ)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['nothing can be asked', { ...suggesting, suggested: null, isOpen: false }],
  ['it cannot be read', null],
] as const)('where %s, only the other way is shown', async (_name, first) => {
  await open(first);
  expect(await screen.findByText('de outro jeito')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});
