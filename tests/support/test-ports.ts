/**
 * Port of the tests in workerd, apart from those of `npm start` and of the journeys, so that all run at the same time.
 */

/** Read on both sides: by Node, which starts the stand-ins, and by the tests, to which Vitest hands it as `env`. */
const environment = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env;

/** Base of the stand-ins behind the tests that run in workerd; nothing listens on the base itself. */
export const WORKER_TESTS_PORT = Number(environment?.['WORKER_PORT'] ?? 4420);
