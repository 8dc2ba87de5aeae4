/** Files of variables in a stack's state folder, for its own processes and for the operators' commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  KEYCLOAK_OPS_CLIENT_ID,
  KEYCLOAK_REALM,
  localSecrets,
  type WorkerVariables,
} from './local-values.ts';
import type { StackAddresses } from './ports.ts';

/** A file instead of flags, because every user of the machine can read a command line. */
export function writeVariables(path: string, variables: WorkerVariables): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

/** Tells `npm run ops` of a stack at these addresses, in the operators' own variables (ops/settings.ts). */
export function writeOpsSettings(stateDir: string, at: StackAddresses): void {
  mkdirSync(stateDir, { recursive: true });
  writeVariables(join(stateDir, 'ops.env'), {
    OPS_API_URL: at.siteUrl,
    OPS_KEYCLOAK_URL: at.identityUrl,
    OPS_KEYCLOAK_REALM: KEYCLOAK_REALM,
    OPS_CLIENT_ID: KEYCLOAK_OPS_CLIENT_ID,
    OPS_CLIENT_SECRET: localSecrets.keycloakOpsClientSecret,
    OPS_READY_KEY: localSecrets.readyKey,
  });
}
