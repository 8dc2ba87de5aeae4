/**
 * Where the stacks of a run listen and what they leave on disk.
 */
import { dirname, join } from 'node:path';
import { stackFolders } from '#dev/stack-folders.ts';
import { holdPorts, STACK_PORTS } from './held-ports.ts';

/** Browser workers of one run. Customers mostly wait, so four keep two cores busy. */
export const JOURNEY_WORKERS = 4;

/** Programs that have a stack of their own beside those of the journeys. */
const programs = ['faults', 'fuzz', 'bench'] as const;

/** The process that starts a run holds its ports; those that it starts read them here. */
const HELD = 'JOURNEY_PORTS_HELD';
process.env[HELD] ??= String(await holdPorts('JOURNEY_PORT', 4500, JOURNEY_WORKERS + programs.length));
const firstPort = Number(process.env[HELD]);

/** Site port of a browser worker's own stack. */
export const journeyPort = (workerIndex: number): number => firstPort + STACK_PORTS * workerIndex;

/** Site port of a program's stack. */
export const programPort = (program: (typeof programs)[number]): number =>
  journeyPort(JOURNEY_WORKERS + programs.indexOf(program));

/** Traces, screenshots and reports of this run. */
export const testOutputDir = join(dirname(stackFolders(firstPort).stateDir), 'tests');
