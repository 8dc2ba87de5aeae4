/** OSV on recorded answers: pages, batches, severities in every notation, and nothing taken for "no advisory". */
import { expect, test } from 'vitest';
import { createOsv } from '#functions/vendors/osv/advisories.ts';
import { goHole, jsonataHole, nginxHole, osvAnswers } from '#tests/support/osv-answers.ts';

const npm = (name: string, version: string) => ({ ecosystem: 'npm', name, version });

function open(batchSize?: number) {
  const osv = osvAnswers();
  return {
    osv,
    source: createOsv({
      baseUrl: 'https://osv.example',
      fetch: osv.fetch,
      ...(batchSize ? { batchSize } : {}),
    }),
  };
}

test('ids come in the order of the packages, and none for a package without any', async () => {
  const { osv, source } = open();
  osv.known.set('npm jsonata 2.1.1', ['GHSA-66mm-25pp-rfff']);
  expect(await source.findIds([npm('ws', '8.20.0'), npm('jsonata', '2.1.1')])).toEqual([
    [],
    ['GHSA-66mm-25pp-rfff'],
  ]);
  expect(osv.batches).toEqual([
    [
      { package: { ecosystem: 'npm', name: 'ws' }, version: '8.20.0' },
      { package: { ecosystem: 'npm', name: 'jsonata' }, version: '2.1.1' },
    ],
  ]);
});

test('only queries with a further page are asked again, until none has one', async () => {
  const { osv, source } = open();
  osv.pageSize = 2;
  osv.known.set('npm a 1.0.0', ['GHSA-1', 'GHSA-2', 'GHSA-3', 'GHSA-4', 'GHSA-5']);
  osv.known.set('npm b 1.0.0', ['GHSA-9']);
  expect(await source.findIds([npm('b', '1.0.0'), npm('a', '1.0.0')])).toEqual([
    ['GHSA-9'],
    ['GHSA-1', 'GHSA-2', 'GHSA-3', 'GHSA-4', 'GHSA-5'],
  ]);
  expect(osv.batches.map((batch) => batch.map((each) => [each.package.name, each.page_token]))).toEqual([
    [
      ['b', undefined],
      ['a', undefined],
    ],
    [['a', '2']],
    [['a', '4']],
  ]);
});

test('a page without ids, but with a token, is not the last one', async () => {
  const { osv, source } = open();
  osv.known.set('npm a 1.0.0', ['GHSA-1']);
  let asked = 0;
  osv.fail = () => {
    asked += 1;
    return asked === 1 ? Response.json({ results: [{ next_page_token: '0' }] }) : null;
  };
  expect(await source.findIds([npm('a', '1.0.0')])).toEqual([['GHSA-1']]);
});

test('more packages than a batch takes are several batches; one that fails leaves the others known', async () => {
  const { osv, source } = open(2);
  osv.known.set('npm e 1.0.0', ['GHSA-5']);
  osv.fail = (_, batch) =>
    batch.some((each) => each.package.name === 'c') ? new Response('', { status: 503 }) : null;
  const packages = ['a', 'b', 'c', 'd', 'e'].map((name) => npm(name, '1.0.0'));
  expect(await source.findIds(packages)).toEqual([[], [], null, null, ['GHSA-5']]);
  expect(osv.batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
});

test.each([
  ['an error', () => new Response('no', { status: 500 })],
  ['too many calls', () => new Response('', { status: 429 })],
  ['a page of a proxy', () => new Response('<html></html>', { status: 200 })],
  ['fewer results than queries', () => Response.json({ results: [] })],
  ['another shape', () => Response.json({ vulns: [] })],
])('%s is no answer about any package', async (_, answer) => {
  const { osv, source } = open();
  osv.fail = answer;
  expect(await source.findIds([npm('a', '1.0.0')])).toEqual([null]);
});

test('a lost connection, and pages without end, are no answer', async () => {
  const lost = createOsv({ baseUrl: 'https://osv.example', fetch: () => Promise.reject(new Error('reset')) });
  expect(await lost.findIds([npm('a', '1.0.0')])).toEqual([null]);
  await expect(lost.read('GHSA-1')).rejects.toThrow('GHSA-1');
  const { osv, source } = open();
  osv.fail = () => Response.json({ results: [{ next_page_token: 'again' }] });
  expect(await source.findIds([npm('a', '1.0.0')])).toEqual([null]);
});

const read = async (record: Record<string, unknown>) => {
  const { osv, source } = open();
  osv.records.set(String(record['id']), record);
  return source.read(String(record['id']));
};

test('a record becomes its ids, its severity and the versions it is about', async () => {
  expect(await read(jsonataHole)).toEqual({
    id: 'GHSA-66mm-25pp-rfff',
    aliases: ['CVE-2026-77415'],
    severity: 'critical',
    isWithdrawn: false,
    affected: [
      { ecosystem: 'npm', name: 'jsonata', spans: [{ from: '0', fixedIn: '1.8.8' }] },
      { ecosystem: 'npm', name: 'jsonata', spans: [{ from: '2.0.0', fixedIn: '2.2.1' }] },
    ],
  });
  expect((await read(nginxHole)).affected[0]?.spans).toEqual([
    { from: '0.9.6', fixedIn: '1.30.4' },
    { from: '1.31.0', fixedIn: '1.31.3' },
  ]);
});

const { severity: vectors, ...unscored } = jsonataHole;
test.each([
  ['GitHub’s word', { ...unscored, database_specific: { severity: 'MODERATE' } }, 'moderate'],
  ['Bitnami’s word', nginxHole, 'critical'],
  [
    'a word at the package',
    { ...unscored, database_specific: {}, affected: [{ ecosystem_specific: { severity: 'HIGH' } }] },
    'high',
  ],
  ['the word, not the vector', { ...jsonataHole, database_specific: { severity: 'LOW' } }, 'low'],
  ['a vector alone', { ...unscored, severity: vectors, database_specific: {} }, 'high'],
  ['an unknown word', { ...unscored, database_specific: { severity: 7 } }, 'unknown'],
  ['nothing', goHole, 'unknown'],
  ['a malicious package', { id: 'MAL-2026-1', affected: [] }, 'critical'],
])('the severity by %s', async (_, record, severity) => {
  expect((await read(record)).severity).toBe(severity);
});

test('a record that was taken back says so', async () => {
  expect((await read({ ...jsonataHole, withdrawn: '2026-09-20T00:00:00Z' })).isWithdrawn).toBe(true);
});

test('commits are no versions, and a fault without an end has no fixed version', async () => {
  const { affected } = await read({
    id: 'CVE-2026-1',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'a' },
        ranges: [
          { type: 'GIT', repo: 'https://git.example/a', events: [{ introduced: '0' }, { fixed: 'abc123' }] },
          { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }] },
        ],
      },
    ],
  });
  expect(affected[0]?.spans).toEqual([{ from: '1.0.0', fixedIn: null }]);
});

test('a record that is gone, and an id that could be a path, are refused', async () => {
  const { osv, source } = open();
  await expect(source.read('GHSA-gone')).rejects.toThrow('refused with 404');
  osv.known.set('npm a 1.0.0', ['../../v1/other']);
  expect(await source.findIds([npm('a', '1.0.0')])).toEqual([null]);
});
