/** What the companion remembers of alerts, and the set-up that the functions send. */
import { randomUUID } from 'node:crypto';
import { readRecord, writeRecord } from './record-file.mjs';

/** As many monitors as a set-up or a report names. */
export const IDS_MAX = 500;

const isId = (value) => Number.isSafeInteger(value) && value > 0;
const isText = (value, max) => typeof value === 'string' && value.length > 0 && value.length <= max;

const emptyRecord = () => ({
  setUp: null,
  generation: randomUUID(),
  cursor: null,
  channel: null,
  seen: [],
  down: [],
  own: [],
  first: null,
  windows: {},
  domains: null,
});

const readOwnRecord = (value) =>
  typeof value === 'object' &&
  value !== null &&
  typeof value.generation === 'string' &&
  Array.isArray(value.own)
    ? { ...emptyRecord(), ...value }
    : null;

/** A record from a value that was kept; a new one for anything else. */
export const readAlertRecord = (value) => readOwnRecord(value) ?? emptyRecord();

/** The record of alerts, in a file that survives restarts; a new one when the file is missing or damaged. */
export const createAlertRecord = (path, log) => ({
  read: () => readRecord(path, readOwnRecord, log) ?? emptyRecord(),
  write: (record) => writeRecord(path, record),
});

/** Parses a set-up from outside; `null` for an invalid one. */
export function readSetUp(value) {
  const { address, token, restore, attach, first } = value ?? {};
  const isFirstValid =
    first === null ||
    (isText(first?.key, 100) &&
      isText(first?.address, 2048) &&
      isId(first?.interval) &&
      first.interval <= 86_400);
  const isValid =
    isText(address, 500) &&
    URL.canParse(address) &&
    isText(token, 200) &&
    typeof restore === 'boolean' &&
    Array.isArray(attach) &&
    attach.length <= IDS_MAX &&
    attach.every(isId) &&
    isFirstValid;
  return isValid ? { address, token, restore, attach, first: first ?? null } : null;
}
