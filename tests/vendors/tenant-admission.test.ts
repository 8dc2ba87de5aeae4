import { beforeEach, describe, expect, test } from 'vitest';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import type { Visitor } from '#dev/stand-ins/tenants/admission.ts';
import type { Workload } from '#dev/stand-ins/tenants/environment.ts';
import { SESSION_COOKIE } from '#dev/stand-ins/tenants/gate.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import type { SignIn } from '#dev/stand-ins/tenants/sign-in.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';

const tokens = createCounterTokens('functions-secret-000000000000000000');
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
    port: 5231,
    argocd: { workloads: () => [workload] },
    signIn,
    secondsToBootstrap: 0,
  });
});

const ask = async (url: string, init: RequestInit) => standIn.app.request(url, init);
const admission = (tokenOf = tokens.tokenOf) =>
  createInstances({ urlTemplate: 'http://localhost:5231/__probe/{tenant}', tokenOf, fetch: ask });
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
    const odd = createInstances({
      urlTemplate: 'http://{tenant}.test',
      tokenOf: tokens.tokenOf,
      fetch,
    });
    await expect(odd.admit('bolo-bom', { revision: 1, accounts: [] })).rejects.toMatchObject(unavailable);
  });
});
