/**
 * Ports of the tests, apart from those of `npm start`, so that both run at the same time.
 */

/** Base of the stand-ins behind the tests that run in workerd; nothing listens on the base itself. */
export const WORKER_TESTS_PORT = 4420;

/** Site port of a browser worker: each has its own stack, a hundred ports apart. */
export const journeyPort = (workerIndex: number): number => 4500 + 100 * workerIndex;
