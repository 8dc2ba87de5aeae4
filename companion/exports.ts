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
import { type ExportOptions, exportTypes } from './contract.ts';
import type { ExportFile } from './export-outgoing.ts';
import { readVolume } from './state.ts';

/** The copy is written twice (export-database.ts); what stays free is the instance's. */
const COPIES = 2;
const KEPT_FREE_BYTES = 64 * 1024 * 1024;

/** No file is made now: `busy`, or the volume is too `full`. */
export class NoExport extends Error {
  readonly reason: 'busy' | 'full';
  constructor(reason: 'busy' | 'full') {
    super(reason);
    this.reason = reason;
  }
}

/** What the thread runs: export-file.ts, which in the chart is part of the one file. */
const program = new URL(import.meta.url.endsWith('.mjs') ? '' : './export-file.ts', import.meta.url);

/** Makes a file in a thread of its own: the companion answers meanwhile. */
const inThread = (exportFile: ExportFile) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: { exportFile } });
    worker.once('error', reject);
    worker.once('exit', resolve);
  });

/** @param options `folder` is on the database's volume, of the companion alone, and removed after each file. */
export function createExports({
  database,
  folder,
  version,
  freeBytes = () => readFree(dirname(database)),
}: {
  database: string;
  folder: string;
  version: string;
  freeBytes?: () => Promise<number>;
}) {
  // What an interrupted start was making.
  rmSync(folder, { recursive: true, force: true });
  let isBusy = false;

  async function make(options: ExportOptions) {
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
     * The stream closes the file.
     * @throws NoExport; Error while the instance has not made its database.
     */
    async open(options: ExportOptions) {
      if (isBusy) throw new NoExport('busy');
      isBusy = true;
      try {
        const file = await make(options);
        const { size: bytes } = await file.stat();
        return { type: exportTypes[options.format], bytes, stream: file.createReadStream() };
      } finally {
        isBusy = false;
      }
    },
  };
}

export type Exports = ReturnType<typeof createExports>;

async function readFree(folder: string): Promise<number> {
  const { usedBytes, totalBytes } = await readVolume(folder);
  return totalBytes - usedBytes;
}
