/**
 * Small JSON files in the companion's own folder of the environment's volume, which survive restarts. The instance's
 * container does not have that folder: its processes run what a customer configures, under the same user.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';
import { type Log, logLine } from './log.ts';

/** Where something is remembered. */
export interface Kept<T> {
  read(): T;
  write(value: T): void;
}

/** Writes a file so that a crash leaves the old or the new one, never half of one. */
export function writeRecord(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

/** The text of a file; `null` when there is none. */
export function readTextOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads a file; `null` when it is missing or damaged. A damaged one is kept aside, because a person may still read it,
 * and would otherwise stop the environment for good.
 */
export function readRecord<T>(path: string, schema: z.ZodMiniType<T>, log: Log = logLine): T | null {
  const text = readTextOrNull(path);
  if (text === null) return null;
  const { data } = schema.safeParse(parsedOrNull(text));
  if (data !== undefined) return data;
  const aside = `${path}.damaged-${Date.now()}`;
  renameSync(path, aside);
  log({ event: 'record-damaged', path, aside });
  return null;
}

/** A record in a file; `empty` when the file is missing or damaged. */
export const createRecordFile = <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  empty: () => T,
  log: Log = logLine,
): Kept<T> => ({
  read: () => readRecord(path, schema, log) ?? empty(),
  write: (value) => writeRecord(path, value),
});

/** The JSON value; `null` for a text that is none. */
export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
