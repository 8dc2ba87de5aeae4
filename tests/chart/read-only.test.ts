/** An environment of our own, from outside: nginx with the chart's configuration, the companion, and an instance behind. */
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { FUNCTIONS_TOKEN, startGateway } from './gateway-stand.ts';
import { answerAsSignIn, HOST } from './tenant-nginx.ts';

const { helm, nginx } = inject('chartTools');
const PORTS = { gateway: 5260, instance: 5261, companion: 5262, signIn: 5263, secure: 5264 };
const READ_ONLY = 'Só leitura: todos veem este painel, e ninguém muda nada nele.';
const origin = `https://${HOST}`;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let instance: HttpServer;
let sockets: Server;
/** Calls that reached the instance, and requests other than its sockets'. */
let calls: unknown[][];
let requests: string[];
let panels: Socket[];

/** The panel of Uptime Kuma: as it, with long-polling first. */
function openPanel(options: Partial<ManagerOptions> = {}) {
  const panel = io(`http://127.0.0.1:${PORTS.gateway}`, {
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin },
    ...options,
  });
  panels.push(panel);
  return panel;
}
const connected = (panel: Socket) =>
  new Promise<'connected' | 'refused'>((resolve) => {
    panel.once('connect', () => resolve('connected'));
    panel.once('connect_error', () => resolve('refused'));
  });
const ask = (panel: Socket, call: string, ...values: unknown[]) =>
  panel.timeout(5000).emitWithAck(call, ...values);

/** As the real one with its login off: whoever connects is the administrator, and gets every list. */
function startInstance(): Promise<HttpServer> {
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/') response.writeHead(302, { Location: '/dashboard' });
    response.end('<html><head><title>Uptime Kuma</title></head></html>');
  });
  sockets = new Server(server);
  sockets.on('connection', (socket) => {
    socket.emit('info', { version: '2.5.3' });
    socket.emit('monitorList', { 1: { id: 1, name: 'Loja' } });
    socket.emit('notificationList', [{ id: 1, config: '{"telegramBotToken":"segredo"}' }]);
    socket.emit('apiKeyList', [{ id: 1, key: 'segredo' }]);
    socket.emit('autoLogin');
    socket.onAny((call: string, ...values: unknown[]) => {
      calls.push([call, ...values.filter((value) => typeof value !== 'function')]);
      const answer = values.at(-1);
      if (typeof answer === 'function') answer({ ok: true, of: call });
    });
  });
  return new Promise((resolve) => server.listen(PORTS.instance, '127.0.0.1', () => resolve(server)));
}

describe.skipIf(helm === null || nginx === null)('an environment of our own', () => {
  beforeAll(async () => {
    [calls, requests, panels] = [[], [], []];
    instance = await startInstance();
    gateway = await startGateway({
      ports: PORTS,
      instance: null,
      signIn: answerAsSignIn,
      values: { readOnly: true },
      visitors: { library: { io, Server } },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    instance.close();
    instance.closeAllConnections();
  });
  beforeEach(() => {
    [calls, requests, panels] = [[], [], []];
  });
  afterEach(() => {
    for (const panel of panels) panel.disconnect();
  });

  test.each([
    '/dashboard',
    '/dashboard/1',
    '/settings/general',
    '/list?x=1',
    '/metrics/',
    '/METRICS',
    '/%6Detrics/',
  ])('shows %s to anybody, and asks the instance only for the panel’s page', async (path) => {
    expect(await gateway.ask(path, { accept: 'text/html' })).toMatchObject({ status: 200 });
    expect(requests).toEqual(['GET /dashboard']);
  });

  test('`/` leads where the instance says', async () => {
    expect(await gateway.ask('/')).toMatchObject({ status: 302, headers: { location: '/dashboard' } });
  });

  test.each([
    ['POST', '/dashboard', 405],
    ['DELETE', '/', 405],
    ['POST', '/status/vigia', 405],
    ['PUT', '/upload/logo1.png', 405],
    ['POST', '/icon.svg', 405],
    ['GET', '/api/push/abc', 404],
    ['POST', '/api/push/abc', 404],
    ['GET', '/-/membership', 404],
    ['GET', '/-/sign-in-again', 404],
    ['GET', '/metrics', 401],
    ['GET', '/-/export', 401],
    ['PUT', '/-/showcase', 401],
  ])('refuses %s %s without asking the instance', async (method, path, status) => {
    expect(await gateway.ask(path, {}, method)).toMatchObject({ status });
    expect(requests).toEqual([]);
  });

  test('a companion of a customer’s environment shows nothing that it is told', async () => {
    const headers = { authorization: `Bearer ${FUNCTIONS_TOKEN}` };
    // This stand has no showcase, as a customer's companion.
    expect(await gateway.ask('/-/showcase', headers, 'PUT', '{}')).toMatchObject({ status: 404 });
  });

  test.each([[['polling']], [['websocket']], [['polling', 'websocket']]])(
    'the panel reads over %j, and gets no list with secrets',
    async (transports) => {
      const panel = openPanel({ transports });
      const seen: string[] = [];
      panel.onAny((event: string) => seen.push(event));
      expect(await connected(panel)).toBe('connected');
      expect(await ask(panel, 'getTags')).toEqual({ ok: true, of: 'getTags' });
      expect(await ask(panel, 'getMonitorBeats', 1, 24)).toEqual({ ok: true, of: 'getMonitorBeats' });
      expect(seen).toEqual(['info', 'monitorList', 'autoLogin']);
      expect(calls).toEqual([['getTags'], ['getMonitorBeats', 1, 24]]);
    },
  );

  test.each([
    ['add', { name: 'x' }],
    ['editMonitor', { id: 1 }],
    ['deleteMonitor', 1, false],
    ['pauseMonitor', 1],
    ['addNotification', {}, null],
    ['testNotification', {}],
    ['setSettings', { disableAuth: false }, ''],
    ['changePassword', {}],
    ['setup', 'a', 'b'],
    ['login', {}],
    ['logout'],
    ['saveStatusPage', 'vigia', {}, '', []],
    ['addAPIKey', {}],
    ['uploadBackup', '{}', 'overwrite'],
    ['clearStatistics'],
    ['getWebpushVapidPublicKey'],
    ['constructor'],
    ['a-call-of-a-later-version'],
    // A read with other values is none that was read through.
    ['getTags', 1],
    ['getMonitor', { $ne: 0 }],
    ['getStatusPage', 'x'.repeat(200)],
  ])('refuses %s in the panel’s own words', async (call, ...values) => {
    const panel = openPanel();
    await connected(panel);
    expect(await ask(panel, call, ...values)).toEqual({ ok: false, msg: READ_ONLY });
    panel.emit(call, ...values);
    expect(await ask(panel, 'getTags')).toMatchObject({ ok: true });
    expect(calls).toEqual([['getTags']]);
  });

  test('a visitor who asks without end is told to wait, and disturbs no other', async () => {
    const [eager, other] = [openPanel(), openPanel()];
    await Promise.all([connected(eager), connected(other)]);
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(eager, 'getTags')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(60);
    expect(answers.at(-1).msg).toContain('Espere');
    expect(await ask(other, 'getTags')).toMatchObject({ ok: true });
  });

  test('a full house takes nobody more, until somebody leaves', async () => {
    const all = Array.from({ length: 60 }, () => openPanel({ transports: ['websocket'] }));
    expect(new Set(await Promise.all(all.map(connected)))).toEqual(new Set(['connected']));
    expect(await connected(openPanel())).toBe('refused');
    all[0]?.disconnect();
    await expect.poll(() => connected(openPanel())).toBe('connected');
  });

  test('another site’s page opens no connection, and a long message ends it', async () => {
    expect(await connected(openPanel({ extraHeaders: { origin: 'https://outra.example' } }))).toBe('refused');
    const panel = openPanel({ transports: ['websocket'] });
    await connected(panel);
    const ended = new Promise((resolve) => panel.once('disconnect', resolve));
    panel.emit('getStatusPage', 'x'.repeat(10_000), () => undefined);
    await ended;
    expect(calls).toEqual([]);
  });

  test('the panel is let go when its instance ends, so that it connects again', async () => {
    const panel = openPanel();
    await connected(panel);
    await ask(panel, 'getTags');
    const ended = new Promise((resolve) => panel.once('disconnect', resolve));
    sockets.disconnectSockets(true);
    await ended;
    const again = openPanel();
    await connected(again);
    expect(await ask(again, 'getTags')).toMatchObject({ ok: true });
  });
});
