/**
 * `npm run test:headers`: MDN HTTP Observatory over TLS for one address of each kind.
 *
 * Needs openssl and, the first time, the npm registry. `JOURNEY_PORT` fixes the port, as for the journeys.
 */

import { startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { journeyPort } from '#tests/support/journey-port.ts';
import { ensureObservatory, scan } from './observatory.ts';
import { startTlsFront } from './tls-front.ts';

/** A+ starts at 100; single headers add points above it. */
const SCORE_MIN = 120;
const paths = [
  '/',
  '/docs',
  '/docs/first-monitor',
  '/checkout',
  '/upgrade/checkout',
  '/conta',
  '/conta/cartao',
  '/conta/pessoas',
  healthEndpoint,
];

await runCommand(async () => {
  const observatory = ensureObservatory();
  const sitePort = journeyPort(0);
  const stack = await startStack({ ...stackFolders(sitePort), sitePort, onStep: console.log });
  const front = await startTlsFront(sitePort);
  let weak = 0;
  try {
    for (const path of paths) {
      const { grade, score, failed } = await scan(
        observatory,
        `localhost:${front.port}${path}`,
        front.certificateFile,
      );
      if (grade !== 'A+' || score < SCORE_MIN) weak += 1;
      console.log([path.padEnd(22), grade.padEnd(3), String(score).padStart(4), ...failed].join(' '));
    }
  } finally {
    front.close();
    await stack.stop();
  }
  console.log(`\n${paths.length - weak} passed, ${weak} failed`);
  if (weak > 0) throw new CommandFailure(`O mínimo é A+ com ${SCORE_MIN} pontos em cada endereço.`);
});
process.exit(process.exitCode ?? 0);
