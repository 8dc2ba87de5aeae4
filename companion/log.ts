/** Writes one event, a line of the companion's log. */
export type Log = (event: object) => void;

export const logLine: Log = (event) => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/** Why something failed, as the log says it. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
