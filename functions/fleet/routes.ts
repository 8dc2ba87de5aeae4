/** Operators' commands about all environments. */
import { FleetRun } from '#domain/api-schemas/operation-environments.ts';
import type { Deps } from '#functions/compose.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { commandFleet, commandTokens } from './command-run.ts';

const command = commandsWith<Deps>();

export const fleetRoutes = [
  command({
    name: 'versao',
    summary: 'Levar todos os ambientes a outra versão, um depois do outro',
    answer: FleetRun,
    errors: ['not-found', 'idempotency-in-progress'],
    handle: (asked, needs) => commandFleet(needs, asked),
  }),
  command({
    name: 'tokens',
    summary: 'Levar o token atual a todos os ambientes',
    answer: FleetRun,
    errors: ['idempotency-in-progress'],
    handle: (asked, needs) => commandTokens(needs, asked),
  }),
];
