/**
 * Renders a template with the engine and version that the environment uses (Uptime Kuma 2.5.3 requires liquidjs
 * ~10.26.0). It weighs 20 kB; use-templates.ts loads it on demand.
 */
import { Liquid } from 'liquidjs';
import { templateScope, variableNotes, type WebhookExample } from '#docs/tools/rules/webhook-body.ts';

export interface Rendered {
  /** Empty after an error. */
  readonly text: string;
  readonly error: string | undefined;
  /** Remarks on a template that works. */
  readonly notes: readonly string[];
}

/**
 * No time zone, as in the environment: a time without a zone is read and written in the same one. It ignores unknown
 * filters; here they are reported. The time limit is checked between tags only, so that a single range or filter needs
 * the limit of its size.
 */
const engine = new Liquid({
  strictFilters: true,
  templates: {},
  renderLimit: 250,
  memoryLimit: 1_000_000,
});

/** The engine's messages and our Portuguese ones; the first match wins. */
const sentences: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^output "(.{1,20}).*" not closed.*/s, 'Falta fechar com }} o que começa em $1.'],
  [/^tag "(.{1,20}).*" not closed.*/s, 'Falta fechar com %} o que começa em $1.'],
  [/^tag \{%-? *(\w+)(.*)%\} not closed.*/s, 'Falta {% end$1 %} para fechar {% $1$2%}.'],
  [/^tag "((?:end|els)\w+)" not found.*/s, '{% $1 %} está sobrando.'],
  [/^tag "(.+)" not found.*/s, 'O painel não conhece {% $1 %}.'],
  [/^undefined filter: (\w+).*/s, 'O painel não conhece o filtro $1.'],
  [/^invalid value expression: "".*/s, 'Falta o nome da variável entre as chaves.'],
  [/^(?:template render|memory alloc) limit exceeded.*/s, 'O modelo demora demais para ser preenchido.'],
  [/^.*line:(\d+), col:(\d+).*/s, 'Não entendi o modelo na linha $1, coluna $2.'],
];

/**
 * Renders a template; returns its mistake instead of throwing.
 *
 * @param toSafe Applied to the values, for a channel that needs it.
 */
export function renderTemplate(
  template: string,
  example: WebhookExample,
  toSafe?: (text: string) => string,
): Rendered {
  const scope = templateScope(example, toSafe);
  try {
    const text = engine.parseAndRenderSync(template, scope);
    const unknown = engine.globalVariablesSync(template).filter((name) => !Object.hasOwn(scope, name));
    const empty = text.trim() === '' ? ['O modelo não escreve nada: a mensagem chegaria vazia.'] : [];
    return { text, error: undefined, notes: [...variableNotes(template, unknown, example), ...empty] };
  } catch (problem) {
    const said = String((problem as Error).message);
    const found = sentences.find(([pattern]) => pattern.test(said));
    return { text: '', error: found ? said.replace(...found) : said, notes: [] };
  }
}
