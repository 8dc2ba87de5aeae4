/**
 * The part of Liquid that notification templates use, enough to preview one before it is saved.
 *
 * Owns: `{{ path | filter: argument }}`, `if`/`elsif`/`else`/`endif` with comparisons, `and`, `or`, `assign`,
 * `comment`, and the marks that trim white space. Anything else is refused by name rather than shown wrong.
 * By hand because the environment's liquidjs weighs 22 kB where this weighs 2; a test holds both to the same answers.
 */
import { evaluate, isTrue, type Run, show, TemplateMistake } from './liquid-values.ts';

export interface Rendered {
  readonly text: string;
  /** Variables the template names and the situation does not have; they come out empty. */
  readonly unknown: readonly string[];
}

export type Scope = Readonly<Record<string, unknown>>;

type Token = { readonly kind: 'text' | 'output' | 'tag'; readonly text: string };

/**
 * Renders a template.
 *
 * @throws TemplateMistake When a mark is not closed or something in it is not understood.
 */
export function renderTemplate(template: string, scope: Scope): Rendered {
  const run: Run = { scope: { ...scope }, unknown: new Set() };
  const tokens = tokenize(template);
  const { text, next } = renderUntil(tokens, 0, run, true);
  if (next < tokens.length) throw new TemplateMistake(`{% ${tokens[next]?.text} %} está sobrando.`);
  return { text, unknown: [...run.unknown] };
}

function tokenize(template: string): Token[] {
  const tokens: Token[] = [];
  let rest = template;
  while (rest !== '') {
    const start = rest.search(/\{\{|\{%/);
    if (start < 0) break;
    const isOutput = rest.startsWith('{{', start);
    const end = rest.indexOf(isOutput ? '}}' : '%}', start);
    if (end < 0)
      throw new TemplateMistake(
        `Falta fechar com ${isOutput ? '}}' : '%}'} o que começa em ${rest.slice(start, start + 20)}.`,
      );
    const inner = rest.slice(start + 2, end);
    const before = rest.slice(0, start);
    tokens.push({ kind: 'text', text: inner.startsWith('-') ? before.trimEnd() : before });
    tokens.push({ kind: isOutput ? 'output' : 'tag', text: inner.replace(/^-|-$/g, '').trim() });
    rest = rest.slice(end + 2);
    if (inner.endsWith('-')) rest = rest.trimStart();
  }
  tokens.push({ kind: 'text', text: rest });
  return tokens;
}

const BRANCH_END = /^(?:elsif\b|else$|endif$|endcomment$)/;

/** Renders up to a tag that ends a branch, and says where it stands. Without `isShown` nothing is evaluated. */
function renderUntil(
  tokens: readonly Token[],
  start: number,
  run: Run,
  isShown: boolean,
): { text: string; next: number } {
  let text = '';
  let index = start;
  while (index < tokens.length) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === 'tag' && BRANCH_END.test(token.text)) break;
    if (token.kind === 'tag' && /^(?:if|comment)\b/.test(token.text)) {
      const block = renderBlock(tokens, index, run, isShown);
      text += block.text;
      index = block.next;
      continue;
    }
    if (isShown)
      text +=
        token.kind === 'text'
          ? token.text
          : token.kind === 'output'
            ? show(evaluate(token.text, run))
            : runTag(token.text, run);
    index += 1;
  }
  return { text, next: index };
}

function renderBlock(
  tokens: readonly Token[],
  start: number,
  run: Run,
  isShown: boolean,
): { text: string; next: number } {
  const opening = tokens[start]?.text ?? '';
  const isComment = opening === 'comment';
  let text = '';
  let isDone = !isShown || isComment;
  let index = start;
  for (;;) {
    const head = tokens[index]?.text ?? '';
    const isTaken = !isDone && (head === 'else' || isTrue(head.replace(/^(?:els)?if\b/, ''), run));
    const branch = renderUntil(tokens, index + 1, run, isTaken);
    if (isTaken) {
      text = branch.text;
      isDone = true;
    }
    index = branch.next;
    const end = tokens[index]?.text;
    if (end === undefined)
      throw new TemplateMistake(
        `Falta {% end${isComment ? 'comment' : 'if'} %} para fechar {% ${opening} %}.`,
      );
    if (end === 'endif' || end === 'endcomment') return { text, next: index + 1 };
  }
}

function runTag(tag: string, run: Run): string {
  const assigned = /^assign\s+([a-z_]\w*)\s*=(.+)$/is.exec(tag);
  if (!assigned) {
    throw new TemplateMistake(
      `Esta prévia não conhece {% ${tag} %}. Ela entende if, elsif, else, endif e assign.`,
    );
  }
  run.scope[assigned[1] ?? ''] = evaluate(assigned[2] ?? '', run);
  return '';
}
