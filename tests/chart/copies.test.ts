/**
 * An environment's copy and its way back: the chart's own scripts, a real restic with a repository in a folder, and files
 * as an instance writes them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { putBack, takeCopy } from '#companion/copies.ts';
import { projectRoot } from '#dev/project-root.ts';
import { testFolder } from '#tests/support/folders.ts';
import { createKumaDatabase, UP } from '#tests/support/kuma-database.ts';

const { restic } = inject('chartTools');
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 3);

let folder: string;
let volume: string;
/** The volume's two folders: the instance's, and the companion's. */
let data: string;
let records: string;
let copy: string;
beforeEach(() => {
  folder = testFolder();
  volume = join(folder, 'volume');
  [data, records] = [join(volume, 'instance'), join(volume, 'vigia')];
  copy = join(folder, 'copy');
  mkdirSync(records, { recursive: true });
  mkdirSync(join(data, 'upload'), { recursive: true });
});

const record = (name: string, value?: unknown): unknown => {
  const path = join(records, name);
  if (value !== undefined) writeFileSync(path, JSON.stringify(value));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : null;
};

/** An environment with monitors, a picture and records. */
function fill(monitors: number): void {
  const kuma = createKumaDatabase(join(data, 'kuma.db'));
  for (let number = 1; number <= monitors; number += 1) {
    const id = kuma.addMonitor({ name: `Loja ${number}` });
    for (let hour = 0; hour < 24; hour += 1) kuma.beat(id, START + hour * HOUR, UP, 80);
  }
  kuma.flush();
  kuma.database.exec('PRAGMA journal_mode = WAL');
  kuma.database.close();
  writeFileSync(join(data, 'upload/logo.png'), 'picture');
  record('administrator.json', { username: 'vigia', password: 'of the copy' });
  record('limits.json', { paused: [1] });
  record('admitted.json', { revision: 1, accounts: ['owner'] });
}

function read<T>(sql: string, path = join(data, 'kuma.db')): T[] {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare(sql).all() as T[];
}
const names = (path?: string): string[] =>
  read<{ name: string }>('SELECT name FROM monitor ORDER BY id', path).map(({ name }) => name);

describe('a copy', () => {
  test('is of one moment, while the instance writes', async () => {
    fill(3);
    const writer = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '-e',
      `const { DatabaseSync } = require('node:sqlite');
       const db = new DatabaseSync(${JSON.stringify(join(data, 'kuma.db'))}, { timeout: 60000 });
       const beat = db.prepare("INSERT INTO heartbeat (important, monitor_id, status, time, ping) VALUES (0, ?, 1, datetime(), 1)");
       // Two rows belong together: a copy that has one of them is no moment of the database.
       for (let first = true; ; first = false) {
         db.exec('BEGIN'); beat.run(1); beat.run(2); db.exec('COMMIT');
         if (first) console.log('writing');
       }`,
    ]);
    try {
      await once(writer.stdout, 'data');
      for (let times = 0; times < 5; times += 1) {
        expect(takeCopy(volume, copy)).toBe(3);
        const [row] = read<{ one: number; other: number }>(
          `SELECT SUM(monitor_id = 1) AS one, SUM(monitor_id = 2) AS other FROM heartbeat`,
          join(copy, 'instance/kuma.db'),
        );
        expect(row?.one).toBe(row?.other);
        expect(Number(row?.one)).toBeGreaterThan(1);
      }
    } finally {
      writer.kill('SIGKILL');
    }
  });

  test('has the instance’s pictures, and none of its links', () => {
    fill(1);
    symlinkSync('/etc/passwd', join(data, 'upload/link.png'));
    symlinkSync(records, join(data, 'docker-tls'));
    takeCopy(volume, copy);
    expect(readFileSync(join(copy, 'instance/upload/logo.png'), 'utf8')).toBe('picture');
    expect(readdirSync(join(copy, 'instance')).toSorted()).toEqual(['kuma.db', 'upload']);
    expect(readdirSync(join(copy, 'instance/upload'))).toEqual(['logo.png']);
  });

  test('of a damaged database is refused', () => {
    fill(1);
    const path = join(data, 'kuma.db');
    const bytes = readFileSync(path);
    bytes.fill(7, 4096, 40_960);
    writeFileSync(path, bytes);
    expect(() => takeCopy(volume, copy)).toThrow();
  });
});

describe('a copy put back', () => {
  /** The records as keep.sh adds them. */
  const withRecords = (): void => {
    takeCopy(volume, copy);
    cpSync(records, join(copy, 'vigia'), { recursive: true });
    rmSync(join(copy, 'vigia/admitted.json'));
  };
  const lose = (): void => {
    rmSync(join(data, 'kuma.db'), { force: true });
    createKumaDatabase(join(data, 'kuma.db')).database.close();
    record('administrator.json', { username: 'vigia', password: 'of now' });
    record('admitted.json', { revision: 9, accounts: ['owner', 'colleague'] });
  };

  test('is there with its history, and the list of now', () => {
    fill(3);
    withRecords();
    lose();
    expect(putBack(volume, copy, 'r-1')).toBe(true);
    expect(names()).toEqual(['Loja 1', 'Loja 2', 'Loja 3']);
    expect(read('SELECT COUNT(*) AS hours FROM stat_hourly')).toEqual([{ hours: 72 }]);
    expect(record('administrator.json')).toMatchObject({ password: 'of the copy' });
    expect(record('admitted.json')).toMatchObject({ revision: 9 });
    expect(record('restored.json')).toMatchObject({ id: 'r-1' });
  });

  test('once: a pod that starts again keeps what was written since', () => {
    fill(2);
    withRecords();
    putBack(volume, copy, 'r-1');
    using database = new DatabaseSync(join(data, 'kuma.db'));
    database.exec("INSERT INTO monitor (name, type, interval) VALUES ('Nova', 'http', 60)");
    database.close();
    expect(putBack(volume, copy, 'r-1')).toBe(false);
    expect(names()).toContain('Nova');
    expect(putBack(volume, copy, 'r-2')).toBe(true);
    expect(names()).not.toContain('Nova');
  });

  test('keeps what was there before, the last one only', () => {
    fill(1);
    withRecords();
    lose();
    putBack(volume, copy, 'r-1');
    expect(names(join(volume, 'before-restore/r-1/instance/kuma.db'))).toEqual([]);
    putBack(volume, copy, 'r-2');
    expect(existsSync(join(volume, 'before-restore/r-1'))).toBe(false);
    expect(names(join(volume, 'before-restore/r-2/instance/kuma.db'))).toEqual(['Loja 1']);
    // Beside both folders, of which one is the instance's.
    expect(readdirSync(volume).toSorted()).toEqual(['before-restore', 'instance', 'vigia']);
  });

  test.each([1, 2, 3, 4])('interrupted %i steps after its start ends the same when repeated', (done) => {
    fill(2);
    withRecords();
    lose();
    // What a kill leaves: some files moved beside, some of the copy already here.
    const before = join(volume, 'before-restore/r-1');
    mkdirSync(before, { recursive: true });
    const steps = [
      () => spawnSync('mv', [data, before]),
      // Half of the copy.
      () => cpSync(join(copy, 'instance/upload'), join(data, 'upload'), { recursive: true }),
      () => spawnSync('mv', [records, before]),
      () => spawnSync('cp', ['-r', join(copy, 'vigia'), volume]),
    ];
    for (const step of steps.slice(0, done)) step();
    expect(putBack(volume, copy, 'r-1')).toBe(true);
    expect(names()).toEqual(['Loja 1', 'Loja 2']);
    expect(names(join(before, 'instance/kuma.db'))).toEqual([]);
    expect(record('admitted.json')).toMatchObject({ revision: 9 });
  });

  test('that is damaged changes nothing', () => {
    fill(1);
    withRecords();
    const path = join(copy, 'instance/kuma.db');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 4096));
    expect(() => putBack(volume, copy, 'r-1')).toThrow();
    expect(names()).toEqual(['Loja 1']);
    expect(existsSync(join(volume, 'before-restore'))).toBe(false);
  });
});

describe.skipIf(restic === null)('with restic', () => {
  /** Runs one of the chart's scripts as its container does. */
  function script(name: string, variables: Record<string, string> = {}) {
    const { status, stderr } = spawnSync('sh', [join(projectRoot, 'deploy/tenant-chart/copies', name)], {
      encoding: 'utf8',
      env: {
        PATH: `${dirname(restic ?? '')}:${process.env['PATH']}`,
        HOME: folder,
        VOLUME: volume,
        COPY_DIR: copy,
        NAME: 't-0a1b',
        RESTIC_REPOSITORY: join(folder, 'repository/t-0a1b'),
        RESTIC_PASSWORD: 'secret',
        RESTIC_CACHE_DIR: join(folder, 'cache'),
        KEEP_DAILY: '7',
        KEEP_WEEKLY: '4',
        ...variables,
      },
    });
    return { status, stderr };
  }
  const keep = (variables?: Record<string, string>) => {
    takeCopy(volume, copy);
    return script('keep.sh', variables);
  };
  const fetchCopy = (snapshot = 'latest', id = 'r-1') =>
    script('fetch.sh', { RESTORE_ID: id, SNAPSHOT: snapshot });

  test('a lost volume comes back from its newest copy', () => {
    fill(3);
    expect(keep()).toMatchObject({ status: 0 });
    expect(record('copies.json')).toMatchObject({ at: expect.any(Number), snapshot: expect.any(String) });
    // What is about now is in no copy: not who may enter, and not when it was copied.
    expect(readdirSync(join(copy, 'vigia')).toSorted()).toEqual(['administrator.json', 'limits.json']);
    rmSync(volume, { recursive: true });
    rmSync(copy, { recursive: true });
    mkdirSync(volume);
    expect(fetchCopy()).toMatchObject({ status: 0 });
    expect(putBack(volume, copy, 'r-1')).toBe(true);
    expect(names()).toEqual(['Loja 1', 'Loja 2', 'Loja 3']);
    expect(readFileSync(join(data, 'upload/logo.png'), 'utf8')).toBe('picture');
    expect(record('administrator.json')).toMatchObject({ password: 'of the copy' });
    // The next start fetches nothing.
    expect(fetchCopy('no-such-copy')).toMatchObject({ status: 0 });
  });

  test('copies of a day are all kept, and nothing in the store is readable', () => {
    fill(1);
    for (let times = 0; times < 2; times += 1) expect(keep()).toMatchObject({ status: 0 });
    const { stdout } = spawnSync(restic ?? '', ['snapshots', '--json'], {
      encoding: 'utf8',
      env: {
        HOME: folder,
        RESTIC_REPOSITORY: join(folder, 'repository/t-0a1b'),
        RESTIC_PASSWORD: 'secret',
        RESTIC_CACHE_DIR: join(folder, 'cache'),
      },
    });
    const kept = JSON.parse(stdout) as { id: string }[];
    expect(kept).toHaveLength(2);
    // restic names a copy by the beginning of its id.
    const { snapshot } = record('copies.json') as { snapshot: string };
    expect(kept.map(({ id }) => id.slice(0, snapshot.length))).toContain(snapshot);
    const found = spawnSync('grep', ['-rl', 'Loja', join(folder, 'repository')]);
    expect(found.status).toBe(1);
  });

  test('without a copy, or with another password, the environment does not start', () => {
    fill(1);
    expect(fetchCopy().status).not.toBe(0);
    keep();
    rmSync(copy, { recursive: true });
    expect(
      script('fetch.sh', { RESTORE_ID: 'r-1', SNAPSHOT: 'latest', RESTIC_PASSWORD: 'other' }).status,
    ).not.toBe(0);
    expect(existsSync(copy)).toBe(false);
  });
});
