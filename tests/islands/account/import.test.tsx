/** The page that brings monitors in: the preview, batches with pauses and breaks, and the result. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchesOf, withoutUncarried } from '#account/import/batches.ts';
import type { ImportRequest, ImportRoom } from '#domain/api-schemas/import.ts';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import type { FoundItem } from '#domain/import/items.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { openAt, press, server, setUp, user } from '#tests/islands/island-page.tsx';

const READ = 'GET /api/conta/importar';
const SEND = 'POST /api/conta/importar';

const room: ImportRoom = {
  plano: 'essential',
  monitorLimit: 30,
  intervaloMinimo: 300,
  emFuncionamento: 1,
  total: 1,
  presentes: [],
};
const csv = (count: number): File =>
  new File(
    ['nome;endereço\n', ...Array.from({ length: count }, (_, at) => `Site ${at};https://site${at}.com.br\n`)],
    'planilha.csv',
  );

beforeEach(() => {
  setUp();
  server.on(READ, () => json(room));
});
afterEach(() => vi.useRealTimers());

const load = () =>
  openAt('/conta/importar', async () => {
    const { Import } = await import('#account/import/import.tsx');
    return <Import />;
  });
async function open() {
  await load();
  await screen.findByText(/^Plano Essencial: até 30 monitores/);
}
async function choose(file: File) {
  await user.click(screen.getByRole('radio', { name: /^Planilha/ }));
  await user.upload(screen.getByLabelText('Arquivo'), file);
  await press('Ver o que vem');
}
/** Answers every item of a batch alike. */
const answering = (resultado: string) => (sent: { body: unknown }) =>
  json({ itens: (sent.body as ImportRequest).itens.map(({ tipo, id }) => ({ tipo, id, resultado })) });

test('says that it reads, and why it cannot', async () => {
  server.on(READ, () => new Promise<Response>(() => {}));
  await load();
  expect(await screen.findByText(message('import.loading'))).toBeTruthy();
  server.on(READ, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  await load();
  expect(await screen.findByText(message('import.failed-title'))).toBeTruthy();
  expect(screen.getByText(message('error.tenant-unavailable'))).toBeTruthy();
});

test('every monitor is sent once, in batches, and the result says what became of each', async () => {
  await open();
  server.on(SEND, answering('criado'));
  await choose(csv(30));
  // One runs already, so the thirtieth is over the plan.
  expect(await screen.findByText('1 monitor passa do seu plano e vem pausado.')).toBeTruthy();
  await press('Trazer 30 itens');
  expect(await screen.findByText(message('import.done', { made: 30, total: 30 }))).toBeTruthy();
  const batches = server.to(SEND).map(({ body }) => body as ImportRequest);
  expect(batches.map(({ itens }) => itens.length)).toEqual([25, 5]);
  expect(new Set(batches.flatMap(({ itens }) => itens.map(({ id }) => id))).size).toBe(30);
  // The server decides what is over the plan.
  expect(batches[1]?.itens[4]).toMatchObject({ ativo: true });
  const keys = server.to(SEND).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('what was paused there is said and counted, before and after', async () => {
  await open();
  server.on(SEND, answering('criado'));
  await choose(
    new File(['nome;endereço;pausado\nLoja;a.com.br;sim\nBlog;b.com.br;sim\nApp;c.com.br;\n'], 'p.csv'),
  );
  expect(await screen.findByText('2 itens vêm pausados, como lá.')).toBeTruthy();
  expect(screen.getAllByText(message('import.paused-there'))).toHaveLength(2);
  await press('Trazer 3 itens');
  expect(await screen.findByText('2 itens estão pausados, como lá.')).toBeTruthy();
  expect(
    (server.to(SEND)[0]?.body as ImportRequest | undefined)?.itens.map(
      (item) => item.tipo === 'monitor' && item.ativo,
    ),
  ).toEqual([false, false, true]);
});

test('a batch that is still under way is waited for', async () => {
  await open();
  server.on(
    SEND,
    refusal(409, 'idempotency-in-progress', message('error.idempotency-in-progress')),
    answering('criado'),
  );
  await choose(csv(1));
  await screen.findByText('Vão ser criados');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Trazer 1 item');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await screen.findByText(message('import.done', { made: 1, total: 1 }))).toBeTruthy();
});

test('after a lost answer the same batch goes again under its key', async () => {
  await open();
  server.on(SEND, () => json('<p>', 200), answering('existente'));
  await choose(csv(2));
  await press('Trazer 2 itens');
  expect(await screen.findByText(message('import.unclear'))).toBeTruthy();
  expect(screen.getByText(message('import.progress', { done: 0, total: 2 }))).toBeTruthy();
  expect(screen.getByText(message('import.may-close'))).toBeTruthy();
  await press('Continuar');
  expect(await screen.findByText('Já estavam aqui')).toBeTruthy();
  const [first, second] = server.to(SEND);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
});

test('what the environment did not begin goes again', async () => {
  await open();
  const halfway = (sent: { body: unknown }) => {
    const { itens } = sent.body as ImportRequest;
    return json({
      itens: itens.map(({ tipo, id }, at) => ({ tipo, id, resultado: at === 0 ? 'criado' : 'pendente' })),
    });
  };
  server.on(SEND, halfway, answering('criado'));
  await choose(csv(3));
  await press('Trazer 3 itens');
  expect(await screen.findByText(message('import.done', { made: 3, total: 3 }))).toBeTruthy();
  expect(server.to(SEND).map(({ body }) => (body as ImportRequest).itens.length)).toEqual([3, 2]);
});

test('an environment that begins nothing stops the import instead of asking for ever', async () => {
  await open();
  server.on(SEND, answering('pendente'));
  await choose(csv(2));
  await press('Trazer 2 itens');
  expect(await screen.findByRole('button', { name: 'Continuar' })).toBeTruthy();
  expect(screen.getByText('Falta trazer')).toBeTruthy();
});

test('a minute without room is waited for', async () => {
  await open();
  server.on(SEND, refusal(429, 'rate-limited', message('error.rate-limited')), answering('criado'));
  await choose(csv(1));
  await screen.findByText('Vão ser criados');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Trazer 1 item');
  expect(await screen.findByText(message('import.waiting'))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await screen.findByText(message('import.done', { made: 1, total: 1 }))).toBeTruthy();
});

test('what the server refuses is listed with its reason', async () => {
  await open();
  server.on(SEND, (sent) =>
    json({
      itens: (sent.body as ImportRequest).itens.map(({ tipo, id }) => ({
        tipo,
        id,
        resultado: 'recusado',
        motivo: message('import.instance-refused', { detail: 'x' }),
      })),
    }),
  );
  await choose(csv(1));
  await press('Trazer 1 item');
  expect(await screen.findByText('Não vieram')).toBeTruthy();
  expect(screen.getByText(message('import.instance-refused', { detail: 'x' }))).toBeTruthy();
});

test('thousands of monitors are counted, and the first ones shown', async () => {
  await open();
  await choose(csv(3000));
  // 499 fit beside the one that is there, and 29 of those run.
  expect(await screen.findByRole('button', { name: 'Trazer 499 itens' })).toBeTruthy();
  expect(screen.getAllByText(message('import.environment-full', { max: 500 }))).toHaveLength(200);
  for (const count of [499 - 29, 3000 - 499])
    expect(screen.getByText(message('import.more-lines', { count: count - 200 }))).toBeTruthy();
}, 30_000);

test('a file that the browser cannot read says so', async () => {
  await open();
  const file = csv(1);
  Object.assign(file, {
    slice: () => {
      throw new DOMException('gone', 'NotReadableError');
    },
  });
  await choose(file);
  expect(await screen.findByText(message('import.file-unread'))).toBeTruthy();
  expect(screen.queryByRole('status', { name: message('import.reading') })).toBeNull();
});

test('a database that takes too long is given up', async () => {
  const workers: { ended: boolean }[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      ended = false;
      constructor() {
        workers.push(this);
      }
      addEventListener() {}
      postMessage() {}
      terminate() {
        this.ended = true;
      }
    },
  );
  vi.useFakeTimers();
  const { readDatabaseInWorker } = await import('#account/import/open-database.ts');
  const read = readDatabaseInWorker(new Blob(['x']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await read).toEqual({ ok: false, problem: 'import.file-slow' });
  expect(workers).toMatchObject([{ ended: true }]);
});

test('an item that the API does not take is left out and said', () => {
  const checked = checkMonitor({
    type: 'http',
    name: 'a',
    url: 'https://a.com.br',
    body: 'á'.repeat(10_000),
    httpBodyEncoding: 'form',
  });
  if (!checked.ok) throw new Error(checked.reason);
  const rest = { kind: 'monitor', active: true, parent: null, channels: [], tags: [] } as const;
  const large: FoundItem = { item: { ...rest, id: '1', monitor: checked.monitor }, notes: [] };
  const small: FoundItem = { item: { ...rest, id: '2', monitor: { type: 'group', name: 'g' } }, notes: [] };
  // One item that the API refuses would end the whole batch.
  const odd: FoundItem = {
    item: {
      ...rest,
      id: '3',
      monitor: { name: 'b' },
      channels: Array.from({ length: 51 }, (_, at) => `c${at}`),
    },
    notes: [],
  };
  const { found, left } = withoutUncarried([large, small, odd]);
  expect([found, left]).toEqual([
    [small],
    [
      { kind: 'monitor', id: '1', name: 'a', reason: message('import.item-large') },
      { kind: 'monitor', id: '3', name: 'b', reason: message('import.item-shape') },
    ],
  ]);
  const medium = { ...rest, monitor: { type: 'http', body: 'a'.repeat(6000) } };
  const batches = batchesOf(['1', '2', '3'].map((id) => ({ ...medium, id })));
  expect(batches.map((batch) => batch.map(({ id }) => id))).toEqual([['1', '2'], ['3']]);
  for (const batch of batches)
    expect(JSON.stringify({ origem: 'uptime-kuma', itens: batch }).length).toBeLessThan(16 * 1024);
});
