/** What was brought from elsewhere, by source, and what was being made when the companion last wrote it down. */
import { readRecord, writeRecord } from './record-file.mjs';

/**
 * One thing of a source. `made` is its id here, once it is whole. Before that only `after` is there: the highest id when it
 * was begun, so that one made by an interrupted start is found among the later ones.
 * @typedef {{ made?: number, after?: number, resume?: true }} Brought
 * @typedef {Map<string, Map<string, Brought>>} Imports By source, then by kind and id, as `monitor:12`.
 */

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns {Imports | null} */
function readImports(value) {
  if (!isObject(value) || !Object.values(value).every(isObject)) return null;
  return new Map(Object.entries(value).map(([source, items]) => [source, new Map(Object.entries(items))]));
}

/** The record in a file that survives restarts; empty when the file is missing or damaged. */
export const createImportRecord = (path, log) => ({
  /** @returns {Imports} */
  read: () => readRecord(path, readImports, log) ?? new Map(),
  /** @param {Imports} imports */
  write: (imports) =>
    writeRecord(
      path,
      Object.fromEntries([...imports].map(([source, items]) => [source, Object.fromEntries(items)])),
    ),
});
