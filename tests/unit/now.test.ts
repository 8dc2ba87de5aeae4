/** What "Agora" says of monitors and of everything together, as a table. */
import { describe, expect, test } from 'vitest';
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import { headlineOf } from '#domain/now/headline.ts';
import { type StandingKind, standingOf } from '#domain/now/standing.ts';
import { beatsWords, sinceOf, standingWords, whyDown } from '#domain/now/words.ts';

/** 3h12 in São Paulo is `SINCE`; it is read at 3h40. */
const SINCE = Date.parse('2026-11-26T06:12:00Z');
const NOW = Date.parse('2026-11-26T06:40:00Z');

const monitor = (more: Partial<NowMonitor> = {}): NowMonitor => ({
  ...{ id: 1, createdAt: 1, name: 'Loja', address: null, group: null, state: 'up', since: SINCE },
  ...{ reason: null, doubt: null, doubtSince: null, checkedAt: NOW - 30_000, interval: 60 },
  ...{ message: '', cause: null, signAt: null, fall: null, seen: null, beats: 'uuu', ping: 80 },
  ...more,
});
const down = monitor({ state: 'down', beats: 'ud', ping: null });
const unchecked = { doubt: 'unchecked', doubtSince: SINCE, checkedAt: SINCE } as const;
const fresh = { state: 'new', since: NOW - 60_000, checkedAt: null, beats: '' } as const;
const detached = { state: 'outside', reason: 'detached' } as const;

const cases: readonly [name: string, Partial<NowMonitor>, StandingKind, words: string][] = [
  ['up', {}, 'up', 'No ar desde 3h12'],
  ['down', { state: 'down' }, 'down', 'Fora do ar desde 3h12'],
  ['down, and nobody knows now', { state: 'down', doubt: 'pending' }, 'down', 'Fora do ar desde 3h12'],
  ['without a current check', unchecked, 'unchecked', 'Sem checagem desde 3h12'],
  [
    'down without a current check',
    { ...unchecked, state: 'down', doubtSince: NOW - 60_000 },
    'unchecked',
    'Sem checagem desde 3h39, estava fora do ar desde 3h12',
  ],
  [
    'never checked, for long',
    { ...fresh, doubt: 'unchecked', doubtSince: SINCE, since: SINCE },
    'unchecked',
    'Sem checagem ainda nenhuma',
  ],
  [
    'new, its first check may still come',
    { ...fresh, doubt: 'unchecked', doubtSince: fresh.since },
    'waiting',
    'À espera da primeira checagem',
  ],
  ['a failed check is being repeated', { beats: 'uup' }, 'retried', 'Em nova tentativa'],
  ['the instance does not know yet', { doubt: 'pending', doubtSince: SINCE }, 'retried', 'Em nova tentativa'],
  ['in maintenance', { doubt: 'maintenance', doubtSince: SINCE }, 'maintenance', 'Em manutenção desde 3h12'],
  [
    'down when the maintenance began',
    { state: 'down', doubt: 'maintenance', doubtSince: NOW - 60_000 },
    'maintenance',
    'Em manutenção desde 3h39, estava fora do ar desde 3h12',
  ],
  ['paused', { state: 'outside', reason: 'paused' }, 'paused', 'Pausado desde 3h12'],
  [
    'paused by us',
    { state: 'outside', reason: 'limit' },
    'paused',
    'Pausado desde 3h12, acima do limite do plano',
  ],
  ['without our channel, up', detached, 'up', 'No ar sem os nossos avisos'],
  ['without our channel, down', { ...detached, beats: 'ud' }, 'down', 'Fora do ar sem os nossos avisos'],
  [
    'without our channel, its newest check is old',
    { ...detached, checkedAt: SINCE },
    'unchecked',
    'Sem checagem desde 3h12, sem os nossos avisos',
  ],
  [
    'the whole channel is gone, never checked',
    { state: 'outside', reason: 'channel', checkedAt: null, beats: '' },
    'unchecked',
    'Sem checagem ainda nenhuma, sem os nossos avisos',
  ],
];

const sayOf = (each: NowMonitor, isCurrent: boolean): string => {
  const standing = standingOf(each, isCurrent, NOW);
  return `${standingWords[standing.kind].word} ${sinceOf(standing, NOW)}`.trim();
};

describe('a monitor', () => {
  test.each(cases)('%s', (_name, more, kind, words) => {
    expect([standingOf(monitor(more), true, NOW).kind, sayOf(monitor(more), true)]).toEqual([kind, words]);
  });

  test.each(cases)('of a silent environment is never “no ar”: %s', (_name, more) => {
    const { kind } = standingOf(monitor(more), false, NOW);
    expect(['unknown', 'paused']).toContain(kind);
    expect(sayOf(monitor(more), false)).not.toMatch(/^No ar/);
  });

  test('of a silent environment says that it was down', () => {
    expect(sayOf(down, false)).toBe('Sem notícia estava fora do ar desde 3h12');
  });
});

const read = (monitors: readonly NowMonitor[], more: Partial<Now> = {}): Now => ({
  ...{ tenant: 'padaria', url: 'https://padaria.example', role: 'owner', state: 'active', heardAt: NOW },
  ...{ isCurrent: true, monitors: [...monitors] },
  ...more,
});
const all = (count: number, more: Partial<NowMonitor>): NowMonitor[] =>
  Array.from({ length: count }, (_, index) => monitor({ ...more, id: index + 1 }));

describe('the headline', () => {
  const paused = monitor({ state: 'outside', reason: 'paused' });
  const silent = { isCurrent: false, heardAt: SINCE };
  test.each<[name: string, Now, tone: string, words: string, more: string[]]>([
    ['all up', read(all(3, {})), 'up', 'Tudo no ar', []],
    ['all that runs is up', read([monitor(), paused, paused]), 'up', 'Tudo no ar', ['2 pausados']],
    ['one down', read([monitor(), down]), 'down', '1 fora do ar desde 3h12', []],
    [
      'one down since yesterday',
      read([monitor({ state: 'down', since: SINCE - 86_400_000 })]),
      'down',
      '1 fora do ar desde 3h12 de 25/11',
      [],
    ],
    ['several down', read(all(3, { state: 'down' })), 'down', '3 fora do ar', []],
    [
      'one down without our channel',
      read([monitor({ ...detached, beats: 'd' })]),
      'down',
      '1 fora do ar',
      [],
    ],
    [
      'down, and something else',
      read([down, monitor(unchecked), monitor({ doubt: 'maintenance' }), paused]),
      'down',
      '1 fora do ar desde 3h12',
      ['1 sem checagem', '1 em manutenção', '1 pausado'],
    ],
    [
      'one without a check',
      read([monitor(), monitor(unchecked)]),
      'warning',
      '1 sem checagem desde 3h12',
      [],
    ],
    [
      'never checked',
      read([monitor({ ...unchecked, checkedAt: null, state: 'new', since: 1 })]),
      'warning',
      '1 sem checagem',
      [],
    ],
    [
      'some in a retry',
      read([monitor(), monitor({ beats: 'p' })]),
      'up',
      '1 de 2 no ar',
      ['1 em nova tentativa'],
    ],
    ['all in maintenance', read(all(2, { doubt: 'maintenance' })), 'maintenance', 'Em manutenção', []],
    ['the first one is new', read([monitor(fresh)]), 'neutral', 'À espera da primeira checagem', []],
    ['all paused', read([paused, paused]), 'neutral', 'Tudo pausado', []],
    ['none', read([]), 'neutral', 'Nenhum monitor ainda', []],
    ['silent', read([monitor()], silent), 'warning', 'Sem notícia desde 3h12', []],
    [
      'silent, and something was down',
      read([down, down], silent),
      'warning',
      'Sem notícia desde 3h12',
      ['2 estavam fora do ar'],
    ],
    ['never heard', read([], { isCurrent: false, heardAt: null }), 'neutral', 'Ainda sem notícia', []],
    [
      'suspended',
      read([], { ...silent, state: 'suspended' }),
      'neutral',
      'Suspenso: nada está sendo vigiado',
      [],
    ],
    ['ended', read([], { ...silent, state: 'ended' }), 'neutral', 'Encerrado: nada está sendo vigiado', []],
  ])('%s', (_name, now, tone, words, more) => {
    expect(headlineOf(now, NOW)).toEqual({ tone, words, more });
  });
});

test('a fall is said with its cause, or with the last sign', () => {
  const fell = { message: 'connect ECONNREFUSED', cause: null, signAt: null };
  expect(whyDown({ ...fell, cause: 'recusou a conexão' }, NOW)).toBe('recusou a conexão');
  expect(whyDown(fell, NOW)).toBe('connect ECONNREFUSED');
  expect(whyDown({ ...fell, message: '', signAt: SINCE }, NOW)).toBe('não deu sinal desde 3h12');
});

test('a strip of checks is described', () => {
  expect(beatsWords('uudmp')).toBe(
    'Últimas 5 checagens: 2 no ar, 1 fora, 1 em nova tentativa, 1 em manutenção',
  );
  expect(beatsWords('u')).toBe('Última checagem: 1 no ar');
  expect(beatsWords('')).toBe('Nenhuma checagem para mostrar');
});
