/**
 * The API that `npm run ops` calls, and its credentials.
 *
 * `OPS_API_URL` and related variables select it. Without any of them the command reads the file that `npm start` keeps
 * for the stack on `PORT`. Secrets come from the environment or a file, never from the command line, which every user
 * of the machine can read.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { CommandFailure } from './failure.ts';

/** The realm's name in deploy/keycloak/realm.json. */
export const KEYCLOAK_REALM = 'vigia';

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
  OPS_CLIENT_ID: z.string().min(1).default('vigia-ops'),
  OPS_CLIENT_SECRET: z.string().min(8),
  OPS_READY_KEY: z.string().min(32).nullish(),
  OPS_OPERATOR: z.string().min(2),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws CommandFailure naming every variable that is missing or wrong. */
export function readOpsSettings(variables: Variables): OpsSettings {
  const names = Object.keys(Remote.shape);
  const isLocal = !names.some((name) => name !== 'OPS_OPERATOR' && variables[name]);
  const given = isLocal ? localVariables(variables) : variables;
  const read = Remote.safeParse(Object.fromEntries(names.map((name) => [name, given[name] || undefined])));
  if (!read.success) {
    const missing = [...new Set(read.error.issues.map((issue) => String(issue.path[0])))].join(', ');
    throw new CommandFailure(
      `Faltam ou estão erradas: ${missing}. Sem nenhuma delas, o comando fala com o "npm start" desta máquina. Veja docs/operating.md.`,
    );
  }
  const { data } = read;
  return {
    apiUrl: data.OPS_API_URL,
    tokenUrl: `${data.OPS_KEYCLOAK_URL}/realms/${data.OPS_KEYCLOAK_REALM}/protocol/openid-connect/token`,
    clientId: data.OPS_CLIENT_ID,
    clientSecret: data.OPS_CLIENT_SECRET,
    readyKey: data.OPS_READY_KEY ?? null,
    operator: data.OPS_OPERATOR,
    isLocal,
  };
}

/** What `npm start` wrote for the stack on `PORT`. */
function localVariables({ PORT, OPS_OPERATOR }: Variables): Variables {
  const port = PORT || '4321';
  const path = new URL(`../.local/${port}/state/ops.env`, import.meta.url);
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), OPS_OPERATOR: OPS_OPERATOR || userInfo().username };
  } catch {
    throw new CommandFailure(
      `Ainda não houve um "npm start" nesta máquina na porta ${port}; PORT diz outra. Para outro lugar, veja docs/operating.md.`,
    );
  }
}
