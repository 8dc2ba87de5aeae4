/**
 * What the articles say about alerts and groups, done on the tables of an instance and read by the companion's own
 * reader: who follows an article is told of a fall.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { look } from '#companion/alert-comparison.ts';
import { levelOf } from '#companion/alert-levels.ts';
import { readUntold } from '#companion/alert-monitors.ts';
import { readWatched } from '#companion/alert-reading.ts';
import { type AlertRecord, readAlertRecord } from '#companion/alert-record.ts';
import { reading } from '#companion/database.ts';
import { type InstanceDatabase, openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import type { AlertLine } from '#domain/alerts/lines.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import type { ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import { testFolder } from '#tests/support/folders.ts';

const NOW = Date.parse('2026-11-26T06:13:00Z');
const names = ['Loja', 'API', 'Blog', ...Array.from({ length: 7 }, (_, at) => `Site ${at + 4}`)];
const ids = names.map((_, at) => at + 1);
const GROUP = 11;

let instance: InstanceDatabase;
/** Ids of "Avisos da Vigia" and of a channel of the customer's own. */
let own: number;
let slack: number;

beforeEach(() => {
  instance = openInstanceDatabase(join(testFolder(), 'kuma.db'));
  const group: Monitor[] = monitorsOf(['group']).map((row) => ({ ...row, id: GROUP, name: 'Servidor' }));
  instance.mirror([
    ...group,
    ...monitorsOf(ids.map(() => 'http')).map((row, at) => ({ ...row, name: names[at] ?? '', parent: GROUP })),
  ]);
  own = instance.channels.add({ name: 'Avisos da Vigia' });
  slack = instance.channels.add({ name: 'Slack' });
  for (const id of [GROUP, ...ids]) instance.beat(id, { status: UP, message: '', ping: 80 }, NOW - 60_000);
});
afterEach(() => instance.close());

/** Everything that the companion sees of the instance, as monitors that were all up a minute ago. */
function looked(record: AlertRecord, at: number): AlertRecord {
  return reading(instance.path, (reader) => {
    const around = {
      channel: own,
      seen: new Set<string>(),
      limited: new Set<number>(),
      windows: new Set<number>(),
    };
    const moment = { now: at, startedAt: NOW - 3_600_000, deaf: null, isDeaf: false };
    const { change } = look(reader, record, readWatched(reader, around), {
      ...moment,
      away: null,
      isWhole: true,
    });
    return { ...record, ...change };
  });
}

/** The server of all ten goes down, and with them their group. */
function letServerFall(): readonly ReportedLevel[] {
  const before = looked(readAlertRecord(null), NOW - 30_000);
  for (const id of [...ids, GROUP]) instance.beat(id, { status: DOWN, message: 'timeout', ping: null }, NOW);
  return Object.values(looked(before, NOW).monitors)
    .map(levelOf)
    .filter(({ state }) => state === 'down');
}

/** Subject of the one message that these levels become. */
function subjectOf(levels: readonly ReportedLevel[]): string {
  const lines = levels.map(
    (level): AlertLine => ({
      ...level,
      what: 'fell',
      look: null,
      receivedAt: NOW,
      isNews: true,
    }),
  );
  return writeAlert({ lines, share: null, mayBeOurs: false }, 'America/Sao_Paulo', NOW + 5_000).subject;
}

const untold = (): string[] => readUntold(instance.path, own).map(({ name }: { name: string }) => name);
const put = (monitors: readonly number[], channels: readonly number[]): void => {
  for (const id of monitors) instance.channels.set(id, channels);
};

interface Recipe {
  readonly article: string;
  /** As the article says it. */
  readonly says: string;
  readonly follow: () => void;
}
const recipes: readonly Recipe[] = [
  {
    article: 'alert-setup',
    says: 'O canal **Avisos da Vigia** fica em cada monitor; em um [grupo](/docs/advanced-monitoring#junte-em-grupos) ele não avisa de nada',
    follow: () => put(ids, [own]),
  },
  {
    article: 'alert-setup',
    says: 'Os seus outros canais podem ficar nos monitores **ou** no grupo',
    follow: () => put(ids, [own, slack]),
  },
  {
    article: 'alert-setup',
    says: 'Deixe os **Avisos da Vigia** em cada um: o que cai nos mesmos segundos vem em uma mensagem só, como “10 monitores fora do ar: Loja, API, Blog, mais 7”',
    follow: () => put(ids, [own]),
  },
  {
    article: 'alert-setup',
    says: 'ligue esse canal só no grupo, sem tirar dos dez os Avisos da Vigia',
    follow() {
      put(ids, [own]);
      put([GROUP], [slack]);
    },
  },
  {
    article: 'advanced-monitoring',
    says: 'Deixe os [**Avisos da Vigia**](/docs/alert-setup) em cada monitor: o que cai junto já vem em uma mensagem só, e em um grupo esse canal não avisa de nada',
    follow: () => put(ids, [own]),
  },
  {
    article: 'advanced-monitoring',
    says: 'Um canal seu pode ficar nos monitores **ou** no grupo',
    follow() {
      put(ids, [own]);
      put([GROUP], [slack]);
    },
  },
];

const folder = 'content/docs';
const textOf = (article: string): string => readFileSync(join(folder, `${article}.mdx`), 'utf8');

describe.each(recipes)('$article: “$says”', ({ article, says, follow }) => {
  test('is what the article says', () => {
    expect(textOf(article)).toContain(says);
  });

  test('tells the fall of all ten in one message, and leaves none untold', () => {
    follow();
    expect(untold()).toEqual([]);
    const told = letServerFall();
    expect(told.map(({ monitor }) => monitor.name)).toEqual(names);
    expect(subjectOf(told)).toBe('10 monitores fora do ar: Loja, API, Blog, mais 7');
  });
});

test('only on the group, our channel tells nothing, and all ten are named as untold', () => {
  put([GROUP], [own]);
  expect(untold()).toEqual(names);
  expect(letServerFall()).toEqual([]);
});

test('on both, our channel tells each fall once', () => {
  put([GROUP, ...ids], [own]);
  expect(letServerFall()).toHaveLength(10);
});

test('no other paragraph of an article says where to switch alerts on with groups', () => {
  const articles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mdx'),
  );
  const found = articles.flatMap((name) => {
    const article = name.replace(/\.mdx$/, '');
    return textOf(article)
      .split('\n')
      .filter((line) => /lig(?:ue|ado|ada)|deixe|podem? ficar/i.test(line))
      .filter((line) => /grupo/i.test(line) && /canal|canais|avisos/i.test(line))
      .map((line) => [article, line] as const);
  });
  const unknown = found.filter(
    ([article, line]) =>
      !recipes.some((recipe) => recipe.article === article && line.includes(recipe.says)) &&
      !harmless.some((part) => line.includes(part)),
  );
  expect(unknown).toEqual([]);
});

/** Sentences that name both and give no such advice. */
const harmless = [
  'os [avisos da Vigia](/docs/alert-setup) são ligados a cada monitor',
  'Como um canal seu avisa uma vez só pelo grupo está em',
  'cause="Um canal seu está ligado no monitor e no grupo',
];
