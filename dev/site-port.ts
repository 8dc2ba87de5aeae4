import { StartFailure } from './failure.ts';
import { DEFAULT_SITE_PORT } from './ports.ts';

/** The stack needs the site's port and the seventeen after it. */
const PORT_MAX = 65_535 - 17;

/** The site's port, as `PORT` was typed. @throws StartFailure for what is no port of a stack. */
export function readSitePort(typed: string | undefined): number {
  const port = Number(typed || DEFAULT_SITE_PORT);
  if (!Number.isInteger(port) || port < 1024 || port > PORT_MAX)
    throw new StartFailure(`PORT deve ser um número de 1024 a ${PORT_MAX}; recebi "${typed}".`);
  return port;
}
