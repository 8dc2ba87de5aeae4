/** Runs one command of `npm run ops`: parses the input, calls the API, prints the answer. */
import { isOperatorCommand, type OperatorCommand } from '#domain/api-schemas/operations.ts';
import { createOpsClient } from './client.ts';
import { commands } from './commands.ts';
import { costCommand, runCost } from './cost/run.ts';
import { CommandFailure } from './failure.ts';
import { printJson, printReady } from './print.ts';
import { openPrivately } from './private-file.ts';
import { endSessions, realmCommand, runRealm } from './realm/run.ts';
import { releaseCommand, runRelease } from './release/run.ts';
import { readOpsSettings } from './settings.ts';
import { runSso, ssoNeeds } from './sso/run.ts';
import { takeFiles, takeFilesCommand } from './take-files.ts';
import { readLine, requireBody, requireOwnOptions } from './typed.ts';
import type { Typed } from './typed-words.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  /** Prints messages that are not part of the answer. */
  readonly note: (text: string) => void;
  /** Waits between two calls. */
  readonly wait: (ms: number) => Promise<void>;
}

/** How often to repeat an unfinished command: a cluster needs moments to remove pod and volume. */
const AGAIN = { times: 18, everyMs: 5_000 };

/** Commands outside the operators' route. */
export const besides = {
  prontidao: { usage: '', summary: 'pergunta a cada serviço se funciona, e conta o que está atrasado' },
  realm: realmCommand,
  levar: takeFilesCommand,
  custo: costCommand,
  novidades: releaseCommand,
};

export const help = [
  'npm run ops -- <comando> [opções]',
  '',
  ...[...Object.entries(commands), ...Object.entries(besides)].flatMap(([name, { usage, summary }]) => [
    `  ${`${name} ${usage}`.trim()}`,
    `      ${summary}`,
  ]),
  '',
  'Sem configuração, fala com o "npm start" desta máquina (PORT diz a porta). Para outro lugar: OPS_API_URL,',
  'OPS_KEYCLOAK_URL, OPS_CLIENT_SECRET e OPS_OPERATOR (quem opera), no ambiente ou em --config <arquivo>.',
  'OPS_READY_KEY deixa "prontidao" funcionar com a identidade fora do ar.',
  '--json mostra a resposta como veio. Veja docs/operating.md e docs/runbooks.md.',
].join('\n');

function loadConfig(path: string | boolean | undefined): void {
  if (typeof path !== 'string') return;
  try {
    process.loadEnvFile(path);
  } catch {
    throw new CommandFailure(`Não foi possível ler ${path}.`);
  }
}

/**
 * @returns The exit code: 1 when a service is not ready or something is left to do.
 * @throws CommandFailure with a sentence for the operator.
 */
export async function runOps(words: readonly string[], { out, note, wait }: Terminal): Promise<number> {
  const { positionals, typed } = readLine(words);
  const [name, ...rest] = positionals;
  if (name === undefined || typed['help'] === true) {
    out(help);
    return name === undefined && typed['help'] !== true ? 1 : 0;
  }
  const usage = name in besides ? besides[name as keyof typeof besides].usage : usageOf(name);
  requireOwnOptions(name, usage, typed);
  if (name === 'levar') {
    out(takeFiles(rest, typed));
    return 0;
  }
  if (name === 'novidades') {
    out(runRelease(rest));
    return 0;
  }
  if (name in besides && rest.length > 0)
    throw new CommandFailure(`"${rest.join(' ')}" sobra: "${name}" só tem opções.`);
  if (name === 'custo') {
    out(runCost(typed['json'] === true));
    return 0;
  }
  if (name === 'realm') {
    loadConfig(typed['config']);
    if (typed['encerrar-sessoes'] !== true) return runRealm(typed['aplicar'] === true, { out, note });
    if (typed['sim'] !== true)
      throw new CommandFailure('Todos os clientes, e vocês, terão de entrar de novo. Repita com --sim.');
    return endSessions({ out, note });
  }
  loadConfig(typed['config']);
  if (name === 'prontidao') {
    const { client } = connect(note);
    const answer = await client.ready(note);
    out(typed['json'] === true ? printJson(answer) : printReady(answer));
    return answer.status === 'ok' ? 0 : 1;
  }
  if (name === 'sso') return runSso(rest, typed, ssoNeeds(connect(note).client, out));
  return isOperatorCommand(name) ? runCommand(name, rest, typed, { out, note, wait }) : 1;
}

/**
 * The usage text of an operator command.
 * @throws CommandFailure for an unknown one.
 */
function usageOf(name: string): string {
  if (isOperatorCommand(name)) return commands[name].usage;
  throw new CommandFailure(`Não há um comando "${name}". "npm run ops" mostra todos.`);
}

function connect(note: Terminal['note']) {
  const settings = readOpsSettings(process.env);
  if (!settings.isLocal) note(`Em ${settings.apiUrl}, como ${settings.operator}.`);
  return { client: createOpsClient(settings) };
}

async function runCommand(
  name: OperatorCommand,
  rest: readonly string[],
  typed: Typed,
  { out, note, wait }: Terminal,
): Promise<number> {
  // Validate the input before any call.
  const body = commands[name].body(rest, typed);
  requireBody(name, body);
  const { client } = connect(note);
  const path = typed['saida'];
  const file = typeof path === 'string' ? openPrivately(path) : null;
  const { leftOf = () => [], isUnderWay = () => false } = commands[name];
  try {
    let answer = await client.command(name, body);
    const isUnfinished = () => leftOf(answer).length > 0 && isUnderWay(answer);
    for (let again = 0; again < AGAIN.times && isUnfinished(); again += 1) {
      if (again === 0) note(`Ainda resta: ${leftOf(answer).join(', ')}. Aguardando…`);
      await wait(AGAIN.everyMs);
      answer = await client.command(name, body);
    }
    if (file === null)
      out(typed['json'] === true ? printJson(answer) : commands[name].print(answer as never, body as never));
    else {
      file.keep(`${printJson(answer)}\n`);
      note(`Guardado em ${path}.`);
    }
    return leftOf(answer).length === 0 ? 0 : 1;
  } catch (error) {
    file?.drop();
    throw error;
  }
}
