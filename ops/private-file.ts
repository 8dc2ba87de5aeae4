import { closeSync, fchmodSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandFailure } from './failure.ts';

interface PrivateFile {
  keep(text: string): void;
  /** Discards the new file and keeps the old one. */
  drop(): void;
}

/**
 * A file with personal data, readable only by its owner: opened before the request, and renamed into place when
 * complete.
 */
export function openPrivately(file: string): PrivateFile {
  const mode = 0o600;
  const growing = `${file}.parte`;
  try {
    const opened = openSync(growing, 'w', mode);
    fchmodSync(opened, mode);
    return {
      keep(text) {
        writeFileSync(opened, text);
        closeSync(opened);
        renameSync(growing, file);
      },
      drop() {
        closeSync(opened);
        rmSync(growing);
      },
    };
  } catch {
    throw new CommandFailure(
      `Não foi possível criar ${file}: a pasta existe e aceita arquivos seus? Nada foi pedido.`,
    );
  }
}
