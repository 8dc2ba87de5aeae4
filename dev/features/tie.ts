/**
 * The tie between features and articles: which articles were written for other facts than those of today.
 *
 * `content/docs/_facts` has the facts as they were last read, a file for each feature, so that a change is seen line by line.
 * An article's mark says for which facts it was read; `npm run review:articles` writes both (dev/review-articles.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ArticleFeature,
  articleFeatures,
  articlesOf,
  marksOf,
  reviewCommand,
} from '../../src/build/article-features.ts';
import { articleFiles, type ContentFile, FRONT_MATTER } from '../../src/build/content-files.ts';
import { markOf } from '../../src/build/content-hash.ts';
import { type FeatureId, featureIds } from '../../src/schemas/docs.ts';
import { projectRoot } from '../project-root.ts';
import { factsOf } from './facts.ts';

/** What is known of a feature. */
export interface Tie {
  readonly id: FeatureId;
  /** The facts of today, one a line. */
  readonly facts: string;
  /** As they were last read; empty before that. */
  readonly read: string;
  /** The articles that speak of it. */
  readonly articles: readonly ContentFile[];
}

/** Where the facts of a feature are kept as they were read. */
export const factsFile = (id: FeatureId): string => join(projectRoot, `content/docs/_facts/${id}.txt`);

function readFacts(id: FeatureId): string {
  try {
    return readFileSync(factsFile(id), 'utf8');
  } catch {
    return '';
  }
}

/** Every feature as it is now. */
export function readTies(): readonly Tie[] {
  const files = articleFiles();
  return featureIds.map((id) => ({
    id,
    facts: factsOf(id),
    read: readFacts(id),
    articles: articlesOf(id, files),
  }));
}

/** Articles that carry the mark of other facts. Those without a mark are named with their words (article-features.ts). */
function staleArticles({ id, facts, articles }: Tie): readonly ContentFile[] {
  const mark = markOf(facts);
  return articles.filter(([, source]) => (marksOf(source).get(id) ?? mark) !== mark);
}

/** Facts that are shown of each side of a change. */
const SHOWN_MAX = 20;

function lacking(from: string, to: string, sign: string): string[] {
  const there = new Set(to.split('\n'));
  const lines = from.split('\n').filter((line) => !there.has(line));
  const left = lines.length - SHOWN_MAX;
  return [
    ...lines.slice(0, SHOWN_MAX).map((line) => `  ${sign} ${line}`),
    ...(left > 0 ? [`  ${sign} e mais ${left}`] : []),
  ];
}

/** The message about a feature whose facts have changed since its articles were read; `null` when none has. */
export function tieMistake(tie: Tie, { name }: ArticleFeature = articleFeatures[tie.id]): string | null {
  const { id, facts, read } = tie;
  const stale = staleArticles(tie).map(([file]) => `  ${file}`);
  const changes = [...lacking(read, facts, '−'), ...lacking(facts, read, '+')];
  if (stale.length === 0 && facts === read) return null;
  return [
    facts === read
      ? `A marca de “${name}” (${id}) não é a dos fatos de hoje, ${markOf(facts)}.`
      : `Os fatos de “${name}” (${id}) mudaram:`,
    ...changes,
    ...(stale.length === 0
      ? [`Nenhum artigo foi escrito para os de antes. Guarde os de hoje: ${reviewCommand(id)}`]
      : [
          'Leia o que estes artigos dizem disso, e corrija:',
          ...stale,
          `Depois de lidos: ${reviewCommand(id)}`,
          `Se a mudança não toca o que eles dizem: ${reviewCommand(id)} --only-marks`,
        ]),
  ].join('\n');
}

/** The messages of all features. */
export const tieMistakes = (ties: readonly Tie[] = readTies()): string[] =>
  ties.map((tie) => tieMistake(tie)).filter((mistake) => mistake !== null);

/**
 * An article with the mark of a feature.
 * @param day When it was read, `YYYY-MM-DD`; `null` keeps the day of before.
 */
export function stamped(source: string, id: FeatureId, mark: string, day: string | null): string {
  const marks = new Map(marksOf(source)).set(id, mark);
  const block = [
    'facts:',
    ...featureIds.filter((each) => marks.has(each)).map((each) => `  ${each}: "${marks.get(each)}"`),
  ].join('\n');
  return source.replace(FRONT_MATTER, (front) => {
    const dated = day === null ? front : front.replace(/^reviewed: .*$/m, `reviewed: ${day}`);
    const bare = dated.replace(/^facts:.*\n(?: +.*\n)*/m, '');
    return /^reviewed:/m.test(bare)
      ? bare.replace(/^reviewed:.*$/m, (line) => `${line}\n${block}`)
      : bare.replace(/\n---$/, () => `\n${block}\n---`);
  });
}
