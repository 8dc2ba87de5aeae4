/**
 * Something the person at the keyboard can mend: its message is one Portuguese sentence that says how.
 * Everything else is a defect and keeps its stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Runs a command's main function; a `StartFailure` becomes one line and exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
