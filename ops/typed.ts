/** Parses the command line of `npm run ops --`; refuses mistakes with a sentence before any call. */
import { parseArgs } from 'node:util';
import { type OperatorCommand, operatorCommands } from '#domain/api-schemas/operations.ts';
import { CommandFailure } from './failure.ts';
import type { Typed } from './typed-words.ts';
import { fieldWord } from './words.ts';

/** @throws CommandFailure for an option that no command has. */
export function readLine(words: readonly string[]): { positionals: readonly string[]; typed: Typed } {
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
        'sem-segredos': { type: 'boolean' },
        'sem-historico': { type: 'boolean' },
        config: { type: 'string' },
        so: { type: 'string' },
        'por-vez': { type: 'string' },
        pausar: { type: 'boolean' },
        continuar: { type: 'boolean' },
        parar: { type: 'boolean' },
        voltar: { type: 'boolean' },
        sim: { type: 'boolean' },
        dividas: { type: 'boolean' },
        todos: { type: 'boolean' },
        assinatura: { type: 'string' },
        copia: { type: 'string' },
        para: { type: 'string' },
        agora: { type: 'boolean' },
        titulo: { type: 'string' },
        texto: { type: 'string' },
        fim: { type: 'boolean' },
        aplicar: { type: 'boolean' },
        rearmar: { type: 'boolean' },
        mes: { type: 'string' },
        dominio: { type: 'string' },
        descoberta: { type: 'string' },
        cliente: { type: 'string' },
        segredo: { type: 'string' },
        desligar: { type: 'boolean' },
        respondida: { type: 'string' },
        concluida: { type: 'boolean' },
        'encerrar-sessoes': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { positionals, typed: values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const option = /--?[\w-]+/.exec(reason)?.[0] ?? '';
    const isUnknown = (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    if (option === '--estado') requireBody('pedidos', { state: '' });
    throw new CommandFailure(
      `${isUnknown ? `Não há a opção ${option}.` : `A opção ${option} não foi usada como se pede.`} "npm run ops" mostra todas.`,
    );
  }
}

/** Options of every command. */
const anywhere: readonly string[] = ['config', 'json', 'help'];

/** Refuses an option that only other commands use, because it would be ignored. */
export function requireOwnOptions(name: string, usage: string, typed: Typed): void {
  const own = [...usage.matchAll(/--([\w-]+)/g)].flatMap(([, option = '']) => option);
  const foreign = Object.keys(typed).find((option) => ![...own, ...anywhere].includes(option));
  if (foreign === undefined) return;
  const known = own.length === 0 ? 'não tem opções' : `tem ${own.map((option) => `--${option}`).join(', ')}`;
  throw new CommandFailure(`"${name}" não conhece --${foreign}: ${known}.`);
}

/** Fields that are typed as a word, without an option. */
const typedAsWords: readonly string[] = ['who', 'messageId', 'application', 'id', 'revision', 'retry'];

/** Refuses what the API would refuse, naming the options. */
export function requireBody(name: OperatorCommand, body: unknown): void {
  const read = operatorCommands[name].safeParse(body);
  if (read.success) return;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? '');
  const shown = typedAsWords.includes(field) ? '' : `--${fieldWord(field)}: `;
  throw new CommandFailure(`${shown}${issue?.message}`);
}
