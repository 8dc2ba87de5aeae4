/** Makes one file of an environment's data to take along, in a thread of its own: the companion answers meanwhile. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import type { ExportOptions } from './contract.ts';
import { writeDatabase } from './export-database.ts';
import { writeJson } from './export-json.ts';

/** A file to make. JSON never has the history. */
export interface ExportFile extends ExportOptions {
  /** The instance's `kuma.db`, and its version. */
  readonly database: string;
  readonly version: string;
  readonly target: string;
}

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
