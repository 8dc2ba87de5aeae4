/**
 * Hands out an environment's data as one file: JSON, or a `kuma.db` for an own Uptime Kuma.
 *
 * The file is made on the volume, removed as soon as it is open, and streamed from there: nothing is left, also when the
 * connection breaks or the companion is killed while it is sent. It is made in the companion's own folder: in the
 * instance's, a link put in its place would be streamed instead.
 */
import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readVolume } from './state.mjs';

/** The copy is written twice (export-database.mjs); what stays free is the instance's. */
const COPIES = 2;
const KEPT_FREE_BYTES = 64 * 1024 * 1024;

const types = { json: 'application/json', db: 'application/vnd.sqlite3' };

/** The options in the query; `null` for invalid ones. */
export function exportOptionsOf(parameters) {
  const [format, secrets, history] = ['format', 'secrets', 'history'].map((name) => parameters.get(name));
  const isValid =
    Object.hasOwn(types, format ?? '') && [secrets, history].every((each) => /^[01]$/.test(each ?? ''));
  return isValid ? { format, secrets: secrets === '1', history: history === '1' } : null;
}

/** No file is made now: `busy`, or the volume is too `full`. */
export class NoExport extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

const inThread = (exportFile) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./export-file.mjs', import.meta.url), { workerData: { exportFile } });
    worker.once('error', reject);
    worker.once('exit', resolve);
  });

/**
 * @param {{ database: string, folder: string, version: string, freeBytes?: () => Promise<number> }} options `folder` is on
 *   the database's volume, of the companion alone, and removed after each file.
 */
export function createExports({ database, folder, version, freeBytes = () => readFree(dirname(database)) }) {
  // What an interrupted start was making.
  rmSync(folder, { recursive: true, force: true });
  let isBusy = false;

  async function make(options) {
    const bytes =
      statSync(database).size + (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    if (options.format === 'db' && (await freeBytes()) < bytes * COPIES + KEPT_FREE_BYTES)
      throw new NoExport('full');
    const target = join(folder, `file.${options.format}`);
    await inThread({ ...options, database, version, target });
    const file = await open(target);
    rmSync(folder, { recursive: true });
    return file;
  }

  return {
    /**
     * @param {NonNullable<ReturnType<typeof exportOptionsOf>>} options
     * @returns {Promise<{ type: string, bytes: number, stream: import('node:fs').ReadStream }>} The stream closes the file.
     * @throws NoExport; Error while the instance has not made its database.
     */
    async open(options) {
      if (isBusy) throw new NoExport('busy');
      isBusy = true;
      try {
        const file = await make(options);
        const { size: bytes } = await file.stat();
        return { type: types[options.format], bytes, stream: file.createReadStream() };
      } finally {
        isBusy = false;
      }
    },
  };
}

async function readFree(folder) {
  const { usedBytes, totalBytes } = await readVolume(folder);
  return totalBytes - usedBytes;
}
