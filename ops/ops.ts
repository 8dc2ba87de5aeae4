/** `npm run ops -- <comando>`: what operators do, here and in production. */
import { setTimeout as wait } from 'node:timers/promises';
import { OpsFailure } from './client.ts';
import { runOps } from './run.ts';

try {
  process.exitCode = await runOps(process.argv.slice(2), { out: console.log, note: console.error, wait });
} catch (error) {
  if (!(error instanceof OpsFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
