/** Makes one file of an environment's data to take along, in a thread of its own: the companion answers meanwhile. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import { writeDatabase } from './export-database.ts';
import { writeJson } from './export-json.ts';
import type { ExportFile } from './export-outgoing.ts';

/** @throws Error without leaving anything behind. */
export function writeExport(file: ExportFile): void {
  const { format, target } = file;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    if (format === 'json') writeJson(file);
    else writeDatabase(file);
  } catch (error) {
    for (const path of [target, `${target}.whole`, `${target}.whole-journal`]) rmSync(path, { force: true });
    throw error;
  }
}

if (!isMainThread && workerData?.exportFile !== undefined) writeExport(workerData.exportFile);
