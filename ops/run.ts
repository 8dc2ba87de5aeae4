/** One command of `npm run ops`: reads what was typed, asks, and shows the answer. */
import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isOperatorCommand } from '#domain/contracts/operations.ts';
import { createOpsClient } from './client.ts';
import { commands, type Typed } from './commands.ts';
import { OpsFailure } from './failure.ts';
import { printJson, printReady } from './print.ts';
import { realmCommand, runRealm } from './realm/run.ts';
import { readOpsSettings } from './settings.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  /** For what is not part of the answer. */
  readonly note: (text: string) => void;
  /** Lets time pass between two askings. */
  readonly wait: (ms: number) => Promise<void>;
}

/** A cluster needs moments to let go of pod and volume: so often, and so long apart, an unfinished command is asked again. */
const AGAIN = { times: 18, everyMs: 5_000 };

/** Commands that are none of the operators' route. */
export const besides = {
  prontidao: { usage: '', summary: 'pergunta a cada serviço se funciona, e conta o que está atrasado' },
  realm: realmCommand,
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

function readLine(words: readonly string[]): { positionals: readonly string[]; typed: Typed } {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        estado: { type: 'string' },
        limite: { type: 'string' },
        'antes-de': { type: 'string' },
        desde: { type: 'string' },
        repetir: { type: 'string' },
        dias: { type: 'string' },
        confirma: { type: 'string' },
        saida: { type: 'string' },
        config: { type: 'string' },
        sim: { type: 'boolean' },
        dividas: { type: 'boolean' },
        todos: { type: 'boolean' },
        aplicar: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { positionals, typed: values };
  } catch {
    throw new OpsFailure('Há uma opção que não existe ou que pede um valor. "npm run ops" mostra todas.');
  }
}

function loadConfig(path: string | boolean | undefined): void {
  if (typeof path !== 'string') return;
  try {
    process.loadEnvFile(path);
  } catch {
    throw new OpsFailure(`Não foi possível ler ${path}.`);
  }
}

/** Personal data: for nobody but who asked, also over a file that stands there already and keeps its mode. */
function writePrivately(file: string, text: string): void {
  const mode = 0o600;
  const opened = openSync(file, 'w', mode);
  try {
    fchmodSync(opened, mode);
    writeFileSync(opened, text);
  } finally {
    closeSync(opened);
  }
}

/**
 * @returns The exit code: 1 where a service is not ready, or something is left to do.
 * @throws OpsFailure with a sentence for the operator.
 */
export async function runOps(words: readonly string[], { out, note, wait }: Terminal): Promise<number> {
  const { positionals, typed } = readLine(words);
  const [name, ...rest] = positionals;
  if (name === undefined || typed['help'] === true) {
    out(help);
    return name === undefined && typed['help'] !== true ? 1 : 0;
  }
  if (name === 'realm') {
    loadConfig(typed['config']);
    return runRealm(typed['aplicar'] === true, { out, note });
  }
  if (name !== 'prontidao' && !isOperatorCommand(name))
    throw new OpsFailure(`Não há um comando "${name}". "npm run ops" mostra todos.`);
  // What was typed is proved before anything is asked.
  const body = name === 'prontidao' ? null : commands[name].body(rest, typed);
  loadConfig(typed['config']);
  const settings = readOpsSettings(process.env);
  const client = createOpsClient(settings);
  if (!settings.isLocal) note(`Em ${settings.apiUrl}, como ${settings.operator}.`);
  if (name === 'prontidao') {
    const answer = await client.ready(note);
    out(typed['json'] === true ? printJson(answer) : printReady(answer));
    return answer.status === 'ok' ? 0 : 1;
  }
  const { leftOf = () => [], isUnderWay = () => false } = commands[name];
  let answer = await client.command(name, body);
  const isUnfinished = () => leftOf(answer).length > 0 && isUnderWay(answer);
  for (let again = 0; again < AGAIN.times && isUnfinished(); again += 1) {
    if (again === 0) note(`Ainda resta: ${leftOf(answer).join(', ')}. Aguardando…`);
    await wait(AGAIN.everyMs);
    answer = await client.command(name, body);
  }
  const shown = typed['json'] === true ? printJson(answer) : commands[name].print(answer);
  const file = typed['saida'];
  if (typeof file !== 'string') out(shown);
  else {
    writePrivately(file, `${printJson(answer)}\n`);
    note(`Guardado em ${file}.`);
  }
  return leftOf(answer).length === 0 ? 0 : 1;
}
