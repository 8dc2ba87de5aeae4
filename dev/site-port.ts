import { CommandFailure } from '#ops/failure.ts';
import { DEFAULT_SITE_PORT } from './ports.ts';

/** The stack uses the site's port and the twenty after it. */
const PORT_MAX = 65_535 - 21;

/**
 * Parses the site's port from `PORT`.
 * @throws CommandFailure for an invalid port.
 */
export function readSitePort(typed: string | undefined): number {
  const port = Number(typed || DEFAULT_SITE_PORT);
  if (!Number.isInteger(port) || port < 1024 || port > PORT_MAX)
    throw new CommandFailure(`PORT deve ser um número de 1024 a ${PORT_MAX}; recebi "${typed}".`);
  return port;
}
