/**
 * Small JSON files in the companion's own folder of the environment's volume, which survive restarts. The instance's
 * container does not have that folder: its processes run what a customer configures, under the same user.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { logLine } from './log.mjs';

/** Writes a file so that a crash leaves the old or the new one, never half of one. */
export function writeRecord(path, value) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

/**
 * Reads a file; `null` when it is missing or damaged. A damaged one is kept aside, because a person may still read it,
 * and would otherwise stop the environment for good.
 *
 * @param {(value: unknown) => T | null} parse
 * @template T
 */
export function readRecord(path, parse, log = logLine) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
  const record = parse(parsedOrNull(text));
  if (record !== null) return record;
  const aside = `${path}.damaged-${Date.now()}`;
  renameSync(path, aside);
  log({ event: 'record-damaged', path, aside });
  return null;
}

/** The JSON value; `null` for a text that is none. */
export function parsedOrNull(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
