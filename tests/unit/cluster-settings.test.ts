/** The setting `CLUSTERS`: its entries, its defaults from `ARGOCD_*`, and that it contains no token. */
import { describe, expect, test } from 'vitest';
import { workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { Variables, wrongVariables } from '#functions/variables.ts';

const { CLUSTER_CAPACITY: _, CLUSTER_STORAGE: __, ...plain } = workerVariables(stackAddresses());
const first = { name: 'sp1', capacity: 300 };
const second = {
  name: 'sp2',
  capacity: 200,
  argocdUrl: 'https://argocd-2.exemplo.com.br/',
  tokenSecret: 'ARGOCD_TOKEN_SP2',
};
const token = { ARGOCD_TOKEN_SP2: 'token-of-the-second' };
/** Without the setting: the largest size for every plan. */
const storage = {
  canGrow: false,
  sizesMib: { free: 1024, essential: 2048, pro: 3072, enterprise: 4096 },
};
const placesOf = (CLUSTERS?: unknown) => Variables.parse({ ...plain, ...token, CLUSTERS }).clusters;

describe.each([undefined, ''])('without the setting (%j)', (value) => {
  test('there is one cluster from ARGOCD_*, without a limit', () => {
    expect(placesOf(value)).toEqual([
      {
        name: '',
        isDefault: true,
        capacity: null,
        boundBy: null,
        storage,
        argocdUrl: plain['ARGOCD_URL'],
        token: plain['ARGOCD_TOKEN'],
        project: 'vigia-tenants',
        server: 'https://kubernetes.default.svc',
        chart: {
          repoURL: plain['ARGOCD_CHART_REPO'],
          path: 'deploy/tenant-chart',
          targetRevision: 'main',
        },
        chartValues: {},
        probeUrlTemplate: plain['TENANT_PROBE_URL'],
      },
    ]);
  });
});

test('the storage is the one of CLUSTER_STORAGE, or an entry’s own as a whole', () => {
  const CLUSTER_STORAGE = { canGrow: true };
  const sizes = { free: '512Mi', essential: '1Gi', pro: '2Gi', enterprise: '1Ti' };
  const { clusters } = Variables.parse({
    ...{ ...plain, ...token, CLUSTER_STORAGE },
    CLUSTERS: [first, { ...second, storage: { sizes } }],
  });
  expect(clusters.map((each) => each.storage)).toEqual([
    { ...storage, canGrow: true },
    { canGrow: false, sizesMib: { free: 512, essential: 1024, pro: 2048, enterprise: 1_048_576 } },
  ]);
});

test('the volumes’ size is no value of the operator for every environment', () => {
  const ARGOCD_CHART_VALUES = JSON.stringify({ storage: { size: '8Gi' } });
  expect(wrongVariables({ ...plain, ARGOCD_CHART_VALUES })).toEqual(['ARGOCD_CHART_VALUES']);
});

const nodes = { nodes: 3, memoryGib: 16, volumes: 25 };

test.each([
  ['300', { capacity: 300, boundBy: null }],
  ['', { capacity: null, boundBy: null }],
  [nodes, { capacity: 75, boundBy: 'volumes' }],
  [JSON.stringify({ ...nodes, volumes: null }), { capacity: 126, boundBy: 'memory' }],
])('the one cluster takes what CLUSTER_CAPACITY says: %j', (CLUSTER_CAPACITY, room) => {
  expect(Variables.parse({ ...plain, CLUSTER_CAPACITY }).clusters[0]).toMatchObject(room);
});

test('an entry of CLUSTERS may name its nodes instead of a number', () => {
  const [one] = placesOf([{ ...first, capacity: { ...nodes, volumes: 15, pods: 20 } }]);
  expect(one).toMatchObject({ capacity: 30, boundBy: 'pods' });
});

test.each(['many', '-1', { nodes: 3 }, { ...nodes, memory: 1 }])('%j is no capacity', (CLUSTER_CAPACITY) => {
  expect(wrongVariables({ ...plain, CLUSTER_CAPACITY })).toEqual(['CLUSTER_CAPACITY']);
});

test.each([
  ['as text', JSON.stringify([first, second])],
  ['with values as in wrangler.jsonc', [first, second]],
])('an entry %s overrides defaults; its token comes from the named secret', (_, value) => {
  const [one, two] = placesOf(value);
  expect(one).toEqual({ ...placesOf()[0], ...first });
  expect(two).toEqual({
    ...one,
    name: 'sp2',
    capacity: 200,
    isDefault: false,
    argocdUrl: 'https://argocd-2.exemplo.com.br',
    token: 'token-of-the-second',
  });
});

test('one Argo CD may manage several clusters with their own addresses', () => {
  const other = {
    name: 'sp3',
    capacity: 9,
    server: 'https://10.0.0.9:6443',
    project: 'outro',
    chartRevision: 'sp3',
    probeUrl: 'https://sp3.interno/{tenant}',
  };
  expect(placesOf([first, other])[1]).toMatchObject({
    isDefault: false,
    token: plain['ARGOCD_TOKEN'],
    server: 'https://10.0.0.9:6443',
    project: 'outro',
    chart: { path: 'deploy/tenant-chart', targetRevision: 'sp3' },
    probeUrlTemplate: other.probeUrl,
  });
});

test.each([
  ['no JSON', '[{'],
  ['no list', first],
  ['an empty list', []],
  ['a name twice', [first, { ...second, name: 'sp1' }]],
  ['an invalid name', [{ ...first, name: 'São Paulo' }]],
  ['no capacity given', [{ name: 'sp1' }]],
  ['no entry for the cluster of ARGOCD_*', [second]],
  ['two entries for it', [first, { ...first, name: 'sp2' }]],
  ['an address without a token', [first, { ...second, tokenSecret: undefined }]],
  ['a token without an address', [{ ...first, tokenSecret: 'ARGOCD_TOKEN_SP2' }]],
  ['the token itself', [first, { ...second, tokenSecret: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }]],
  ['a secret with another purpose', [first, { ...second, tokenSecret: 'ASAAS_API_KEY' }]],
  ['an unknown key', [{ ...first, capacities: 3 }]],
])('%s is refused at the start, by its name', (_, value) => {
  expect(wrongVariables({ ...plain, ...token, CLUSTERS: value })).toEqual(['CLUSTERS']);
});

test('a missing secret is named at the start', () => {
  expect(wrongVariables({ ...plain, CLUSTERS: [first, second] })).toEqual(['ARGOCD_TOKEN_SP2']);
});

test('the chart’s values are the default cluster’s, or an entry’s own as a whole', () => {
  const ARGOCD_CHART_VALUES = { storage: { className: 'local-path' } };
  const chartValues = { ingress: { className: 'nginx' } };
  const settings = (CLUSTERS: unknown) =>
    Variables.parse({ ...plain, ...token, ARGOCD_CHART_VALUES, CLUSTERS }).clusters;
  expect(settings([first, { ...second, chartValues }]).map((each) => each.chartValues)).toEqual([
    ARGOCD_CHART_VALUES,
    chartValues,
  ]);
});

test.each(['subdomain', 'suspended', 'admitted', 'functions'])(
  'a value that is a customer’s is not the operator’s: %s',
  (name) => {
    const ARGOCD_CHART_VALUES = JSON.stringify({ [name]: true });
    expect(wrongVariables({ ...plain, ARGOCD_CHART_VALUES })).toEqual(['ARGOCD_CHART_VALUES']);
  },
);
