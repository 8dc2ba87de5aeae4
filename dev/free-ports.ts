/**
 * Whether the ports of the stack can be used, asked before anything starts.
 */
import { createServer } from 'node:net';
import { StartFailure } from './failure.ts';
import type { StackAddresses } from './ports.ts';

/** Every port of the stack with the Portuguese name of what uses it. */
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
  ];
}

/** Ports from 1024 on that neither a browser nor `fetch` opens. Source: WHATWG Fetch §2.9, "port blocking". */
export const refusedPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Both loopback families: a program on `::1` alone would catch the browser's `localhost` before us. */
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

/** @throws StartFailure naming the first port in use, or one that no browser opens, and the way out. */
export async function requireFreePorts(at: StackAddresses): Promise<void> {
  const ports = stackPorts(at);
  const refused = ports.find(([port]) => refusedPorts.has(port));
  if (refused !== undefined) {
    throw new StartFailure(
      `PORT=${at.sitePort} não serve: navegadores não abrem a porta ${refused[0]} (${refused[1]}). Escolha outra: PORT=5000 npm start`,
    );
  }
  for (const [port, name] of ports) {
    if (await isPortFree(port)) continue;
    throw new StartFailure(
      `A porta ${port} (${name}) já está em uso. Feche o programa que a ocupa ou mude todas de uma vez: PORT=${at.sitePort + 679} npm start`,
    );
  }
}
