/**
 * Terms and rules as they were accepted: a file for each version, which never changes.
 *
 * Owns: how a text is frozen, and the check that a changed text has a new version. A frozen text has its numbers written
 * out (src/legal/contract-facts.ts); name, company and contacts are those of today.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type AcceptedText,
  BILLING_RULES_VERSION,
  TERMS_VERSION,
  versionPath,
} from '#domain/orders/order.ts';
import { billingExamples } from '#legal/billing-examples.ts';
import { contractFacts, planLimits } from '#legal/contract-facts.ts';
import { FRONT_MATTER, fieldsOf, filesOf, lineOf } from './content-files.ts';

export const VERSIONS = 'content/legal/versions';

const numbers: Readonly<Record<string, unknown>> = { facts: contractFacts, billingExamples };
/** `{facts.refund}`, alone, in a template or as an attribute's value. */
const EXPRESSION =
  /(?<before>[$=]?)\{(?<path>(?:facts|billingExamples)(?:\.\w+)+)(?:\((?<argument>'[\w-]+'|frontmatter\.updated)\))?\}/g;

/** The source of a text with its numbers written out. */
export function frozenText(source: string): string {
  const day = String(/^updated: (.+)$/m.exec(source)?.[1]);
  const body = source
    .replace(FRONT_MATTER, '')
    .replace(/^import .*(?:billing-examples|legal\/facts).*\n/gm, '')
    .replaceAll('<PlanLimits />', written('LegalTable', planLimits))
    .replaceAll('to="regras-de-cobranca">', `to="regras-de-cobranca" version="${BILLING_RULES_VERSION}">`)
    .replace(EXPRESSION, (expression, before: string, path: string, argument: string | undefined) => {
      const value = path.split('.').reduce<unknown>(fieldOf, numbers);
      if (value === undefined) return expression;
      const given = argument === 'frontmatter.updated' ? day : argument?.slice(1, -1);
      const text = String(typeof value === 'function' ? value(given) : value);
      if (before === '=') return `="${text}"`;
      return text;
    })
    .trim();
  return `import { facts } from '#legal/facts.ts';\n\n${body}\n`;
}

function fieldOf(fields: unknown, name: string): unknown {
  return typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined;
}

const written = (block: string, fields: object): string => {
  const attributes = Object.entries(fields).map(([name, value]) => `  ${name}={${JSON.stringify(value)}}`);
  return `<${block}\n${attributes.join('\n')}\n/>`;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The file of a version of a text, with its front matter. */
export function versionFile(source: string): string {
  const { title, description } = fieldsOf(source);
  const text = frozenText(source);
  return `---\ntitle: ${String(title)}\ndescription: ${String(description)}\ndigest: ${digestOf(text)}\n---\n${text}`;
}

/** The two texts that are accepted, each with the version that is sold today. */
export const acceptedTexts: readonly {
  readonly id: AcceptedText;
  readonly version: string;
  readonly constant: string;
}[] = [
  { id: 'termos', version: TERMS_VERSION, constant: 'TERMS_VERSION' },
  { id: 'regras-de-cobranca', version: BILLING_RULES_VERSION, constant: 'BILLING_RULES_VERSION' },
];

/** The source of today's text. */
export const sourceOf = (id: AcceptedText): string => readFileSync(`content/legal/${id}.mdx`, 'utf8');
export const fileOf = (id: AcceptedText, version: string): string =>
  `${VERSIONS}${versionPath(id, version)}.mdx`;

/** Texts that changed without a new version, and versions that changed afterwards. */
export function versionMistakes(read = sourceOf): string[] {
  const changed = acceptedTexts.flatMap(({ id, version, constant }) => {
    const file = fileOf(id, version);
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (kept !== null && bodyOf(kept) === frozenText(read(id))) return [];
    const why = kept === null ? 'ainda não foi guardada' : 'não é mais o que foi aceito';
    return [
      `content/legal/${id}.mdx: o texto da versão ${version}, com os números que ele cita, ${why}. Mude ${constant} em src/domain/orders/order.ts e rode "npm run write:legal".`,
    ];
  });
  const touched = filesOf(`${VERSIONS}/*/*.mdx`).flatMap(([file, source]) =>
    fieldsOf(source)['digest'] === digestOf(bodyOf(source))
      ? []
      : [`${file}:${lineOf(source, 'digest:')}: Uma versão aceita não muda. Desfaça a mudança.`],
  );
  return [...changed, ...touched];
}

const bodyOf = (source: string): string => source.replace(FRONT_MATTER, '').replace(/^\n/, '');
