/** The daily watch over our images, with a moved clock: what an answer changes, and that silence changes nothing. */
import { beforeEach, expect, test } from 'vitest';
import type { ImageReport } from '#domain/api-schemas/operation-images.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import { reportImages } from '#functions/images/report-images.ts';
import { imageWork } from '#functions/images/watch-images.ts';
import { createWatchedImages } from '#functions/images/watched.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { createOsv } from '#functions/vendors/osv/advisories.ts';
import { createRegistry } from '#functions/vendors/registry/image-tags.ts';
import {
  goHole,
  goHoleAtGitHub,
  jsonataHole,
  nginxHole,
  type OsvAnswers,
  osvAnswers,
  registryAnswers,
} from '#tests/support/osv-answers.ts';
import { operated } from './operations-support.ts';
import { calmServices, clearWork, depsAt, env, runDue, sql } from './support.ts';

const JSONATA = 'npm jsonata 2.1.1';
const NGINX = 'Bitnami nginx 1.30.2';
const PROXY = 'Go github.com/oauth2-proxy/oauth2-proxy/v7 7.15.3';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Monday in São Paulo. */
const monday = (time: string): number => Date.parse(`2026-11-30T${time}-03:00`);

let osv: OsvAnswers;
let tags: Record<string, readonly string[] | null>;
let listed: Deps['watchedImages'];
let asked: number;

beforeEach(async () => {
  await calmServices();
  await sql('DELETE FROM image_sources');
  await sql('DELETE FROM image_findings');
  osv = osvAnswers();
  for (const record of [jsonataHole, nginxHole, goHole, goHoleAtGitHub])
    osv.records.set(String(record['id']), record);
  tags = {
    'louislam/uptime-kuma': ['2.5.6-rootless', '2.6.0-beta.1-rootless', 'latest'],
    'nginxinc/nginx-unprivileged': ['1.30.2-alpine', '1.31.0-alpine'],
    'oauth2-proxy/oauth2-proxy': ['v7.15.3'],
  };
  asked = 0;
  listed = images();
});

const images = (kuma = '2.5.6', packages = ['jsonata@2.1.1', 'ws@8.20.0']) =>
  createWatchedImages({
    tags: { 'uptime-kuma': `${kuma}-rootless`, nginx: '1.30.2-alpine', 'oauth2-proxy': 'v7.15.3' },
    contents: { 'uptime-kuma': { readFrom: kuma, ecosystem: 'npm', packages } },
  });

/** The Worker at a moment, with these registries and this OSV in place of the real ones. */
function depsOn(now: number): Deps {
  const counted: OsvAnswers['fetch'] = (input, init) => {
    asked += 1;
    return osv.fetch(input, init);
  };
  return {
    ...depsAt(0),
    clock: { now: () => now },
    dependencies: [],
    watchedImages: listed,
    imageWatch: {
      advisories: createOsv({ baseUrl: 'https://osv.example', fetch: counted, batchSize: 2 }),
      tags: createRegistry({
        dockerUrl: 'https://hub.example',
        dockerAuthUrl: 'https://auth.example',
        quayUrl: 'https://quay.example',
        fetch: registryAnswers((name) => tags[name] ?? null),
      }),
    },
  };
}

const run = (now: number): Promise<void> => runDue(imageWork, depsOn(now));
/** What readiness says of images at a moment. */
async function linesAt(now: number): Promise<string[]> {
  const { problems } = await readReadiness(depsOn(now));
  return problems
    .filter(({ text }) => /^(Uptime Kuma|nginx|oauth2-proxy|uptime-kuma|falhas conhecidas)/.test(text))
    .map(({ level, text }) => `${level} ${text}`);
}

const jsonataLine =
  'Uptime Kuma 2.5.6: jsonata 2.1.1 tem GHSA-66mm-25pp-rfff (crítica), corrigida na 2.2.1: https://osv.dev/vulnerability/GHSA-66mm-25pp-rfff';

test('a grave fault with a fixed version calls once a day in office hours, and is a mail otherwise', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  expect(await linesAt(monday('08:30'))).toEqual([`mail ${jsonataLine}`]);
  expect(await linesAt(monday('09:05'))).toEqual([`page ${jsonataLine}`]);
  expect(await linesAt(monday('10:00'))).toEqual([`mail ${jsonataLine}`]);
  expect(await linesAt(monday('23:00'))).toEqual([`mail ${jsonataLine}`]);
  await run(monday('08:05') + DAY_MS);
  expect(await linesAt(monday('09:05') + DAY_MS)).toEqual([`page ${jsonataLine}`]);
  const saturday = 5 * DAY_MS;
  await run(monday('08:05') + saturday);
  expect(await linesAt(monday('09:05') + saturday)).toEqual([`mail ${jsonataLine}`]);
});

test('every source is asked once a day, and at once about another list', async () => {
  await run(monday('07:00'));
  const first = asked;
  expect(first).toBeGreaterThan(0);
  await run(monday('07:59'));
  expect(asked).toBe(first);
  await run(monday('08:01'));
  expect(asked).toBe(2 * first);
  for (const time of ['09:30', '15:00', '23:59']) await run(monday(time));
  expect(asked).toBe(2 * first);
  listed = images('2.5.7');
  await run(monday('23:59') + HOUR_MS);
  expect(asked).toBe(3 * first);
});

test('a raised version ends the line before anyone is asked, and its row goes with the next answer', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  listed = images('2.5.6', ['jsonata@2.2.2', 'ws@8.20.0']);
  expect(await linesAt(monday('09:05'))).toEqual([]);
  expect(await sql('SELECT package FROM image_findings')).toHaveLength(1);
  await run(monday('10:05') + DAY_MS);
  expect(await sql('SELECT package FROM image_findings')).toEqual([]);
});

test('an advisory that is taken back ends its line', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  // Still named by the batch, with the mark in its record.
  osv.records.set('GHSA-66mm-25pp-rfff', { ...jsonataHole, withdrawn: '2026-12-01T00:00:00Z' });
  await run(monday('08:05') + DAY_MS);
  expect(await linesAt(monday('09:05') + DAY_MS)).toEqual([]);
  osv.known.delete(JSONATA);
  osv.records.set('GHSA-66mm-25pp-rfff', jsonataHole);
  await run(monday('08:05') + 2 * DAY_MS);
  expect(await linesAt(monday('09:05') + 2 * DAY_MS)).toEqual([]);
});

test('one fault that databases know by several ids is one line, with what the others say of it', async () => {
  osv.known.set(PROXY, ['GO-2026-4321', 'GHSA-aaaa-bbbb-cccc']);
  await run(monday('08:05'));
  expect(await linesAt(monday('09:05'))).toEqual([
    'mail oauth2-proxy 7.15.3: 1 falha conhecida menos grave; veja "imagens"',
  ]);
  const { images } = await reportImages(depsOn(monday('09:05')), false);
  expect(images.find(({ name }) => name === 'oauth2-proxy')?.faults).toEqual([
    {
      ...{
        advisory: 'GHSA-aaaa-bbbb-cccc',
        package: 'github.com/oauth2-proxy/oauth2-proxy/v7',
        version: '7.15.3',
      },
      ...{ severity: 'moderate', fixedIn: '7.15.4', foundAt: monday('08:05'), acceptedUntil: null },
    },
  ]);
});

test('pages of one package are read to the last', async () => {
  osv.pageSize = 1;
  osv.known.set(JSONATA, ['GHSA-aaaa-bbbb-cccc', 'GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  expect(await linesAt(monday('09:05'))).toContain(`page ${jsonataLine}`);
});

test('a chunk that fails keeps what was known of its packages, and the others’ news count', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  osv.known.clear();
  osv.known.set(NGINX, ['BIT-nginx-2026-42533']);
  osv.fail = (_, batch) =>
    batch.some((each) => each.package.name === 'jsonata') ? new Response('', { status: 500 }) : null;
  await run(monday('08:05') + DAY_MS);
  expect(await linesAt(monday('09:05') + DAY_MS)).toEqual([
    `page ${jsonataLine}`,
    'page nginx 1.30.2: nginx 1.30.2 tem BIT-nginx-2026-42533 (crítica), corrigida na 1.30.4: https://osv.dev/vulnerability/BIT-nginx-2026-42533',
  ]);
  // The next whole answer clears what is no longer there; a failure is tried again within the hour.
  osv.fail = () => null;
  await run(monday('08:05') + DAY_MS + HOUR_MS);
  expect((await linesAt(monday('09:45') + DAY_MS)).map((line) => line.slice(0, 10))).toEqual(['mail nginx']);
});

test('a record that cannot be read keeps what was known, and of a new one the id', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  osv.known.set(NGINX, ['BIT-nginx-2026-42533']);
  osv.fail = (path) => (path.startsWith('/v1/vulns/') ? new Response('', { status: 503 }) : null);
  await run(monday('08:05') + DAY_MS);
  expect(await linesAt(monday('09:05') + DAY_MS)).toEqual([
    `page ${jsonataLine}`,
    'mail nginx 1.30.2: 1 falha conhecida menos grave; veja "imagens"',
  ]);
  osv.fail = () => null;
  await run(monday('08:05') + DAY_MS + HOUR_MS);
  // Known since the day before, it calls with the next morning.
  expect(await linesAt(monday('09:05') + 2 * DAY_MS)).toContainEqual(
    expect.stringMatching(/^page nginx 1\.30\.2/),
  );
});

test('three silent days are a line of their own, and an answer ends it', async () => {
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  await run(monday('08:05'));
  osv.fail = () => new Response('', { status: 503 });
  tags['nginxinc/nginx-unprivileged'] = null;
  for (let day = 1; day <= 3; day += 1) await run(monday('08:05') + day * DAY_MS);
  expect(await linesAt(monday('08:00') + 3 * DAY_MS)).toEqual([`mail ${jsonataLine}`]);
  expect(await linesAt(monday('12:00') + 3 * DAY_MS)).toEqual([
    `mail ${jsonataLine}`,
    'mail falhas conhecidas: o OSV não responde por inteiro há 3 dias',
    'mail nginx: docker.io não diz a versão mais nova há 3 dias',
  ]);
  osv.fail = () => null;
  tags['nginxinc/nginx-unprivileged'] = ['1.30.2-alpine'];
  await run(monday('12:00') + 3 * DAY_MS);
  expect(await linesAt(monday('12:00') + 3 * DAY_MS)).toEqual([`mail ${jsonataLine}`]);
});

test('silence from the first day on is told too', async () => {
  osv.fail = () => new Response('', { status: 503 });
  await run(monday('08:05'));
  expect(await linesAt(monday('08:05') + 2 * DAY_MS)).toEqual([]);
  await run(monday('08:05') + 2 * DAY_MS);
  expect(await linesAt(monday('08:06') + 3 * DAY_MS)).toEqual([
    'mail falhas conhecidas: o OSV não responde por inteiro há 3 dias',
  ]);
});

test('a newer stable version is a mail; a beta and another branch are not', async () => {
  tags['louislam/uptime-kuma'] = [
    '2.5.6-rootless',
    '2.5.7-rootless',
    '2.6.0-beta.0-rootless',
    '3.0.0-rootless',
    '2.5.8',
  ];
  await run(monday('08:05'));
  expect(await linesAt(monday('09:05'))).toEqual(['mail Uptime Kuma 2.5.6: há a versão 2.5.7']);
});

test('a failure of one source is no failure of another, and names itself', async () => {
  tags['oauth2-proxy/oauth2-proxy'] = null;
  await run(monday('08:05'));
  const [work] = await sql<{ last_error: string }>("SELECT last_error FROM work WHERE kind = 'images'");
  expect(work?.last_error).toBe('não respondeu: oauth2-proxy');
  const { sources } = await reportImages(depsOn(monday('09:05')), false);
  expect(sources.map(({ name, at }) => [name, at !== null])).toEqual([
    ['OSV', true],
    ['docker.io/nginxinc/nginx-unprivileged', true],
    ['quay.io/oauth2-proxy/oauth2-proxy', false],
    ['docker.io/louislam/uptime-kuma', true],
  ]);
});

test('an operator may ask now, and learns who did not answer', async () => {
  await run(monday('08:05'));
  osv.known.set(JSONATA, ['GHSA-66mm-25pp-rfff']);
  const before = await reportImages(depsOn(monday('14:00')), false);
  expect(before.images.flatMap(({ faults }) => faults)).toEqual([]);
  tags['oauth2-proxy/oauth2-proxy'] = null;
  const after = await reportImages(depsOn(monday('14:00')), true);
  expect(after.images[0]).toMatchObject({
    ...{ name: 'Uptime Kuma', version: '2.5.6', newest: '2.5.6', readFrom: '2.5.6' },
    faults: [
      { advisory: 'GHSA-66mm-25pp-rfff', severity: 'critical', fixedIn: '2.2.1', foundAt: monday('14:00') },
    ],
  });
  expect(after.silent).toBe('não respondeu: oauth2-proxy');
  // What is learnt in the afternoon calls in the afternoon.
  expect(await linesAt(monday('14:05'))).toEqual([`page ${jsonataLine}`]);
});

test('a stack that may not go outside asks nobody, and says so', async () => {
  expect(composeDeps(env).imageWatch).toBeNull();
  await clearWork();
  await runDue(imageWork, depsAt(0));
  expect(await sql('SELECT source FROM image_sources')).toEqual([]);
  expect(await operated<ImageReport>('imagens', { now: true })).toEqual({
    ...{ isOn: false, images: [], sources: [], silent: null },
  });
  expect(composeDeps({ ...env, IMAGE_WATCH: 'on' }).imageWatch).not.toBeNull();
});
