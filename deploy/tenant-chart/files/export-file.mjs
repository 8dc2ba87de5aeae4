/** Makes one file of an environment's data to take along, in a thread of its own: the companion answers meanwhile. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import { writeDatabase } from './export-database.mjs';
import { writeJson } from './export-json.mjs';

/**
 * @param {{ database: string, target: string, version: string, format: 'json' | 'db', secrets: boolean,
 *   history: boolean }} options JSON never has the history.
 * @throws Error without leaving anything behind.
 */
export function writeExport(options) {
  const { format, target } = options;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    if (format === 'json') writeJson(options);
    else writeDatabase(options);
  } catch (error) {
    for (const path of [target, `${target}.whole`, `${target}.whole-journal`]) rmSync(path, { force: true });
    throw error;
  }
}

if (!isMainThread && workerData?.exportFile !== undefined) writeExport(workerData.exportFile);
