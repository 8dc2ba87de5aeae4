/**
 * Reserves ports for the stacks of one test run until this process ends.
 *
 * Not get-port: a stack needs a block of ports that its built pages contain, so a run wants the same block again, and a
 * parallel run must see it reserved before anything listens.
 */
import { createServer } from 'node:net';
import { findObstacle } from '#dev/free-ports.ts';
import { stackAddresses } from '#dev/ports.ts';
import { clearLeftoverWorker } from '#dev/process-group.ts';
import { stackFolders } from '#dev/stack-folders.ts';

/** Ports per stack: its own, and some for proxies in front of them. */
export const STACK_PORTS = 100;
/** Ports per run. */
const RUN_PORTS = 1000;
const PORT_MAX = 65_000;

/**
 * Locks a block of ports by listening next to it.
 * @returns False when another run has the lock.
 */
function lock(sitePort: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen({ port: sitePort + 1, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

/** Reserves the ports of this many stacks; returns `null`, or the reason for a failure as a Portuguese sentence. */
async function take(firstPort: number, stacks: number): Promise<string | null> {
  const sitePorts = Array.from({ length: stacks }, (_, index) => firstPort + STACK_PORTS * index);
  for (const sitePort of sitePorts) {
    await clearLeftoverWorker(stackFolders(sitePort).stateDir);
    const obstacle = await findObstacle(stackAddresses(sitePort));
    if (obstacle?.isRefused) return `Navegadores não abrem a porta ${obstacle.port} (${obstacle.name}).`;
    if (obstacle) return `A porta ${obstacle.port} (${obstacle.name}) já está em uso.`;
  }
  for (const sitePort of sitePorts)
    if (!(await lock(sitePort))) return `Outra execução dos testes usa as portas a partir da ${sitePort}.`;
  return null;
}

/**
 * First port for this many stacks: the one set by an environment variable, or the first free one. If the set one is
 * taken, the process exits with one sentence.
 */
export async function reservePorts(variable: string, preferred: number, stacks: number): Promise<number> {
  const fixed = process.env[variable];
  if (fixed === undefined) {
    for (let port = preferred; port < PORT_MAX; port += RUN_PORTS)
      if ((await take(port, stacks)) === null) return port;
  }
  const reason = fixed === undefined ? 'Nenhuma porta está livre.' : await take(Number(fixed), stacks);
  if (reason === null) return Number(fixed);
  console.error(`${reason} Feche o programa que a ocupa ou deixe ${variable} de fora.`);
  process.exit(1);
}
