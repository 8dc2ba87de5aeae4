/** Writes one event as a line of the companion's log. */
export const logLine = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
