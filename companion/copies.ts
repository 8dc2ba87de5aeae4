/**
 * Copies the environment's files consistently while the instance writes, and puts a copy back (docs/worst-day.md).
 *
 * The volume has two folders: `instance`, and `vigia` with the companion's records, which no container has that runs what
 * a customer configures. A copy has the same two. Runs in pods of its own beside restic (companion.ts): before a copy is
 * kept, and after one was fetched. Does not own: where copies are kept, and the records
 * in them (copies/keep.sh, copies/fetch.sh).
 */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { VolumeCopies } from './contract.ts';
import { reading } from './database.ts';
import { logLine } from './log.ts';
import { parsedOrNull, readTextOrNull, writeRecord } from './record-file.ts';

const DATABASE = 'kuma.db';
const INSTANCE = 'instance';
const RECORDS = 'vigia';
/** Folders and files of the instance; a screenshot is made again by the next check. */
const KEPT = ['db-config.json', 'upload', 'docker-tls'];
/** Records that are about now: who may enter, and the copies themselves. */
const OF_NOW = ['admitted.json', 'copies.json', 'restored.json'];
/** What was there before a copy was put back; the last one only. */
const BEFORE = 'before-restore';

/** @throws Error when a database is damaged. */
const requireSound = (path: string): number =>
  reading(path, ({ all, get }) => {
    const [verdict] = all<{ integrity_check: string }>('PRAGMA integrity_check');
    if (verdict?.integrity_check !== 'ok')
      throw new Error(`the database is damaged: ${verdict?.integrity_check}`);
    return get<{ monitors: number }>('SELECT COUNT(*) AS monitors FROM monitor')?.monitors ?? 0;
  });

/**
 * Copies a database into a new file. VACUUM INTO reads one moment of it, whatever is written meanwhile
 * (sqlite.org/lang_vacuum.html).
 */
export function vacuumInto(source: string, target: string): void {
  rmSync(target, { force: true });
  const database = new DatabaseSync(source, { readOnly: true, timeout: 60_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/** The instance makes no links: one in its folder could lead the copy to files outside of it. */
const isNoLink = (source: string): boolean => !lstatSync(source).isSymbolicLink();

/** Writes the instance's part of a copy into an empty folder. Returns its number of monitors. */
export function takeCopy(volume: string, copyDir: string): number {
  const [data, target] = [join(volume, INSTANCE), join(copyDir, INSTANCE)];
  mkdirSync(target, { recursive: true });
  const path = join(target, DATABASE);
  vacuumInto(join(data, DATABASE), path);
  const monitors = requireSound(path);
  for (const name of KEPT)
    if (existsSync(join(data, name)))
      cpSync(join(data, name), join(target, name), { recursive: true, filter: isNoLink });
  return monitors;
}

/**
 * Replaces the volume's folders by a copy's; the instance does not run. Safe to repeat at any point: everything is first
 * moved beside, and a restore that is done is not done again.
 *
 * @returns False when this restore was done before.
 */
export function putBack(volume: string, copyDir: string, id: string): boolean {
  const records = join(volume, RECORDS);
  if (readCopies(records).restored === id) return false;
  const monitors = requireSound(join(copyDir, INSTANCE, DATABASE));
  const before = join(volume, BEFORE, id);
  mkdirSync(before, { recursive: true, mode: 0o700 });
  for (const other of readdirSync(join(volume, BEFORE)))
    if (other !== id) rmSync(join(volume, BEFORE, other), { recursive: true });
  for (const name of [INSTANCE, RECORDS]) {
    const present = join(volume, name);
    // After a kill the copy may already be here, or half of it; what was moved first is what was there before.
    if (existsSync(join(before, name))) rmSync(present, { recursive: true, force: true });
    else if (existsSync(present)) renameSync(present, join(before, name));
    if (existsSync(join(copyDir, name))) cpSync(join(copyDir, name), present, { recursive: true });
  }
  mkdirSync(records, { recursive: true, mode: 0o700 });
  for (const name of OF_NOW) {
    const kept = join(before, RECORDS, name);
    if (existsSync(kept)) cpSync(kept, join(records, name));
  }
  writeRecord(join(records, 'restored.json'), { id, at: Date.now() });
  logLine({ event: 'copy-put-back', id, monitors });
  return true;
}

const Kept = z.pick(VolumeCopies, { at: true, snapshot: true });
const Restored = z.object({ id: z.string(), at: z.number() });

const readOwn = (records: string, name: string): unknown =>
  parsedOrNull(readTextOrNull(join(records, name)) ?? 'null');

/**
 * Which restore was done last, and when; `null` for none.
 * @param records The folder of the companion's records.
 */
export const readRestored = (records: string): z.output<typeof Restored> | null =>
  Restored.safeParse(readOwn(records, 'restored.json')).data ?? null;

/**
 * When the last copy was kept, with its id at restic, and which restore was done last.
 * @param records The folder of the companion's records.
 */
export function readCopies(records: string): VolumeCopies {
  const kept = Kept.safeParse(readOwn(records, 'copies.json')).data ?? { at: null, snapshot: null };
  return { ...kept, restored: readRestored(records)?.id ?? null };
}
