/**
 * `npm start` and `npm run dev`: the whole product on this machine, one board of addresses; Ctrl-C ends it.
 *
 * `PORT` moves every port. `--fresh` deletes accounts, orders and mail. `--verbose` keeps every line of the Worker's
 * log.
 */
import { parseArgs } from 'node:util';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { board } from './board.ts';
import { localFiscalService, type WorkerVariables, workerVariables } from './local-values.ts';
import { makeOwnEnvironments } from './own-environments.ts';
import { stackAddresses } from './ports.ts';
import { readSitePort } from './site-port.ts';
import { type Stack, startStack } from './stack.ts';
import { stackFolders } from './stack-folders.ts';
import { wrongChoices } from './wrong-choices.ts';

function readOptions(): { fresh: boolean; dev: boolean; verbose: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        fresh: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch {
    throw new CommandFailure(
      'As opções são --fresh (começa do zero) e --verbose (registro completo da API).',
    );
  }
}

/**
 * Variables that may be set for a start: `PAYMENT_CARD_ENTRY=hosted npm start`, `NOTA_FISCAL= npm start` for none,
 * `SLEEP_DAY_SECONDS=20 npm start` for days of 20 seconds until a free environment sleeps.
 */
const choosable = ['PAYMENT_CARD_ENTRY', 'CHALLENGE', 'NOTA_FISCAL', 'SLEEP_DAY_SECONDS'] as const;

function chosenVariables(sitePort: number): WorkerVariables {
  const chosen = choosable.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const variables = { NOTA_FISCAL: localFiscalService, ...Object.fromEntries(chosen) };
  const wrong = wrongChoices({ ...workerVariables(stackAddresses(sitePort)), ...variables });
  if (wrong.length > 0) throw new CommandFailure(wrong.join('\n'));
  return variables;
}

/** Stops the stack once, also while it starts; a second Ctrl-C does not interrupt the stop. */
function stopOnSignals(stack: Promise<Stack>, starting: AbortController): void {
  let stopping = false;
  const end = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    console.log('\nEncerrando…');
    starting.abort();
    // A failed start has cleaned up and reported its error.
    await stack.then((started) => started.stop()).catch(() => undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** Stops when the parent process is gone: a signal to npm reaches only its shell. */
function stopWhenOrphaned(): void {
  const parent = process.ppid;
  const look = (): unknown => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  if (process.env['npm_lifecycle_event'] !== undefined) setInterval(look, 1000).unref();
}

await runCommand(async () => {
  const started = performance.now();
  const sitePort = readSitePort(process.env['PORT']);
  const { fresh, dev, verbose } = readOptions();
  const interruption = new AbortController();
  const starting = startStack({
    signal: interruption.signal,
    ...stackFolders(sitePort),
    sitePort,
    isFresh: fresh,
    isDev: dev,
    workerLogLevel: verbose ? 'log' : 'error',
    variables: chosenVariables(sitePort),
    onStep: (step) => console.log(`  · ${step}`),
    onWorkerLost: (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.kill(process.pid, 'SIGTERM');
    },
  });
  stopOnSignals(starting, interruption);
  stopWhenOrphaned();
  const stack = await starting.catch((error: unknown) => {
    // An interrupted start fails at whatever it was doing.
    if (interruption.signal.aborted) return null;
    throw error;
  });
  if (stack === null) return;
  console.log('  · Demonstração e página de status');
  if (!(await makeOwnEnvironments(sitePort)) && !interruption.signal.aborted)
    console.log('    Não ficaram prontas: "npm run ops -- demonstracao --sim" segue de onde parou.');
  if (interruption.signal.aborted) return;
  console.log(board(stack.addresses, { isDev: dev, seconds: (performance.now() - started) / 1000 }));
});
// After a failure nothing may keep this process alive, such as a server that could not save its state.
if (process.exitCode === 1) process.exit();
