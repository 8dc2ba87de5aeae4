/**
 * Where the stacks of a run listen and what they leave on disk.
 */
import { dirname, join } from 'node:path';
import { stackFolders } from '#dev/stack-folders.ts';
import { holdPorts, STACK_PORTS } from './held-ports.ts';

/** Browser workers of one run. Customers mostly wait, so four keep two cores busy. */
export const JOURNEY_WORKERS = 4;

/** Programs with a stack of their own. */
const programs = ['faults', 'fuzz', 'bench'] as const;

/** The process that starts a run holds its ports; those that it starts read them here. */
const HELD = 'JOURNEY_PORTS_HELD';
process.env[HELD] ??= String(await holdPorts('JOURNEY_PORT', 4500, JOURNEY_WORKERS));
const firstPort = Number(process.env[HELD]);

/** Site port of a browser worker's own stack. */
export const journeyPort = (workerIndex: number): number => firstPort + STACK_PORTS * workerIndex;

/** Site port of a program's stack: it runs after the journeys, beside those with a real Keycloak, which have the first. */
export const programPort = (program: (typeof programs)[number]): number =>
  journeyPort(1 + programs.indexOf(program));

/** Traces, screenshots and reports of this run. */
export const testOutputDir = join(dirname(stackFolders(firstPort).stateDir), 'tests');
