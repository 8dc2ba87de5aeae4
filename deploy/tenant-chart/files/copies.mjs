/**
 * Copies the environment's files consistently while the instance writes, and puts a copy back (docs/worst-day.md).
 *
 * Runs in pods of its own beside restic: `node copies.mjs take` before a copy is kept, `node copies.mjs put-back ID` after
 * one was fetched. Does not own: where copies are kept (copies/keep.sh, copies/fetch.sh).
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { logLine } from './log.mjs';
import { parsedOrNull, writeRecord } from './record-file.mjs';

const DATABASE = 'kuma.db';
/** Folders and files of the instance and the companion; a screenshot is made again by the next check. */
const KEPT = ['db-config.json', 'upload', 'docker-tls', 'vigia'];
/** Records that are about now: who may enter, and the copies themselves. */
const OF_NOW = ['admitted.json', 'copies.json', 'restored.json'];
/** What was there before a copy was put back; the last one only. */
const BEFORE = 'before-restore';

/** @throws Error when a database is damaged. */
function requireSound(path) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const [{ integrity_check: verdict }] = database.prepare('PRAGMA integrity_check').all();
    if (verdict !== 'ok') throw new Error(`the database is damaged: ${verdict}`);
    const [{ monitors }] = database.prepare('SELECT COUNT(*) AS monitors FROM monitor').all();
    return monitors;
  } finally {
    database.close();
  }
}

/**
 * Copies a database into a new file. VACUUM INTO reads one moment of it, whatever is written meanwhile
 * (sqlite.org/lang_vacuum.html).
 */
export function vacuumInto(source, target) {
  rmSync(target, { force: true });
  const database = new DatabaseSync(source, { readOnly: true, timeout: 60_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/** Writes a copy into an empty folder. */
export function takeCopy(dataDir, copyDir) {
  mkdirSync(copyDir, { recursive: true });
  const path = join(copyDir, DATABASE);
  vacuumInto(join(dataDir, DATABASE), path);
  const monitors = requireSound(path);
  for (const name of KEPT) {
    if (!existsSync(join(dataDir, name))) continue;
    cpSync(join(dataDir, name), join(copyDir, name), {
      recursive: true,
      filter: (source) => !OF_NOW.includes(source.split('/').at(-1)),
    });
  }
  return monitors;
}

/**
 * Replaces the environment's files by a copy; the instance does not run. Safe to repeat at any point: everything is first
 * moved beside, and a restore that is done is not done again.
 *
 * @returns False when this restore was done before.
 */
export function putBack(dataDir, copyDir, id) {
  if (readCopies(dataDir).restored === id) return false;
  const monitors = requireSound(join(copyDir, DATABASE));
  const before = join(dataDir, BEFORE, id);
  mkdirSync(before, { recursive: true, mode: 0o700 });
  for (const other of readdirSync(join(dataDir, BEFORE)))
    if (other !== id) rmSync(join(dataDir, BEFORE, other), { recursive: true });
  // With the database's journal, which belongs to the old one.
  const present = readdirSync(dataDir).filter((name) => name !== BEFORE && name !== 'lost+found');
  for (const name of present) {
    // After a kill the rest of the copy may already be here; what was moved first is what was there before.
    if (existsSync(join(before, name))) rmSync(join(dataDir, name), { recursive: true });
    else renameSync(join(dataDir, name), join(before, name));
  }
  cpSync(copyDir, dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'vigia'), { recursive: true, mode: 0o700 });
  for (const name of OF_NOW) {
    const kept = join(before, 'vigia', name);
    if (existsSync(kept)) cpSync(kept, join(dataDir, 'vigia', name));
  }
  writeRecord(join(dataDir, 'vigia/restored.json'), { id, at: Date.now() });
  logLine({ event: 'copy-put-back', id, monitors });
  return true;
}

/** When the last copy was kept, with its id at restic, and which restore was done last; milliseconds, UTC, `null` for never. */
export function readCopies(dataDir) {
  const read = (name) => parsedOrNull(readTextOrNull(join(dataDir, 'vigia', name)) ?? 'null');
  const { at = null, snapshot = null } = read('copies.json') ?? {};
  return { at, snapshot, restored: read('restored.json')?.id ?? null };
}

function readTextOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , work, id] = process.argv;
  const { DATA_DIR, COPY_DIR } = process.env;
  if (work === 'take') logLine({ event: 'copy-taken', monitors: takeCopy(DATA_DIR, COPY_DIR) });
  else if (work === 'put-back') putBack(DATA_DIR, COPY_DIR, id);
  else throw new Error(`unknown work: ${work}`);
}
