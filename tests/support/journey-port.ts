/** Ports and output folders of a test run's stacks. */
import { dirname, join } from 'node:path';
import { stackFolders } from '#dev/stack-folders.ts';
import { reservePorts, STACK_PORTS } from './reserved-ports.ts';

/** Browser workers per run. They mostly wait, so four keep two cores busy. */
export const JOURNEY_WORKERS = 4;

/** Programs with their own stack. */
const programs = ['faults', 'fuzz', 'bench', 'keycloak'] as const;

/** The process that starts a run reserves its ports; child processes read them here. */
const RESERVED = 'JOURNEY_PORTS_RESERVED';
process.env[RESERVED] ??= String(await reservePorts('JOURNEY_PORT', 4500, JOURNEY_WORKERS + programs.length));
const firstPort = Number(process.env[RESERVED]);

/** Site port of a browser worker's stack. */
export const journeyPort = (workerIndex: number): number => firstPort + STACK_PORTS * workerIndex;

/** Site port of a program's stack, behind those of the journeys. */
export const programPort = (program: (typeof programs)[number]): number =>
  journeyPort(JOURNEY_WORKERS + programs.indexOf(program));

/** Traces, screenshots and reports of this run. */
export const testOutputDir = join(dirname(stackFolders(firstPort).stateDir), 'tests');
