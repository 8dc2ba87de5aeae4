/** What the environment's pod is made of: images, probes, and what each container may reach and use. */
import { describe, expect, inject, test } from 'vitest';
import { pick } from './render.ts';
import { configOf, renderTenant } from './tenant-nginx.ts';

const render = (values: object = {}) =>
  renderTenant({ functions: { tokenSha256: 'ab'.repeat(32) }, ...values });
const podOf = (values?: object) => pick(render(values), 'StatefulSet').spec.template.spec;
const container = (name: string, values?: object) =>
  podOf(values).containers.find((one: { name: string }) => one.name === name);

describe.skipIf(inject('chartTools').helm === null)('the environment’s pod', () => {
  test('the gateway’s image is an exact one of nginx’s stable branch, without the known holes', () => {
    const image: string = container('gateway').image;
    const [, version = '', minor = ''] =
      /^nginxinc\/nginx-unprivileged:(1\.(\d+)\.\d+)-alpine$/.exec(image) ?? [];
    expect([image, Number(minor) % 2]).toEqual([image, 0]);
    // 1.28 has ended without corrections, and 1.30.7 has those of November 2026.
    expect([image, version.localeCompare('1.30.7', 'en', { numeric: true }) >= 0]).toEqual([image, true]);
  });

  test('no map of the gateway searches by an expression, but for the sign-in’s cookie', () => {
    const text = configOf(render(), 'gateway')['nginx.conf'] ?? '';
    const maps = [...text.matchAll(/^ *map ("[^"]*"|\S+) [^{]*\{([^}]*)\}/gm)];
    expect(maps.length).toBeGreaterThan(5);
    const searching = maps.filter(([, , body = '']) => /(^|[\s"])~/.test(body));
    expect(new Set(searching.map(([, of]) => of))).toEqual(new Set(['$http_cookie']));
  });

  test('each container is asked whether it lives, at another place than whether it is ready', () => {
    const probes = (name: string) => {
      const { livenessProbe, readinessProbe } = container(name);
      return [livenessProbe, readinessProbe];
    };
    const [companionLives, companionReady] = probes('companion');
    expect([companionLives.httpGet.path, companionReady.httpGet.path]).toEqual(['/alive', '/ready']);
    const [gatewayLives, gatewayReady] = probes('gateway');
    expect([gatewayLives.httpGet.path, gatewayReady.tcpSocket]).toEqual(['/-/alive', { port: 'gateway' }]);
    // A slow disk or one long query is no reason; minutes without an answer are.
    for (const { periodSeconds, failureThreshold } of [companionLives, gatewayLives])
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(120);
    // A new version may rewrite the whole database first, in up to half an hour.
    const { startupProbe, livenessProbe } = container('instance');
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(1800);
    expect(livenessProbe.exec).toEqual(startupProbe.exec);
  });
});
