/** What runs in this environment: the instance's version, whether this companion was tested with it, and its volume. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Versions of Uptime Kuma whose tables and socket commands this companion was tested with (tests/environment, against
 * the real one): only those that ran. `images.instance` of values.yaml is one of them, or a later patch of the same
 * minor version.
 */
export const TESTED_VERSIONS: readonly string[] = ['2.5.3'];

/** The version's name when the image does not say it. */
const UNKNOWN = 'desconhecida';

/**
 * The instance's version, from the package.json of its image.
 * @param folder Where the image has the instance.
 */
export function readVersion(folder: string): string {
  try {
    const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version?: unknown };
    return typeof version === 'string' && version !== '' ? version : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

export const isTested = (version: string): boolean => TESTED_VERSIONS.includes(version);

/** The minor version of an exact, released version, as `2.5`; `null` for anything else. */
const minorOf = (version: string): string | null => /^(\d+\.\d+)\.\d+$/.exec(version)?.[1] ?? null;

/**
 * Whether the companion works beside this version: one of the same minor version as a tested one. A patch, which may be a
 * security release, changes no tables; to refuse it would stop limits and alerts of everybody on the day it matters.
 */
export const isServed = (version: string): boolean =>
  minorOf(version) !== null && TESTED_VERSIONS.some((tested) => minorOf(tested) === minorOf(version));

/**
 * Bytes of the volume with this folder. What is reserved for the system counts as used, so that all used means that
 * the instance can write nothing.
 */
export async function readVolume(folder: string): Promise<{ usedBytes: number; totalBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { usedBytes: (blocks - bavail) * bsize, totalBytes: blocks * bsize };
}
