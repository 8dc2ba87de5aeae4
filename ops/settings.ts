/**
 * The API that `npm run ops` calls, and its credentials.
 *
 * Without variables it uses the stack of `npm start`. `OPS_API_URL` and related variables select another; secrets come
 * from the environment or a file, never from the command line, which every user of the machine can read.
 */
import { userInfo } from 'node:os';
import * as z from 'zod';
import { KEYCLOAK_OPS_CLIENT_ID, KEYCLOAK_REALM, localSecrets } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { readSitePort } from '#dev/site-port.ts';
import { OpsFailure } from './failure.ts';

export interface OpsSettings {
  /** Origin of the API. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Opens readiness only, without identity; `null` when none is set. */
  readonly readyKey: string | null;
  /** The operator's name, recorded in the events. */
  readonly operator: string;
  readonly isLocal: boolean;
}

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const Remote = z.object({
  OPS_API_URL: url,
  OPS_KEYCLOAK_URL: url,
  OPS_KEYCLOAK_REALM: z.string().min(1).default(KEYCLOAK_REALM),
  OPS_CLIENT_ID: z.string().min(1).default(KEYCLOAK_OPS_CLIENT_ID),
  OPS_CLIENT_SECRET: z.string().min(8),
  OPS_READY_KEY: z.string().min(32).nullish(),
  OPS_OPERATOR: z.string().min(2),
});

const tokenUrlOf = (keycloakUrl: string, realm: string): string =>
  `${keycloakUrl}/realms/${realm}/protocol/openid-connect/token`;

/** @throws OpsFailure naming every variable that is missing or wrong. */
export function readOpsSettings(variables: Readonly<Record<string, string | undefined>>): OpsSettings {
  const names = Object.keys(Remote.shape);
  if (!names.some((name) => name !== 'OPS_OPERATOR' && variables[name])) return localSettings(variables);
  const read = Remote.safeParse(
    Object.fromEntries(names.map((name) => [name, variables[name] || undefined])),
  );
  if (!read.success) {
    const missing = [...new Set(read.error.issues.map((issue) => String(issue.path[0])))].join(', ');
    throw new OpsFailure(
      `Faltam ou estão erradas: ${missing}. Sem nenhuma delas, o comando fala com o "npm start" desta máquina. Veja docs/operating.md.`,
    );
  }
  const { data } = read;
  return {
    apiUrl: data.OPS_API_URL,
    tokenUrl: tokenUrlOf(data.OPS_KEYCLOAK_URL, data.OPS_KEYCLOAK_REALM),
    clientId: data.OPS_CLIENT_ID,
    clientSecret: data.OPS_CLIENT_SECRET,
    readyKey: data.OPS_READY_KEY ?? null,
    operator: data.OPS_OPERATOR,
    isLocal: false,
  };
}

function localSettings(variables: Readonly<Record<string, string | undefined>>): OpsSettings {
  const at = stackAddresses(readSitePort(variables['PORT']));
  return {
    apiUrl: at.siteUrl,
    tokenUrl: tokenUrlOf(at.identityUrl, KEYCLOAK_REALM),
    clientId: KEYCLOAK_OPS_CLIENT_ID,
    clientSecret: localSecrets.keycloakOpsClientSecret,
    readyKey: localSecrets.readyKey,
    operator: variables['OPS_OPERATOR'] || userInfo().username,
    isLocal: true,
  };
}
