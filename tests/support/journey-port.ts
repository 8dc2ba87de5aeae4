/**
 * Where the journeys' stacks listen and what they leave on disk.
 */
import { dirname, join } from 'node:path';
import { stackFolders } from '#dev/stack-folders.ts';

/** Browser workers of one run. Customers mostly wait, so four keep two cores busy. */
export const JOURNEY_WORKERS = 4;

/**
 * Site port of a browser worker: each has its own stack, a hundred ports apart. `JOURNEY_PORT` moves them all, so that
 * two runs at the same time do not meet.
 */
export const journeyPort = (workerIndex: number): number =>
  Number(process.env['JOURNEY_PORT'] ?? 4500) + 100 * workerIndex;

/** Traces, screenshots and reports of this run. */
export const testOutputDir = join(dirname(stackFolders(journeyPort(0)).stateDir), 'tests');
