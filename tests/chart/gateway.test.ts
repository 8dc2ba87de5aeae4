/** An environment's gateway: nginx with the chart's own configuration, between visitor, sign-in and instance. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { companionPaths } from '#companion/contract.ts';
import { OWN_HEADER } from '#domain/alerts/second-look.ts';
import { FUNCTIONS_TOKEN, type Seen, startGateway } from './gateway-stand.ts';
import { answerAsSignIn, HOST, sessionOf as session } from './tenant-nginx.ts';

const { helm, nginx } = inject('chartTools');
const PORTS = { gateway: 5240, instance: 5241, companion: 5242, signIn: 5243, secure: 5244 };
const PAGE = { accept: 'text/html' };
const COOKIE = '__Secure-vigia-sign-in';
const OWN_ORIGIN = `https://${HOST}`;
const member = { cookie: `${session('dona')}; other=1` };
const stranger = { cookie: session('outra', 'tenant:outra') };
const functions = { authorization: `Bearer ${FUNCTIONS_TOKEN}` };

let gateway: Awaited<ReturnType<typeof startGateway>>;
let seen: Record<'instance' | 'companion' | 'signIn', Seen[]>;
let ask: typeof gateway.ask;
let isEverySessionOver = false;

/** Opens a socket; resolves with the response's first line and a promise of its end. */
function openSocket(
  headers: Record<string, string>,
  target = '/socket.io/?transport=websocket',
): Promise<{ status: string; ended: Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const socket = connect(PORTS.gateway, '127.0.0.1');
    const ended = new Promise<void>((over) => socket.once('close', () => over()));
    let text = '';
    socket.on('error', reject);
    socket.on('data', (part) => {
      text += part.toString();
      if (text.includes('\r\n\r\n'))
        resolve({ status: text.split('\r\n')[0] ?? '', ended, close: () => socket.destroy() });
    });
    const lines = Object.entries({ Host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `GET ${target} HTTP/1.1\r\n${lines.join('')}` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

const admit = (revision: number, accounts: string[]) =>
  ask('/-/admitted', functions, 'PUT', JSON.stringify({ revision, accounts }));

describe.skipIf(helm === null || nginx === null)('the gateway', () => {
  beforeAll(async () => {
    gateway = await startGateway({
      ports: PORTS,
      instance: (_request, response) => {
        response.writeHead(200, {
          'Content-Type': 'text/html',
          'Set-Cookie': 'theirs=1; Domain=vigia.example',
        });
        response.end('<html><head><title>Uptime Kuma</title></head></html>');
      },
      signIn: (request, response) => {
        if (isEverySessionOver) response.writeHead(401).end();
        else answerAsSignIn(request, response);
      },
      askAgainMs: 50,
    });
    ({ seen, ask } = gateway);
  });

  afterAll(() => gateway.stop());

  beforeEach(() => {
    isEverySessionOver = false;
    gateway.forget();
  });

  test.each([
    '/status/loja',
    '/api/status-page/loja',
    '/api/status-page/heartbeat/loja',
    '/api/badge/3/status',
    '/api/push/token?status=up&msg=OK',
    '/api/entry-page',
    '/assets/index-1.js',
    '/upload/logo1.png',
    '/icon.svg',
    '/manifest.json',
    '/robots.txt',
    '/serviceWorker.js',
  ])('%s is public, and its path arrives unchanged', async (path) => {
    expect((await ask(path)).status).toBe(200);
    expect(seen.instance.map(({ url }) => url)).toEqual([path]);
    expect(seen.signIn).toEqual([]);
  });

  test('it tells the cluster itself that it lives, whatever the others do', async () => {
    expect((await ask('/-/alive', { host: '10.42.0.7:8080' })).status).toBe(204);
    expect([seen.instance, seen.companion, seen.signIn]).toEqual([[], [], []]);
  });

  test('no log has the token of a push, and no request meets an unset word', async () => {
    const bomb = Array.from({ length: 90 }, (_, at) => `b${at}=${'x'.repeat(4000)}`).join('; ');
    await ask('/api/push/segredo-1?status=up');
    await ask('/assets/index-7.js');
    await ask('/upload/logo-7.png');
    await ask('/dashboard', { ...PAGE, cookie: bomb });
    const { requests, errors } = gateway.logs();
    expect(requests).toContain('/upload/logo-7.png');
    expect(requests).not.toMatch(/segredo|index-7/);
    expect(errors).not.toContain('uninitialized');
  });

  test('all other paths lead to the sign-in and back', async () => {
    const answer = await ask('/dashboard/3?tab=a&b=c', PAGE);
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://auth.vigia.example/realms/vigia',
    ]);
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(seen.signIn.at(-1)).toMatchObject({
      url: '/oauth2/start',
      headers: {
        'x-auth-request-redirect': `https://${HOST}/dashboard/3?tab=a&b=c`,
        'x-forwarded-host': HOST,
        'x-forwarded-proto': 'https',
      },
    });
    expect(seen.instance).toEqual([]);
  });

  test('at a customer’s own domain the status page is open, the root is not', async () => {
    const own = { ...PAGE, host: 'status.suaempresa.com.br' };
    expect((await ask('/status/loja', own)).status).toBe(200);
    expect((await ask('/', own)).status).toBe(302);
    expect(seen.instance.map(({ url }) => url)).toEqual(['/status/loja']);
  });

  test('a script gets 401 instead of a redirect', async () => {
    expect((await ask('/socket.io/?EIO=4&transport=polling')).status).toBe(401);
    expect(seen.instance).toEqual([]);
  });

  test('the tenant’s group is admitted, and the session is not passed on', async () => {
    const answer = await ask('/dashboard', { ...PAGE, ...member, authorization: 'Bearer x' });
    expect(answer.status).toBe(200);
    expect(seen.signIn.map(({ url }) => url)).toEqual(['/oauth2/auth?allowed_groups=tenant%3Apadaria']);
    const [asked] = seen.instance;
    expect(asked?.headers).toMatchObject({ host: HOST, 'x-forwarded-proto': 'https' });
    expect([asked?.headers.cookie, asked?.headers.authorization]).toEqual([undefined, undefined]);
  });

  test('a visitor cannot choose the group that is checked', async () => {
    expect((await ask('/dashboard?allowed_groups=tenant:outra', { ...PAGE, ...stranger })).status).toBe(403);
    expect(seen.signIn.map(({ url }) => url)).toEqual(['/oauth2/auth?allowed_groups=tenant%3Apadaria']);
  });

  test('another tenant’s account gets an explanation', async () => {
    const answer = await ask('/dashboard', { ...PAGE, ...stranger });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('Esta conta não abre este ambiente');
    expect((await ask('/-/sign-in-again', stranger)).status).toBe(302);
    expect(seen.instance).toEqual([]);
  });

  test.each([
    '/socket.io/../status/x',
    '/socket.io/..%2fstatus/x',
    '/socket.io/%2e%2e/status/x',
    '//socket.io//..//status/x',
  ])('%s opens a status page, and reaches the instance as one', async (path) => {
    await ask(path);
    expect(seen.instance.map(({ url }) => url)).toEqual(['/status/x']);
  });

  test.each(['/status/../dashboard', '/status/%2e%2e/socket.io/', '/api/push/../../socket.io/', '/STATUS/x'])(
    '%s is not public',
    async (path) => {
      expect((await ask(path)).status).toBe(401);
      expect(seen.instance).toEqual([]);
    },
  );

  test('a group’s socket passes without its session; others are refused', async () => {
    const open = await openSocket({ Origin: OWN_ORIGIN, Cookie: member.cookie });
    expect(open.status).toContain('101');
    open.close();
    const [asked] = seen.instance;
    expect(asked?.headers).toMatchObject({ host: HOST, upgrade: 'websocket', origin: OWN_ORIGIN });
    expect(asked?.headers.cookie).toBeUndefined();
    expect((await openSocket({ Origin: OWN_ORIGIN, Cookie: stranger.cookie })).status).toContain('403');
    expect(seen.instance).toHaveLength(1);
  });

  test.each([
    ['/socket.io/?a=1', '/socket.io/?a=1'],
    ['//[/../socket.io/', '/socket.io/'],
    ['/x/..//socket.io/?a=/../%2e%2e', '/socket.io/?a=/../%2e%2e'],
    ['/%73ocket.io/?a=%0d%0aX-Other:%201', '/socket.io/?a=%0d%0aX-Other:%201'],
  ])('a socket at %s arrives as %s', async (target, arrived) => {
    const open = await openSocket({ Origin: OWN_ORIGIN, Cookie: member.cookie }, target);
    expect(open.status).toContain('101');
    open.close();
    expect(seen.instance.map(({ url }) => url)).toEqual([arrived]);
    expect(seen.instance[0]?.headers['x-other']).toBeUndefined();
  });

  test.each(['/socket.io/%0d%0aX-Other:%201', '/socket.io/x', '/socket.io/..%2fmetrics', '/metrics/'])(
    '%s is a page, and never a socket',
    async (target) => {
      const open = await openSocket({ Origin: OWN_ORIGIN, Cookie: member.cookie }, target);
      expect(open.status).not.toContain('101');
      open.close();
      for (const { headers } of seen.instance)
        expect([headers.upgrade, headers['x-other']]).toEqual([undefined, undefined]);
    },
  );

  test.each([['https://outra.vigia.example'], ['http://padaria.vigia.example'], ['null'], [undefined]])(
    'a socket from a page at %s is refused, session or not',
    async (origin) => {
      // A socket of another test may still be checked until its end arrives; this account has no other.
      const cookie = session('recusada');
      const { status } = await openSocket({
        ...(origin === undefined ? {} : { Origin: origin }),
        Cookie: cookie,
      });
      expect(status).toContain('403');
      expect(seen.instance).toEqual([]);
      expect(seen.signIn.filter(({ headers }) => headers.cookie?.includes(cookie))).toEqual([]);
    },
  );

  test('another tenant’s page cannot use a session', async () => {
    const path = '/socket.io/?EIO=4&transport=polling';
    const foreign = await ask(path, { ...member, origin: 'https://outra.vigia.example' }, 'POST');
    expect([foreign.status, seen.instance.length]).toEqual([403, 0]);
    expect((await ask(path, { ...member, origin: OWN_ORIGIN }, 'POST')).status).toBe(200);
  });

  test('only the sign-in’s cookie is passed on, with the shortest path', async () => {
    const piece = `${COOKIE}_0=x`;
    await ask('/dashboard', { ...PAGE, cookie: `a=1; ${COOKIE}=forged; ${piece}; ${session('dona')}; z=1` });
    // Another test's socket may still be checked.
    const sent = () => seen.signIn.map(({ headers }) => headers.cookie);
    expect(sent()).toContain(`${session('dona')}; ${piece};`);
    expect(sent().join()).not.toMatch(/forged|a=1|z=1/);
    await ask('/dashboard', { ...PAGE, cookie: 'a=1' });
    expect(sent()).toContain('');
  });

  test('another host’s cookies lock no one out', async () => {
    const bomb = Array.from({ length: 15 }, (_, at) => `b${at}=${'x'.repeat(4000)}`).join('; ');
    expect((await ask('/dashboard', { ...PAGE, cookie: `${bomb}; ${session('dona')}` })).status).toBe(200);
    const tooMany = await ask('/dashboard', { ...PAGE, cookie: `${bomb}; ${bomb}` });
    expect([tooMany.status, tooMany.headers['clear-site-data']]).toEqual([400, '"cookies"']);
    expect(tooMany.body).toContain('Cookies demais');
  });

  test('no cookie of the instance reaches a browser', async () => {
    for (const path of ['/status/loja', '/dashboard'])
      expect((await ask(path, member)).headers['set-cookie']).toBeUndefined();
  });

  test('a sign-in returns to this host only', async () => {
    for (const path of [
      '/oauth2/start?rd=https://outra.vigia.example/',
      '/-/sign-in-again?rd=https://outra.vigia.example/',
    ])
      await ask(path, {
        ...PAGE,
        'x-auth-request-redirect': 'https://outra.vigia.example/',
        host: 'outra.vigia.example',
      });
    expect(seen.signIn.map(({ url }) => url).filter((url) => url?.includes('start'))).toEqual([
      '/oauth2/start',
      '/oauth2/start',
    ]);
    for (const { url, headers } of seen.signIn)
      if (url === '/oauth2/start') expect(headers['x-auth-request-redirect']).toMatch(`${OWN_ORIGIN}/`);
  });

  test('without a list the group decides; with one, the list', async () => {
    expect((await ask('/dashboard', { ...PAGE, ...member })).status).toBe(200);
    expect((await admit(2, ['dona'])).status).toBe(204);
    expect((await ask('/dashboard', { ...PAGE, ...member })).status).toBe(200);
    expect((await ask('/dashboard', { ...PAGE, cookie: session('socia') })).status).toBe(403);
    expect((await admit(1, ['dona', 'socia'])).status).toBe(409);
    expect((await admit(3, [])).status).toBe(204);
    expect((await ask('/dashboard', { ...PAGE, ...member })).status).toBe(403);
  });

  test('an open socket ends when its account is removed from the list', async () => {
    await admit(1, ['dona', 'socia']);
    const open = (account: string) => openSocket({ Origin: OWN_ORIGIN, Cookie: session(account) });
    const [owner, partner] = [await open('dona'), await open('socia')];
    await admit(2, ['dona']);
    await partner.ended;
    expect((await open('socia')).status).toContain('403');
    const again = await open('dona');
    expect(await Promise.race([owner.ended.then(() => 'ended'), again.status])).toContain('101');
    // An open socket would go on asking the sign-in during the tests that follow.
    isEverySessionOver = true;
    await Promise.all([owner.ended, again.ended]);
  });

  test('an open socket ends when its session is over', async () => {
    const { status, ended } = await openSocket({ Origin: OWN_ORIGIN, Cookie: session('dona') });
    expect(status).toContain('101');
    // As with a new `cookie-secret`, or when the cookie expires.
    isEverySessionOver = true;
    await ended;
  });

  test('a sign-in that does not answer admits no account', async () => {
    expect((await ask('/dashboard', { ...PAGE, cookie: session('silent') })).status).toBe(500);
    expect(seen.instance).toEqual([]);
  });

  test.each(companionPaths)('%s is for the functions only, with any group', async (path) => {
    expect((await ask(path, member)).status).toBe(401);
    expect([401, 404]).not.toContain((await ask(`${path}?from=x`, functions)).status);
    expect(seen.companion.map(({ url }) => url)).toEqual([path, `${path}?from=x`]);
    expect(seen.signIn).toEqual([]);
  });

  test.each(['/ready', '/-/ready', '/-/membership', '/-/', '/-/reports/x', '/-/../ready'])(
    '%s of the companion or the gateway is not reachable',
    async (path) => {
      for (const headers of [{}, functions]) expect([401, 404]).toContain((await ask(path, headers)).status);
      expect(seen.companion.map(({ url }) => url)).not.toContain('/ready');
      expect(seen.instance).toEqual([]);
    },
  );

  test('Portuguese is the default language', async () => {
    const { body } = await ask('/status/loja', PAGE);
    expect(body).toMatch(
      /<head><script nonce="\w{32}">try\{localStorage.locale\?\?="pt-BR"\}catch\{\}<\/script><title>/,
    );
  });

  test('a page is never answered with "not modified", because nonces change', async () => {
    await ask('/status/loja', {
      'if-none-match': 'W/"1"',
      'if-modified-since': 'Sun, 22 Nov 2026 00:00:00 GMT',
    });
    await ask('/assets/index-1.js', { 'if-none-match': 'W/"1"' });
    expect(
      seen.instance.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]),
    ).toEqual([
      [undefined, undefined],
      ['W/"1"', undefined],
    ]);
  });

  test('analytics runs on public pages only, with a policy everywhere', async () => {
    const policyOf = async (path: string, headers = {}) =>
      String((await ask(path, headers)).headers['content-security-policy']);
    const [status, again, panel] = [
      await policyOf('/status/loja'),
      await policyOf('/status/loja'),
      await policyOf('/dashboard', { ...PAGE, ...member }),
    ];
    expect(status).toContain('https://plausible.io/js/');
    expect(panel).not.toContain('plausible');
    expect(status).not.toBe(again);
    for (const path of ['/dashboard', '/api/status-page/loja', '/-/x'])
      expect(await policyOf(path, PAGE)).toMatch(/script-src 'self' 'nonce-\w{32}';/);
  });

  test('every answer says that it is ours, so that a second look which ends here counts as none', async () => {
    const answers = [
      await ask('/status/loja'),
      await ask('/dashboard', { ...PAGE, ...stranger }),
      await ask('/-/x'),
    ];
    for (const { headers } of answers) expect(headers[OWN_HEADER.toLowerCase()]).toBe('environment');
  });

  test('a panel’s page may ask for the numbers of a customer’s chats, no public page may', async () => {
    const policyOf = async (path: string) =>
      String((await ask(path, { ...PAGE, ...member })).headers['content-security-policy']);
    for (const path of ['/dashboard', '/settings/notifications', '/'])
      expect(await policyOf(path)).toMatch(/connect-src [^;]* https:\/\/api\.telegram\.org[ ;]/);
    for (const path of ['/status/loja', '/upload/logo1.svg', '/assets/index-1.js', '/api/entry-page'])
      expect(await policyOf(path)).not.toContain('telegram');
  });
});
