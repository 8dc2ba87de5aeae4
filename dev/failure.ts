/**
 * An error that the user can fix: its message is one Portuguese sentence that says how. Any other error is a defect and
 * keeps its stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Runs a command's main function; prints a `StartFailure` as one line and exits with 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
