/** Reads files of content/ as authors wrote them. */
import { globSync, readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/** A file and its text. */
export type ContentFile = readonly [file: string, source: string];

export const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---/;

/** Files that match the pattern, by name. */
export const filesOf = (pattern: string): ContentFile[] =>
  globSync(pattern)
    .sort()
    .map((file) => [file, readFileSync(file, 'utf8')] as const);

/** The articles. */
export const articleFiles = (): ContentFile[] => filesOf('content/docs/**/[!_]*.mdx');

type Fields = Readonly<Record<string, unknown>>;
/** By the front matter: each is asked for several times in a build. */
const parsed = new Map<string, Fields>();

/** The fields of a front matter, unchecked; empty when it cannot be read. */
export function fieldsOf(source: string): Fields {
  const written = FRONT_MATTER.exec(source)?.[1] ?? '';
  const known = parsed.get(written);
  if (known !== undefined) return known;
  const read: unknown = parseDocument(written).toJS();
  const fields = typeof read === 'object' && read !== null ? (read as Fields) : {};
  parsed.set(written, fields);
  return fields;
}

/** The article's address below `/docs/`. */
export const routeOf = (file: string): string => file.slice('content/docs/'.length, -'.mdx'.length);

/** The first line that starts so, from 1. */
export const lineOf = (source: string, start: string): number =>
  source.split('\n').findIndex((line) => line.startsWith(start)) + 1;
