/** The committed list of our images, their versions, and their digests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDigest, withDigests } from '#dev/images/digests.ts';
import { projectRoot } from '#dev/project-root.ts';
import acceptedJson from '#functions/images/accepted.json' with { type: 'json' };
import { createAccepted } from '#functions/images/accepted.ts';
import imageListJson from '#functions/images/image-list.json' with { type: 'json' };
import { exactVersion, fixedVersion, lastMonthOfPostgres, newestOnLine } from '#functions/images/versions.ts';
import { definitions, ImageList } from '#functions/images/watched.ts';
import { chartDigests, chartImages, splitImage } from '#ops/images/chart-images.ts';
import { contentsOf, listDifferences, missingOfImages } from '#ops/images/image-list.ts';
import { serverImages } from '#ops/server/downloads.ts';

const list = ImageList.parse(imageListJson);

describe('the committed list', () => {
  test('names every image of deploy/ in the version that deploy/ names', () => {
    expect(listDifferences(projectRoot, list)).toEqual([]);
  });

  test('knows every image of deploy/: templates and other files name none themselves', () => {
    const written = readdirSync(join(projectRoot, 'deploy'), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => /\.(ya?ml|tpl|json)$/.test(file) && !/(^|[\\/])values\.(yaml|schema\.json)$/.test(file),
      )
      .flatMap((file) =>
        [
          ...readFileSync(join(projectRoot, 'deploy', file), 'utf8').matchAll(/^[\s-]*"?image"?: *(.+)$/gm),
        ].map(([, image = '']) => `${file}: ${image}`),
      );
    expect(written.length).toBeGreaterThan(5);
    expect(
      written.filter(
        (line) =>
          !/: \{\{ (include "tenant\.image" \(list \. )?\.Values\.|include "platform\.image"/.test(line),
      ),
    ).toEqual([]);
    // The one server's have their tags in deploy/versions.json.
    const watched = Object.entries(definitions);
    for (const image of serverImages(projectRoot)) {
      const { repository, tag } = splitImage(image);
      const found = watched.find(([, definition]) => definition.repository === repository);
      expect(list.tags[found?.[0] ?? ''], image).toBe(tag);
    }
  });

  test('a chart with another tag, or with an image that nobody watches, is told of', () => {
    const other = { ...list, tags: { ...list.tags, restic: '0.1.0' } };
    expect(listDifferences(projectRoot, other)).toEqual([
      expect.stringMatching(
        /^restic: deploy\/ diz \d\S+, e a lista das imagens 0\.1\.0: npm run write:images\.$/,
      ),
    ]);
    const { restic: _, ...fewer } = list.tags;
    expect(listDifferences(projectRoot, { ...list, tags: fewer })).toHaveLength(1);
  });

  test('has what is in Uptime Kuma, each once, in a size that a Worker carries', () => {
    const contents = list.contents['uptime-kuma'];
    expect(contents?.packages.length).toBeGreaterThan(400);
    expect(new Set(contents?.packages).size).toBe(contents?.packages.length);
    // A library without which it does not run.
    expect(contents?.packages).toContainEqual(expect.stringMatching(/^jsonata@\d+\.\d+\.\d+$/));
    expect(JSON.stringify(list).length).toBeLessThan(40_000);
  });

  test('is read from a lockfile without what is only for development, under the packages’ own names', () => {
    const lockfile = {
      name: 'uptime-kuma',
      version: '2.5.3',
      packages: {
        '': { version: '2.5.3' },
        'node_modules/jsonata': { version: '2.1.1' },
        'node_modules/vite': { version: '5.0.0', dev: true },
        'node_modules/fsevents': { version: '2.3.3', devOptional: true },
        'node_modules/a/node_modules/@scope/b': { version: '1.0.0', optional: true },
        'node_modules/string-width-cjs': { name: 'string-width', version: '4.2.3' },
      },
    };
    expect(contentsOf(lockfile)).toEqual({
      readFrom: '2.5.3',
      ecosystem: 'npm',
      packages: ['@scope/b@1.0.0', 'fsevents@2.3.3', 'jsonata@2.1.1', 'string-width@4.2.3'],
    });
    expect(() => contentsOf({ ...lockfile, name: 'other' })).toThrow();
  });

  test('of another version than the chart’s is asked to be renewed, and so is a version nobody wrote', () => {
    const [contents] = Object.values(list.contents);
    if (contents === undefined) throw new Error('The list has no contents.');
    const old = { ...list, contents: { 'uptime-kuma': { ...contents, readFrom: '2.0.0' } } };
    const said = missingOfImages(projectRoot, old, {}).join('\n');
    expect(said).toContain('A lista dos pacotes do Uptime Kuma é da versão 2.0.0, e o chart pede ');
    for (const [id, tag] of Object.entries(list.tags))
      expect(said.includes(`que versão de ${id} roda`)).toBe(tag === null);
  });

  test('accepted faults have a reason and an end', () => {
    expect(() => createAccepted(acceptedJson)).not.toThrow();
    const [image, advisory, reason] = ['nginx', 'CVE-2026-1', 'O gateway não usa este módulo.'];
    const accepted = { image, advisory, package: 'nginx', reason, until: '2026-12-31' };
    expect(createAccepted([accepted])).toHaveLength(1);
    expect(() => createAccepted([{ ...accepted, reason: 'não' }])).toThrow();
    expect(() => createAccepted([{ ...accepted, until: 'nunca' }])).toThrow();
  });
});

describe('versions', () => {
  test.each([
    ['2.5.3-rootless', 3, '2.5.3'],
    ['v7.15.3', 3, '7.15.3'],
    ['1.28-alpine', 3, null],
    ['17.6', 2, '17.6'],
    ['17', 2, null],
    ['latest', 3, null],
    ['', 3, null],
  ])('%s names exactly, with %i numbers: %s', (tag, depth, version) => {
    expect(exactVersion(tag, depth)).toBe(version);
  });

  test.each([
    [
      '2.5.3-rootless',
      'same-major',
      ['2.5.9', '2.5.4-rootless', '2.5.10-rootless', '2.6.0-beta.1-rootless', '3.0.0-rootless'],
      '2.5.10',
    ],
    [
      '1.30.7-alpine',
      'even-minor',
      ['1.31.3-alpine', '1.30.9-alpine', '1.32.0-alpine-slim', '2.0.0-alpine'],
      '1.30.9',
    ],
    ['17.6', 'same-major', ['18.1', '17.7', '17.10', '17-bookworm', '17.11-alpine', '18beta1'], '17.10'],
    ['v3.2.1', 'any', ['v3.2.2', 'v3.3.0-rc1', '3.9.0', 'v3.10.0', 'latest'], '3.10.0'],
    ['26.7.3', 'any', ['26.7', '26.7.4', '26.7.4-0', '27.0.1', 'nightly'], '27.0.1'],
    ['2.5.3-rootless', 'same-major', ['latest', '1'], null],
    ['latest', 'any', ['1.0.0'], null],
  ] as const)('the newest beside %s (%s)', (tag, line, tags, newest) => {
    expect(newestOnLine(tag, tags, line)).toBe(newest);
  });

  const affected = (spans: readonly (readonly [string, string | null])[]) => ({
    id: 'GHSA-1',
    aliases: [],
    severity: 'high' as const,
    isWithdrawn: false,
    affected: [
      { ecosystem: 'npm', name: 'a', spans: spans.map(([from, fixedIn]) => ({ from, fixedIn })) },
      { ecosystem: 'npm', name: 'b', spans: [{ from: '0', fixedIn: '9.9.9' }] },
    ],
  });
  test.each([
    [
      [
        ['0', '1.8.8'],
        ['2.0.0', '2.2.1'],
      ],
      '2.2.1',
    ],
    [
      [
        ['2.0.0', '2.2.1'],
        ['0', '1.8.8'],
      ],
      '2.2.1',
    ],
    [[['0', null]], null],
    [[['3.0.0', '3.1.0']], null],
    [
      [
        ['0', '2.1.10'],
        ['0', '2.1.9'],
      ],
      '2.1.9',
    ],
    [[], null],
  ] as const)('of 2.1.1, %j is fixed in %s', (spans, fixedIn) => {
    expect(fixedVersion(affected(spans), { ecosystem: 'npm', name: 'a', version: '2.1.1' })).toBe(fixedIn);
  });

  test('PostgreSQL gets its last fixes five years after each major', () => {
    expect([lastMonthOfPostgres('14.20'), lastMonthOfPostgres('18.1')]).toEqual(['2026-11', '2030-11']);
  });
});

describe('digests', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const image = 'louislam/uptime-kuma:2.5.6-rootless';

  test.each([
    [image, 'docker.io/louislam/uptime-kuma', '2.5.6-rootless'],
    ['quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', 'quay.io/oauth2-proxy/oauth2-proxy', 'v7.15.3'],
    ['postgres:17.6', 'docker.io/library/postgres', '17.6'],
    ['registro.example:5000/kuma:2.5.6', 'registro.example:5000/kuma', '2.5.6'],
    [`nginx:1.30.7@${digest}`, 'docker.io/library/nginx', '1.30.7'],
  ])('%s', (given, repository, tag) => {
    expect(splitImage(given)).toEqual({ repository, tag });
  });

  /** A registry that gives its digest only with the token of its own realm. */
  function registry(answer: (token: string | null) => Response) {
    const asked: string[] = [];
    const ask = async (input: string, init: RequestInit): Promise<Response> => {
      asked.push(`${init.method ?? 'GET'} ${input}`);
      if (input.startsWith('https://auth.docker.io/')) return Response.json({ token: 'anyone' });
      return answer(new Headers(init.headers).get('authorization'));
    };
    return { ask, asked };
  }
  const challenge = {
    'www-authenticate': 'Bearer realm="https://auth.docker.io/token",service="registry.docker.io"',
  };

  test('of a tag comes from its registry, with the token that it gives to anyone', async () => {
    const { ask, asked } = registry((token) =>
      token === 'Bearer anyone'
        ? new Response(null, { headers: { 'docker-content-digest': digest } })
        : new Response(null, { status: 401, headers: challenge }),
    );
    expect(await readDigest(image, ask)).toBe(digest);
    expect(asked).toEqual([
      'HEAD https://registry-1.docker.io/v2/louislam/uptime-kuma/manifests/2.5.6-rootless',
      'GET https://auth.docker.io/token?service=registry.docker.io&scope=repository%3Alouislam%2Fuptime-kuma%3Apull',
      'HEAD https://registry-1.docker.io/v2/louislam/uptime-kuma/manifests/2.5.6-rootless',
    ]);
  });

  test.each([
    [
      'a tag that does not exist',
      () => new Response(null, { status: 404 }),
      'não tem louislam/uptime-kuma:2.5.6-rootless',
    ],
    ['no digest', () => new Response(null), 'não deu o digest'],
    [
      'a login',
      () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }),
      'não deu o digest',
    ],
  ])('%s is one sentence', async (_, answer, sentence) => {
    await expect(readDigest(image, registry(answer).ask)).rejects.toThrow(sentence);
  });

  test('where the registry does not answer, that is said', async () => {
    await expect(readDigest(image, () => Promise.reject(new Error('offline')))).rejects.toThrow(
      'docker.io não responde daqui',
    );
  });

  test('are written into the values, and nothing else changes', () => {
    const values = 'images:\n  # A comment.\n  instance: x:1.0.0\n\n# Digests.\ndigests: {}\n';
    const once = withDigests(values, { 'x:1.0.0': digest });
    expect(once).toBe(values.replace('digests: {}', `digests:\n  x:1.0.0: ${digest}`));
    expect(parse(once).digests).toEqual({ 'x:1.0.0': digest });
    expect(withDigests(once, { 'x:1.1.0': digest, 'y:2': digest })).toBe(
      values.replace('digests: {}', `digests:\n  x:1.1.0: ${digest}\n  y:2: ${digest}`),
    );
    expect(withDigests(once, {})).toBe(values);
    expect(() => withDigests('images: {}\n', {})).toThrow('digests:');
  });

  test('missing ones are named, once each image has one nothing is missing, and an old tag’s does not count', () => {
    const named = chartImages(projectRoot).map(({ image: each }) => each);
    expect(named.length).toBeGreaterThan(3);
    const all = Object.fromEntries(named.map((each) => [each, digest]));
    const about = (digests: Record<string, string>) =>
      missingOfImages(projectRoot, list, digests).filter((sentence) => sentence.startsWith('Sem digest'));
    expect(about(all)).toEqual([]);
    expect(about({})[0]).toContain(named[0]);
    const [first = ''] = named;
    expect(
      about({ ...all, [first]: undefined as never, [first.replace(/:.*/, ':0.0.1')]: digest })[0],
    ).toContain(first);
  });

  test('both charts have a place for them', () => {
    for (const chart of ['tenant-chart', 'sign-in-chart']) {
      const text = readFileSync(join(projectRoot, 'deploy', chart, 'values.yaml'), 'utf8');
      expect(withDigests(text, { 'x:1': digest })).toContain(`  x:1: ${digest}`);
    }
    expect(chartDigests(projectRoot)).toBeTypeOf('object');
  });
});
