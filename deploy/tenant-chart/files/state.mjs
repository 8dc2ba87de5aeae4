/** What runs in this environment: the instance's version, whether this companion was tested with it, and its volume. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { parsedOrNull } from './record-file.mjs';

/**
 * Versions of Uptime Kuma whose tables and socket commands this companion was tested with (tests/environment, against
 * the real one). `images.instance` of values.yaml is one of them.
 */
export const TESTED_VERSIONS = ['2.5.3'];

/** The version's name when the image does not say it. */
const UNKNOWN = 'desconhecida';

/**
 * The instance's version, from the package.json of its image.
 * @param {string} folder Where the image has the instance.
 */
export function readVersion(folder) {
  try {
    const version = parsedOrNull(readFileSync(`${folder}/package.json`, 'utf8'))?.version;
    return typeof version === 'string' && version !== '' ? version : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** @param {string} version */
export const isTested = (version) => TESTED_VERSIONS.includes(version);

/**
 * Bytes of the volume with this folder. What is reserved for the system counts as used, so that all used means that
 * the instance can write nothing.
 * @param {string} folder
 */
export async function readVolume(folder) {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { usedBytes: (blocks - bavail) * bsize, totalBytes: blocks * bsize };
}
