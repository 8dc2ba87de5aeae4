/** The list of admitted accounts: the adapter with the stand-in, and whom the stand-in admits. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createAdmission, type Visitor } from '#dev/stand-ins/tenants/admission.ts';
import type { Environment, Workload } from '#dev/stand-ins/tenants/environment.ts';
import { createGate, SESSION_COOKIE } from '#dev/stand-ins/tenants/gate.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { SESSION_PATH, type SignIn } from '#dev/stand-ins/tenants/sign-in.ts';
import { guardSockets } from '#dev/stand-ins/tenants/sockets.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createTenantAdmission } from '#functions/vendors/uptime-kuma/tenant-admission.ts';

const counterSecret = 'functions-secret-000000000000000000';
const tokens = createCounterTokens(counterSecret);
const group = 'tenant:bolo-bom';
const people: Readonly<Record<string, Visitor>> = {
  ana: { subject: 'ana', groups: [group] },
  beto: { subject: 'beto', groups: [group] },
  carla: { subject: 'carla', groups: ['tenant:pao-quente'] },
};
/** Session and ticket are the person's name. */
const signIn: SignIn = {
  begin: (wayBack) => `http://sign-in.test/?to=${encodeURIComponent(wayBack)}`,
  finish: async () => null,
  redeem: (ticket) => (Object.hasOwn(people, ticket) ? ticket : null),
  visitorOf: (session) => people[session] ?? null,
};

let standIn: HonoStandIn;
let workload: Workload;

beforeEach(async () => {
  const functions = { tokenSha256: await tokens.digestOf('bolo-bom') };
  const values = { functions, admitted: { revision: 1, accounts: ['ana'] } };
  workload = { name: 't-1', subdomain: 'bolo-bom', healthy: true, healthySinceMs: 0, values };
  standIn = createTenantsStandIn({
    ...{ port: 5231, stateDir: null, argocd: { workloads: () => [workload] } },
    ...{ counterSecret, signIn, secondsToBootstrap: 0 },
  });
});

const ask = async (url: string, init: RequestInit) => standIn.app.request(url, init);
const admission = (tokenOf = tokens.tokenOf) =>
  createTenantAdmission({ urlTemplate: 'http://localhost:5231/__probe/{tenant}', tokenOf, fetch: ask });
const visit = (path: string, person?: string) =>
  ask(`http://bolo-bom.localhost:5231${path}`, {
    headers: person === undefined ? {} : { cookie: `${SESSION_COOKIE}=${person}` },
  });
const statusFor = async (person?: string) => (await visit('/dashboard', person)).status;
const unavailable = { code: 'tenant-unavailable', retryable: true };

describe('the adapter', () => {
  test('sends a list that applies at once, and may repeat it', async () => {
    expect(await statusFor('beto')).toBe(403);
    const list = { revision: 2, accounts: ['ana', 'beto'] };
    await admission().admit('bolo-bom', list);
    await admission().admit('bolo-bom', list);
    expect(await statusFor('beto')).toBe(200);
    await admission().admit('bolo-bom', { revision: 3, accounts: ['ana'] });
    expect(await statusFor('beto')).toBe(403);
  });

  test('old lists, wrong tokens, unknown tenants and broken proxies fail', async () => {
    await admission().admit('bolo-bom', { revision: 5, accounts: ['ana'] });
    const older = { revision: 4, accounts: ['beto'] };
    await expect(admission().admit('bolo-bom', older)).rejects.toMatchObject(unavailable);
    const borrowed = admission(() => tokens.tokenOf('pao-quente'));
    await expect(borrowed.admit('bolo-bom', { ...older, revision: 6 })).rejects.toMatchObject(unavailable);
    await expect(admission().admit('ninguem', older)).rejects.toMatchObject(unavailable);
    standIn.faults.down = true;
    await expect(admission().admit('bolo-bom', { ...older, revision: 6 })).rejects.toMatchObject(unavailable);
    standIn.faults.down = false;
    expect([await statusFor('ana'), await statusFor('beto')]).toEqual([200, 403]);
  });

  test.each([
    ['a page', () => new Response('<!doctype html>')],
    ['a response 200 with a body', () => Response.json({})],
  ])('%s is a failure', async (_case, answer) => {
    const fetch = async () => answer();
    const odd = createTenantAdmission({
      ...{ urlTemplate: 'http://{tenant}.test', tokenOf: tokens.tokenOf, fetch },
    });
    await expect(odd.admit('bolo-bom', { revision: 1, accounts: [] })).rejects.toMatchObject(unavailable);
  });
});

describe('the gate of the stand-in', () => {
  test('asks for a sign-in, and admits listed group members', async () => {
    const anonymous = await visit('/dashboard?x=1');
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      302,
      signIn.begin('http://bolo-bom.localhost:5231/dashboard?x=1'),
    ]);
    expect([await statusFor('ana'), await statusFor('beto'), await statusFor('carla')]).toEqual([
      200, 403, 403,
    ]);
    expect(await (await visit('/dashboard', 'beto')).text()).toContain('/-/sign-in-again');
  });

  test('a listed account of another group is refused', async () => {
    await admission().admit('bolo-bom', { revision: 2, accounts: ['ana', 'carla'] });
    expect(await statusFor('carla')).toBe(403);
  });

  test('after a restart the newer of both lists applies', async () => {
    await admission().admit('bolo-bom', { revision: 3, accounts: ['ana', 'beto'] });
    const withList = (revision: number, accounts: string[]) => ({
      ...workload,
      values: { ...workload.values, admitted: { revision, accounts } },
    });
    workload = withList(2, ['ana']);
    expect(await statusFor('beto')).toBe(200);
    workload = withList(4, ['ana']);
    expect(await statusFor('beto')).toBe(403);
  });

  test('status pages and the probe need no sign-in', async () => {
    expect((await visit('/status/loja')).status).toBe(200);
    expect((await visit('/api/entry-page')).status).toBe(200);
    expect((await visit('/robots.txt')).status).toBe(200);
  });

  test('a ticket makes one session, and leads only within the environment', async () => {
    const taken = await visit(`${SESSION_PATH}?ticket=ana&para=${encodeURIComponent('//evil.test/')}`);
    expect(taken.headers.get('location')).toBe('/');
    expect(taken.headers.get('set-cookie')).toContain(`${SESSION_COOKIE}=ana`);
    const forged = await visit(`${SESSION_PATH}?ticket=none&para=/dashboard`);
    expect(forged.headers.get('set-cookie')).toBeNull();
  });
});

describe('a socket of the stand-in', () => {
  let server: Server;
  let endAll: () => void;
  const lists = createAdmission(null);
  const environment = (): Environment => ({
    ...{ tenant: 'bolo-bom', phase: 'ready', entryPage: 'dashboard', readySinceMs: 0, workload },
    ...{ monitors: [], hasCounter: true, hasLogin: false },
  });

  beforeEach(async () => {
    server = createServer();
    endAll = guardSockets(server, {
      gate: createGate(signIn, lists, 'Vigia'),
      environmentOf: () => environment(),
      askAgainMs: 10,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    endAll();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = (person?: string) =>
    new Promise<{ status: number; closed: Promise<void> }>((resolve, reject) => {
      const asking = request({
        port: (server.address() as AddressInfo).port,
        headers: {
          ...{ Host: 'bolo-bom.localhost', Connection: 'Upgrade', Upgrade: 'websocket' },
          ...{ 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' },
          ...(person === undefined ? {} : { Cookie: `${SESSION_COOKIE}=${person}` }),
        },
      });
      asking.on('upgrade', (answer, socket) => {
        expect(answer.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
        const closed = new Promise<void>((done) => socket.on('close', () => done()));
        socket.on('error', () => undefined);
        resolve({ status: 101, closed });
      });
      asking.on('response', (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, closed: Promise.resolve() });
      });
      asking.on('error', reject).end();
    });

  test('opens for admitted accounts, and closes when one is removed', async () => {
    expect((await open()).status).toBe(401);
    expect((await open('beto')).status).toBe(403);
    const { status, closed } = await open('ana');
    expect(status).toBe(101);
    workload = { ...workload, values: { ...workload.values, admitted: { revision: 2, accounts: ['x'] } } };
    await closed;
  });
});
