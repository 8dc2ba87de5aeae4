/** Files of the operator's folder, whole or not at all. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes beside the file and renames, so that a kill leaves the old one; only its owner reads it. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const growing = `${file}.parte`;
  writeFileSync(growing, text, { mode: 0o600 });
  renameSync(growing, file);
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
