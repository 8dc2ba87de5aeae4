/** The chart with an operator's values, rendered before a publication as Argo CD would. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { chartValuesOf, refusedByHelm } from '#ops/operator/chart-values.ts';

const { helm } = inject('chartTools');
const HOST = 'olho-status.com.br';
const values = {
  ingress: { className: 'traefik', controllerNamespace: 'kube-system' },
  storage: { className: 'local-path' },
};
const copies = { schedule: '17 4 * * *', repository: 's3:https://s3.olho.com.br/copias' };

describe.skipIf(helm === null)('with Helm', () => {
  test.each([
    ['whole values', values],
    ['copies, and so an environment that comes back from one', { ...values, copies }],
  ])('every plan and state is made with %s', (_, given) => {
    expect(refusedByHelm(projectRoot, helm, given, HOST)).toEqual([]);
  });

  test('its reason is said once, not for each plan', () => {
    const refused = refusedByHelm(projectRoot, helm, { ...values, storage: { className: 3 } }, HOST);
    expect(refused).toHaveLength(1);
    expect(refused?.[0]).toMatch(/O Helm não monta o chart .*className/);
  });

  test('what only a template refuses, and in one state, is found', () => {
    const root = mkdtempSync(join(tmpdir(), 'vigia-operator-values-'));
    try {
      const chart = join(root, 'deploy/tenant-chart');
      cpSync(join(projectRoot, 'deploy/tenant-chart'), chart, { recursive: true });
      const refusing = '{{ if .Values.suspended }}{{ fail "paused" }}{{ end }}';
      writeFileSync(join(chart, 'templates/refusing.yaml'), refusing);
      expect(refusedByHelm(root, helm, values, HOST)).toEqual([expect.stringContaining('paused')]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

test('where Helm or the values are missing, nothing is claimed', () => {
  expect(refusedByHelm(projectRoot, null, values, HOST)).toBeNull();
  expect(refusedByHelm(projectRoot, 'helm', undefined, HOST)).toBeNull();
});

test('each cluster’s own values are looked at beside those of all', () => {
  const own = { ingress: { className: 'nginx' } };
  const CLUSTERS = [
    { name: 'sp1', capacity: 9 },
    { name: 'sp2', capacity: 9, server: 'https://k8s.olho.com.br', chartValues: own },
  ];
  expect(chartValuesOf({ ARGOCD_CHART_VALUES: JSON.stringify(values), CLUSTERS })).toEqual([values, own]);
  expect(chartValuesOf({ ARGOCD_CHART_VALUES: '' })).toEqual([]);
});
