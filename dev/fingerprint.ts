/** Fingerprints of inputs: whether a build or a migration still matches these files and values. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function filesUnder(path: string): string[] {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** SHA-256 over the names and bytes of all files under `paths` and over `values`. Missing paths count as empty. */
export function fingerprint(
  root: string,
  paths: readonly string[],
  values: Readonly<Record<string, string>> = {},
): string {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(values).sort()));
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** True when the stamp file contains exactly this fingerprint. */
export function isStamped(stampFile: string, print: string): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === print;
  } catch {
    return false; // No stamp yet, so there is no build.
  }
}

/** Writes a fingerprint after its work is done. */
export function stamp(stampFile: string, print: string): void {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, print);
}
