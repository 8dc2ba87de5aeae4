/**
 * `npm run bench:docs -- --peer`: this project and Starlight build the same articles, taking turns.
 *
 * This project's other pages (landing page, sign-up, legal pages, comparisons) are included in its cost.
 */
import { averageCost, buildCost, type Cost, costText } from './build-cost.ts';
import { growthOf } from './growth.ts';
import { plainArticles, vocabularyOf, writePlainArticles } from './plain-articles.ts';
import { copyProject, withFolder, withoutExtras } from './project-copy.ts';
import { installStarlight, STARLIGHT_VERSION, starlightBuild, writeStarlightSite } from './starlight.ts';

/** Builds of each side after its first one. */
const ROUNDS = 1;
/** The default output: search on both sides, here also Markdown versions, offline reading and social images. */
export const WHOLE = 'tudo';
const modes = [
  { name: WHOLE, hasExtras: true },
  { name: 'só as páginas', hasExtras: false },
] as const;

interface Side {
  readonly first: Cost;
  readonly later: Cost;
}

export interface Comparison {
  readonly mode: string;
  readonly size: number;
  readonly own: Side;
  readonly peer: Side;
}

/** @throws StartFailure when Starlight cannot be installed. */
export function compareWithStarlight(sizes: readonly number[]): Comparison[] {
  return withFolder('starlight', (peerFolder) => {
    console.log(`Baixando o Starlight ${STARLIGHT_VERSION}…`);
    installStarlight(peerFolder);
    return modes.flatMap((mode) => sizes.map((size) => compareOnce(peerFolder, mode, size)));
  });
}

function compareOnce(peerFolder: string, mode: (typeof modes)[number], size: number): Comparison {
  return withFolder('docs', (folder) => {
    copyProject(folder);
    if (!mode.hasExtras) withoutExtras(folder);
    const articles = plainArticles(size, vocabularyOf(folder));
    writePlainArticles(folder, articles);
    writeStarlightSite(peerFolder, articles, mode.hasExtras);
    const own: Cost[] = [];
    const peer: Cost[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      own.push(buildCost(folder, ['dev/build.ts']));
      peer.push(buildCost(peerFolder, starlightBuild));
    }
    const compared = { mode: mode.name, size, own: sideOf(own), peer: sideOf(peer) };
    console.log(`${mode.name}, ${size} artigos`);
    for (const [name, { first, later }] of [
      ['Vigia', compared.own],
      ['Starlight', compared.peer],
    ] as const)
      console.log(`  ${name}: ${costText(later)}; a primeira vez: ${costText(first)}`);
    return compared;
  });
}

function sideOf([first, ...later]: readonly Cost[]): Side {
  if (first === undefined) throw new Error('Nothing was built.');
  return { first, later: averageCost(later) };
}

/** Ratio of this project's CPU time to Starlight's. */
export const ratioOf = ({ own, peer }: Comparison): number => own.later.cpuSeconds / peer.later.cpuSeconds;

/** The table of docs/measures.md. */
export function comparisonTable(compared: readonly Comparison[]): string {
  const head = [
    '| o que se constrói | artigos | Vigia: processador, pico | Starlight: processador, pico | razão | primeira ÷ seguinte: Vigia, Starlight |',
    '|---|---|---|---|---|---|',
  ];
  const rows = compared.map((one) => {
    const { mode, size, own, peer } = one;
    const cells = [mode, String(size), cell(own.later), cell(peer.later), number(ratioOf(one), 2)];
    return `| ${[...cells, `${firstShare(own)}, ${firstShare(peer)}`].join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}

/** A line per mode: cost of one more article on each side, and its growth. */
export function growthLines(compared: readonly Comparison[]): string[] {
  return modes.flatMap(({ name }) => {
    const ofMode = compared.filter(({ mode }) => mode === name);
    const own = growthOf(ofMode.map(({ size, own: { later } }) => ({ size, cpuSeconds: later.cpuSeconds })));
    const peer = growthOf(
      ofMode.map(({ size, peer: { later } }) => ({ size, cpuSeconds: later.cpuSeconds })),
    );
    if (own === null || peer === null) return [];
    const said = ({ each, exponent }: typeof own): string =>
      `${number(each * 1000, 0)} ms, expoente ${number(exponent, 2)}`;
    return [`${name}: mais um artigo custa no Vigia ${said(own)}; no Starlight ${said(peer)}`];
  });
}

const number = (value: number, digits: number): string =>
  value.toLocaleString('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const cell = ({ cpuSeconds, peakMB }: Cost): string => `${number(cpuSeconds, 1)} s, ${number(peakMB, 0)} MB`;
const firstShare = ({ first, later }: Side): string => number(first.cpuSeconds / later.cpuSeconds, 1);
