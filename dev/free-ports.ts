/**
 * Checks the ports of the stack before anything starts.
 *
 * By hand because get-port picks a free port; here all are given, and the one in use is named.
 */
import { createServer } from 'node:net';
import { CommandFailure } from '#ops/failure.ts';
import type { StackAddresses } from './ports.ts';

/** Every port of the stack with the Portuguese name of its service. */
export function stackPorts(at: StackAddresses): readonly (readonly [port: number, name: string])[] {
  return [
    [at.sitePort, 'site e API'],
    [at.identityPort, 'identidade'],
    [at.asaasPort, 'pagamentos'],
    [at.argocdPort, 'Argo CD'],
    [at.tenantsPort, 'ambientes dos clientes'],
    [at.mailPort, 'caixa de e-mail'],
    [at.cepPort, 'CEP'],
    [at.devWorkerPort, 'API no modo de desenvolvimento'],
    [at.turnstilePort, 'desafio'],
    [at.telegramPort, 'Telegram'],
    [at.robotPort, 'UptimeRobot'],
    [at.otherNetworkPort, 'a outra rede'],
    [at.channelsPort, 'canais e webhooks'],
  ];
}

/** Ports from 1024 on that browsers and `fetch` block. Source: WHATWG Fetch §2.9, "port blocking". */
export const refusedPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Both loopback families: otherwise a program on `::1` would get the browser's requests for `localhost`. */
const loopbacks = ['127.0.0.1', '::1'];

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** True when nothing listens on the port, on either loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of loopbacks) if (!(await canListen(port, host))) return false;
  return true;
}

interface Obstacle {
  readonly port: number;
  readonly name: string;
  /** True when browsers block the port; false when it is in use. */
  readonly isRefused: boolean;
}

/** The first port of the stack that cannot be used. */
export async function findObstacle(at: StackAddresses): Promise<Obstacle | undefined> {
  const ports = stackPorts(at).map(([port, name]) => ({ port, name, isRefused: refusedPorts.has(port) }));
  const refused = ports.find(({ isRefused }) => isRefused);
  if (refused) return refused;
  for (const each of ports) if (!(await isPortFree(each.port))) return each;
  return undefined;
}

/** @throws CommandFailure naming the first port that is in use or blocked by browsers, and an alternative. */
export async function requireFreePorts(at: StackAddresses): Promise<void> {
  const obstacle = await findObstacle(at);
  if (obstacle === undefined) return;
  const { port, name, isRefused } = obstacle;
  throw new CommandFailure(
    isRefused
      ? `PORT=${at.sitePort} não serve: navegadores não abrem a porta ${port} (${name}). Escolha outra: PORT=5000 npm start`
      : `A porta ${port} (${name}) já está em uso. Feche o programa que a ocupa ou mude todas de uma vez: PORT=${at.sitePort + 679} npm start`,
  );
}
