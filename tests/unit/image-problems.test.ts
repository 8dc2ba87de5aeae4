/** What is told of our images, when, and how urgently. */
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import { createAccepted } from '#functions/images/accepted.ts';
import { isCalling } from '#functions/images/calling.ts';
import { imageProblems, levelOf } from '#functions/images/image-problems.ts';
import { type Fault, faultsOf } from '#functions/images/read-images.ts';
import type { Finding } from '#functions/images/store.ts';
import { createWatchedImages } from '#functions/images/watched.ts';

/** In São Paulo, which has no clock change. */
const at = (text: string): number => Date.parse(`${text}-03:00`);

describe('a grave fault with a fixed version', () => {
  test.each([
    ['2026-11-29T22:00', '2026-11-30T08:59', false],
    ['2026-11-29T22:00', '2026-11-30T09:00', true],
    ['2026-11-29T22:00', '2026-11-30T09:29', true],
    ['2026-11-29T22:00', '2026-11-30T09:30', false],
    // Again on the next day, for as long as it stands.
    ['2026-11-29T22:00', '2026-12-01T09:10', true],
    // Found during the day, it calls on that day.
    ['2026-11-30T14:20', '2026-11-30T14:20', true],
    ['2026-11-30T14:20', '2026-11-30T14:49', true],
    ['2026-11-30T14:20', '2026-11-30T14:50', false],
    ['2026-11-30T17:50', '2026-11-30T17:59', true],
    ['2026-11-30T17:50', '2026-11-30T18:00', false],
    ['2026-11-30T21:00', '2026-11-30T21:05', false],
    // Saturday, Sunday, and Christmas Day, a Friday.
    ['2026-11-01T09:00', '2026-11-28T09:10', false],
    ['2026-11-01T09:00', '2026-11-29T09:10', false],
    ['2026-11-01T09:00', '2026-12-25T09:10', false],
  ])('found at %s calls at %s: %s', (foundAt, now, calls) => {
    expect(isCalling(at(foundAt), at(now))).toBe(calls);
  });

  const grave: Fault = {
    advisory: 'GHSA-1',
    package: 'a',
    version: '1.0.0',
    severity: 'high',
    fixedIn: '1.0.1',
    foundAt: at('2026-11-29T08:00'),
    isOfRunning: true,
    ids: new Set(['GHSA-1']),
  };
  const nine = at('2026-11-30T09:10');
  test.each([
    ['high', {}, 'page'],
    ['critical', { severity: 'critical' }, 'page'],
    ['moderate', { severity: 'moderate' }, 'mail'],
    ['low', { severity: 'low' }, 'mail'],
    ['unknown', { severity: 'unknown' }, 'mail'],
    ['without a fixed version', { fixedIn: null }, 'mail'],
    ['in a list of another version', { isOfRunning: false }, 'mail'],
  ] as const)('level while it calls: %s', (_, changes, level) => {
    expect(levelOf({ ...grave, ...changes }, nine)).toBe(level);
  });
});

const images = createWatchedImages({
  tags: {
    'uptime-kuma': '2.5.6-rootless',
    nginx: '1.30.7-alpine',
    postgresql: '14.20',
    'argo-cd': null,
    restic: 'latest',
  },
  contents: {
    'uptime-kuma': { readFrom: '2.5.6', ecosystem: 'npm', packages: ['@scope/b@1.0.0', 'jsonata@2.1.1'] },
  },
});
const [kuma, nginx, restic, postgres, argocd] = images;
if (!kuma || !nginx || !restic || !postgres || !argocd) throw new Error('An image is missing.');
const found = (changes: Partial<Finding>): Finding => ({
  image: 'uptime-kuma',
  package: 'jsonata',
  version: '2.1.1',
  advisory: 'GHSA-1',
  aliases: [],
  severity: 'critical' as const,
  fixedIn: '2.2.1',
  foundAt: at('2026-11-29T08:00'),
  ...changes,
});
const linesAt = (
  now: number,
  state: { findings?: readonly Finding[]; newest?: string; accepted?: unknown[] },
) =>
  imageProblems(
    {
      images: [{ image: kuma, newest: state.newest ?? null, faults: faultsOf(kuma, state.findings ?? []) }],
      sources: [],
    },
    createAccepted(state.accepted ?? []),
    now,
  ).map(({ level, text }) => `${level} ${text}`);
const nine = at('2026-11-30T09:10');

describe('the lines', () => {
  test('one fault under several ids is one line, with the id people know and the gravest severity', () => {
    const findings = [
      found({ advisory: 'GO-2026-1', aliases: ['CVE-2026-1'], severity: 'unknown', fixedIn: '2.2.1' }),
      found({ advisory: 'CVE-2026-1', aliases: [], severity: 'high', fixedIn: null, foundAt: nine }),
      found({
        advisory: 'GHSA-1',
        aliases: ['CVE-2026-1'],
        severity: 'moderate',
        fixedIn: null,
        foundAt: nine,
      }),
    ];
    expect(linesAt(nine, { findings })).toEqual([
      'page Uptime Kuma 2.5.6: jsonata 2.1.1 tem GHSA-1 (alta), corrigida na 2.2.1: https://osv.dev/vulnerability/GHSA-1',
    ]);
  });

  test('what is no longer in the list is no fault of the image', () => {
    expect(linesAt(nine, { findings: [found({ version: '2.0.0' }), found({ image: 'nginx' })] })).toEqual([]);
  });

  test('less grave ones share a line, and so do those after the tenth', () => {
    const many = Array.from({ length: 12 }, (_, index) => found({ advisory: `GHSA-${10 + index}` }));
    expect(
      linesAt(nine, { findings: [...many, found({ severity: 'low', advisory: 'GHSA-9' })] }).at(-1),
    ).toBe('mail Uptime Kuma 2.5.6: 3 falhas conhecidas sem linha própria; veja "imagens"');
    expect(linesAt(nine, { findings: [found({ severity: 'low' })] })).toEqual([
      'mail Uptime Kuma 2.5.6: 1 falha conhecida menos grave; veja "imagens"',
    ]);
  });

  test('an accepted fault is silent until its day, and an exception without a fault asks to go', () => {
    const accepted = {
      image: 'uptime-kuma',
      advisory: 'CVE-2026-1',
      package: 'jsonata',
      reason: 'Não se alcança com o que um cliente escreve.',
      until: '2026-11-30',
    };
    const findings = [found({ aliases: ['CVE-2026-1'] })];
    expect(linesAt(nine, { findings, accepted: [accepted] })).toEqual([]);
    expect(linesAt(nine + DAY_MS, { findings, accepted: [accepted] })[0]).toMatch(
      /^page .*, a exceção venceu em 30\/11\/2026: https/,
    );
    expect(linesAt(nine, { accepted: [accepted] })).toEqual([
      'mail uptime-kuma: a exceção de CVE-2026-1 não é mais precisa',
    ]);
  });

  test('one fault in two packages is two lines: an exception for one of them hides no other', () => {
    const accepted = {
      image: 'uptime-kuma',
      advisory: 'GHSA-1',
      package: 'jsonata',
      reason: 'Não se alcança com o que um cliente escreve.',
      until: '2026-12-30',
    };
    const findings = [found({}), found({ package: '@scope/b', version: '1.0.0', fixedIn: '1.0.1' })];
    expect(linesAt(nine, { findings })).toHaveLength(2);
    expect(linesAt(nine, { findings, accepted: [accepted] })).toEqual([
      expect.stringMatching(/^page .*@scope\/b 1\.0\.0 tem GHSA-1 .*corrigida na 1\.0\.1/),
    ]);
  });

  test('packages of another version do not call, and are told of', () => {
    const stale = { ...kuma, readFrom: '2.5.3' };
    const lines = imageProblems(
      { images: [{ image: stale, newest: null, faults: faultsOf(stale, [found({})]) }], sources: [] },
      [],
      nine,
    );
    expect(lines.map(({ level, text }) => [level, text])).toEqual([
      ['mail', expect.stringContaining('corrigida na 2.2.1, pela lista da versão 2.5.3')],
      ['mail', expect.stringContaining('a lista dos pacotes é da versão 2.5.3, e roda a 2.5.6')],
    ]);
  });

  const versionLines = (image: typeof kuma, newest: string | null, now = nine) =>
    imageProblems({ images: [{ image, newest, faults: [] }], sources: [] }, [], now).map(({ text }) => text);

  test('a newer version upstream, a tag that moves, and a version nobody wrote', () => {
    expect(versionLines(kuma, '2.5.7')).toEqual(['Uptime Kuma 2.5.6: há a versão 2.5.7']);
    expect(versionLines(kuma, '2.5.6')).toEqual([]);
    expect(versionLines(kuma, '2.5.5')).toEqual([]);
    expect(versionLines(restic, null)).toEqual([
      'restic: a etiqueta latest não diz uma versão exata, e ninguém procura falhas nela',
    ]);
    expect(versionLines(argocd, null)[0]).toMatch(/^Argo CD: deploy\/versions\.json não diz/);
  });

  test('the end of a PostgreSQL is told half a year ahead, and for as long as it runs', () => {
    expect(versionLines(postgres, null, at('2026-04-01T12:00'))).toEqual([]);
    expect(versionLines(postgres, null, at('2026-06-01T12:00'))).toEqual([
      'PostgreSQL 14: recebe as últimas correções em 11/2026',
    ]);
    expect(versionLines(postgres, null, at('2026-12-01T12:00'))).toEqual([
      'PostgreSQL 14: não recebe mais correções desde 11/2026',
    ]);
  });

  test('a Go module has its major in its name, and a program its own packages', () => {
    expect(nginx.program).toEqual([{ ecosystem: 'Bitnami', name: 'nginx', version: '1.30.7' }]);
    const [, both] = createWatchedImages({ tags: { 'argo-cd': 'v3.2.1', keycloak: '26.7.3' }, contents: {} });
    expect(both?.program).toContainEqual({
      ecosystem: 'Go',
      name: 'github.com/argoproj/argo-cd/v3',
      version: '3.2.1',
    });
  });
});
