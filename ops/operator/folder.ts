/**
 * What an operator writes, in one folder that git ignores: `operator/`, so that a newer version of the project is a
 * `git pull`. Without the folder the values stand in wrangler.jsonc and deploy/site, as before.
 *
 * Owns: the files' shapes, and how they override what the project comes with. Writes nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';

const text = z.string().min(1);
const words = z.record(z.string(), z.string());

const Values = z.strictObject({
  /** Variables of the Worker, over those of wrangler.jsonc (docs/configuration.md, "Variáveis do Worker"). */
  worker: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.unknown()),
  /** `PUBLIC_*` that the pages have beside those that follow from the Worker's. */
  pages: words.default({}),
  /** Values of deploy/tenant-chart for every environment; they travel with each application. */
  chart: z.record(z.string(), z.unknown()).default({}),
  /** Id of the D1 database. */
  database: text,
  /** Id of the KV namespace of the switches. */
  switches: text,
  /** Name of the R2 bucket of the copies; `null` where COPIES_REMOVAL says who deletes them. */
  copies: text.nullable(),
  /** Optional secrets that are set, beside those that every environment needs. */
  secrets: z.array(text).default([]),
});

/** By image with its tag, as `npm run write:digests` found them. */
const Digests = z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/));

/** What an operator wrote for one environment. */
export interface OperatorValues extends z.output<typeof Values> {
  /** content/site.json with the operator's fields in place of ours. */
  readonly site: unknown;
  /** Digests of images, from operator/digests.json. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Where the folder is. */
export const operatorFolder = (root: string): string => join(root, 'operator');

/** Whether an operator wrote values; the folder itself comes with the project, with a README and an example. */
export const hasOperator = (root: string): boolean =>
  ['production', 'preview'].some((environment) =>
    existsSync(join(operatorFolder(root), `${environment}.json`)),
  );

/**
 * The operator's values of an environment; `null` where an operator wrote none at all.
 * @param ofProject content/site.json.
 * @throws CommandFailure naming the file and what is wrong in it.
 */
export function readOperator(root: string, environment: string, ofProject: unknown): OperatorValues | null {
  if (!hasOperator(root)) return null;
  const name = `operator/${environment}.json`;
  const written = readOperatorFile(root, `${environment}.json`);
  if (written === undefined)
    throw new CommandFailure(
      `Falta ${name}: a pasta operator/ tem valores de outro ambiente, e é dela que vêm os de ${environment}.`,
    );
  return {
    ...checked(name, Values, written),
    site: overridden(ofProject, readOperatorFile(root, 'site.json') ?? {}),
    digests: checked('operator/digests.json', Digests, readOperatorFile(root, 'digests.json') ?? {}),
  };
}

/** @throws CommandFailure naming the file and what is wrong in it. */
export function checked<T>(name: string, schema: z.ZodType<T>, written: unknown): T {
  const read = schema.safeParse(written);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'o todo'} (${message})`);
  throw new CommandFailure(`${name} tem o que não se entende: ${wrong.join('; ')}.`);
}

/**
 * A JSON file of the folder; `undefined` where it is not there.
 * @throws CommandFailure when it is not JSON.
 */
export function readOperatorFile(root: string, file: string): unknown {
  return readJson(root, `operator/${file}`);
}

function readJson(root: string, name: string): unknown {
  const file = join(root, name);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandFailure(
      `${name} não é JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** A sentence of the deploy check with the operator's files in place of ours. */
export function inFolder(sentence: string, environment: string): string {
  const file = `operator/${environment}.json`;
  return [
    [`env.${environment}.vars, em wrangler.jsonc`, `worker, em ${file}`],
    [`env.${environment}.secrets.required, em wrangler.jsonc`, `secrets, em ${file}`],
    [`env.${environment}, em wrangler.jsonc`, file],
    [`deploy/site/${environment}.env`, `pages, em ${file}`],
    ['content/site.json', 'operator/site.json'],
    ['wrangler.jsonc', file],
    ['e guarde os dois values.yaml', 'e npm run setup de novo'],
  ].reduce((text, [ours = '', theirs = '']) => text.replaceAll(ours, theirs), sentence);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field by field; a list is replaced as a whole. */
export function overridden(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const fields = Object.entries(over).map(([name, value]) => [
    name,
    name in base ? overridden(base[name], value) : value,
  ]);
  return { ...base, ...Object.fromEntries(fields) };
}
