/**
 * Port of the tests in workerd, apart from those of `npm start` and of the journeys, so that all run at the same time.
 */

/** Base of the stand-ins behind the tests that run in workerd; nothing listens on the base itself. */
export const WORKER_TESTS_PORT = 4420;
