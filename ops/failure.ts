/**
 * An error that the user can fix: its message is one Portuguese sentence that says how. Any other error is a defect and
 * keeps its stack.
 */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

const READ_ONLY =
  'a pasta é só de leitura ou de outra pessoa. Dê permissão de escrita, ou copie o projeto para uma pasta sua, e rode de novo.';
const FULL = 'o disco está cheio. Libere espaço e rode de novo: nada do que já estava gravado se perdeu.';

/** Why a file could not be written, by the system's code. */
const whyNotWritten: Readonly<Record<string, string>> = {
  EROFS: READ_ONLY,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
  // What copying a folder says on a full disk.
  EIO: 'o disco está cheio ou com defeito. Libere espaço e rode de novo.',
};

/** The sentence for an error of the file system that the user can fix; `undefined` for any other error. */
export function fileSentence(error: unknown): string | undefined {
  const { code = '', path, dest } = error as { code?: string; path?: unknown; dest?: unknown };
  const why = whyNotWritten[code];
  const where = typeof dest === 'string' ? dest : path;
  return why === undefined || typeof where !== 'string'
    ? undefined
    : `Não foi possível escrever em ${where}: ${why}`;
}

/** Runs a command's main function; prints an error that the user can fix as one line and exits with 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const sentence = error instanceof CommandFailure ? error.message : fileSentence(error);
    if (sentence === undefined) throw error;
    console.error(`\n${sentence}`);
    process.exitCode = 1;
  }
}
