/** What an operator needs to undo a publication (docs/worst-day.md, "Desfazer uma publicação"). Reads no files itself. */
import * as z from 'zod';

/** What was published before. */
export interface Before {
  /** The version that served, by the id that `wrangler rollback` takes; `null` before the first publication. */
  readonly versionId: string | null;
  /** The database's moment before its migrations; `null` when it could not be asked. */
  readonly bookmark: string | null;
}

/** `wrangler deployments status --json`. */
const Deployment = z.looseObject({
  versions: z.array(z.looseObject({ version_id: z.string(), percentage: z.number() })),
});
/** `wrangler d1 time-travel info --json`. */
const Bookmark = z.looseObject({ bookmark: z.string().min(1) });

function parsed<T>(schema: z.ZodType<T>, output: string): T | null {
  // Wrangler may print lines of its own around the JSON.
  const [from, to] = [output.indexOf('{'), output.lastIndexOf('}')];
  if (from === -1 || to < from) return null;
  try {
    const read = schema.safeParse(JSON.parse(output.slice(from, to + 1)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The version that gets the most traffic. */
export const versionIn = (output: string): string | null =>
  parsed(Deployment, output)?.versions.toSorted((one, other) => other.percentage - one.percentage)[0]
    ?.version_id ?? null;

export const bookmarkIn = (output: string): string | null => parsed(Bookmark, output)?.bookmark ?? null;

/** The commands that undo a publication, for code alone, and for code and data. */
export function wayBack(environment: string, { versionId, bookmark }: Before): readonly string[] {
  return [
    'Para voltar:',
    versionId === null
      ? '  só o código: não há versão anterior.'
      : `  só o código:      npx wrangler rollback ${versionId} --env ${environment}`,
    bookmark === null
      ? '  também os dados:  o momento do banco não pôde ser lido; veja "Devolver o banco" em docs/worst-day.md.'
      : `  também os dados:  só pelo roteiro "Devolver o banco" (docs/worst-day.md), com --bookmark=${bookmark}`,
    '  Migrações só acrescentam: o código anterior funciona com o banco novo.',
  ];
}
