/** `npm run ops -- <comando>`: the operators' commands, here and in production. */
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from './failure.ts';
import { runOps } from './run.ts';

await runCommand(async () => {
  process.exitCode = await runOps(process.argv.slice(2), { out: console.log, note: console.error, wait });
});
