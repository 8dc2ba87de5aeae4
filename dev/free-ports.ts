/**
 * Whether the ports of the stack are free, asked before anything starts.
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
  ];
}

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

/** @throws StartFailure naming the first port in use and the way out. */
export async function requireFreePorts(at: StackAddresses): Promise<void> {
  for (const [port, name] of stackPorts(at)) {
    if (await isPortFree(port)) continue;
    throw new StartFailure(
      `A porta ${port} (${name}) já está em uso. Feche o programa que a ocupa ou mude todas de uma vez: PORT=${at.sitePort + 679} npm start`,
    );
  }
}
