/** `npm run ops -- custo`: what environments cost with this chart, and who must pay for it. It asks nobody. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import plansJson from '#content/plans.json' with { type: 'json' };
import { VOLUME_SIZES_MIB } from '#domain/clusters/volume.ts';
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import { type PlanId, planIds } from '#domain/plans/ids.ts';
import { CommandFailure } from '../failure.ts';
import { columns, printJson } from '../print.ts';
import {
  ASLEEP,
  asleepNeeded,
  costLine,
  costOf,
  netRevenue,
  PAYING,
  Prices,
  type Profile,
  type RequestedByPlan,
} from './cost.ts';

export const costCommand = {
  usage: '',
  summary:
    'diz o que custa um ambiente de cada plano, pelo chart e por uma lista de preços, e quantos precisam pagar',
};

const root = join(import.meta.dirname, '../..');
const ours = 'ops/cost/prices.json';
const theirs = 'operator/prices.json';

/**
 * The operator's prices, or ours.
 * @throws CommandFailure naming the file and what is wrong in it.
 */
function readPrices(): { file: string; prices: Prices } {
  const file = existsSync(join(root, theirs)) ? theirs : ours;
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    throw new CommandFailure(`${file} não é JSON.`);
  }
  const read = Prices.safeParse(written);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new CommandFailure(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { file, prices: read.data };
}

const perMebibyte = { Mi: 1 / 1024, Gi: 1, Ti: 1024 } as const;
/** "336Mi" in GiB. */
const gibibytes = (text: string): number =>
  Number.parseFloat(text) * perMebibyte[text.slice(-2) as keyof typeof perMebibyte];
/** "70m" in cores. */
const cores = (text: string): number => Number.parseFloat(text) * (text.endsWith('m') ? 0.001 : 1);

interface Container {
  readonly requests: { readonly cpu: string; readonly memory: string };
}
interface ChartValues {
  readonly plans: Readonly<Record<PlanId, Container>>;
  readonly companion: Container;
  readonly gateway: Container;
}

/** What the pod of each plan asks for: its three containers, and its volume, where the storage can grow. */
export function requestedByPlan({ plans, companion, gateway }: ChartValues): RequestedByPlan {
  const of = (plan: PlanId) => {
    const all = [plans[plan], companion, gateway].map(({ requests }) => requests);
    return {
      cores: all.reduce((sum, { cpu }) => sum + cores(cpu), 0),
      memoryGiB: all.reduce((sum, { memory }) => sum + gibibytes(memory), 0),
      diskGiB: VOLUME_SIZES_MIB[plan] / 1024,
    };
  };
  return Object.fromEntries(planIds.map((plan) => [plan, of(plan)])) as RequestedByPlan;
}

const readChart = (): ChartValues =>
  parse(readFileSync(join(root, 'deploy/tenant-chart/values.yaml'), 'utf8')) as ChartValues;

const percent = (part: number): string => `${(part * 100).toFixed(part < 0.1 ? 1 : 0).replace('.', ',')} %`;
const reais = (value: number): string => Math.round(value).toLocaleString('pt-BR');
const cents = (value: number): string => value.toFixed(2).replace('.', ',');

/** The sentence about what would let the few pay for all. */
function leverWords(profile: Profile, needed: number | null): string {
  const who = `${profile.name}: ${percent(PAYING)} pagando`;
  if (needed === 0) return `${who} cobrem o resto, mesmo sem ninguém dormindo.`;
  if (needed === null)
    return `${who} não cobrem nem os volumes dos que dormem: só outro disco, ou outro lugar, muda isso.`;
  return `${who} cobrem o resto a partir de ${percent(needed)} dos gratuitos dormindo.`;
}

/** The tables. */
function printCost(asked: RequestedByPlan, file: string, prices: Prices): string {
  const catalog = createCatalog(plansJson);
  const priceOf = (plan: PlanId): number => catalog.plan(plan).priceMonthlyReais;
  const { assumptions, margin, readAt, profiles } = prices;
  const lines = profiles.flatMap((profile) =>
    ASLEEP.map((asleep) => costLine(profile, asleep, asked, priceOf, prices)),
  );
  return [
    'Um ambiente, R$ por mês, acordado:',
    columns([
      ['', ...planIds.map((plan) => catalog.plan(plan).name), 'dormindo'],
      ...profiles.map((profile) => [
        profile.name,
        ...planIds.map((plan) => {
          const { awake, volume } = costOf(profile, asked[plan], prices);
          return cents(awake + volume);
        }),
        cents(costOf(profile, asked.free, prices).volume),
      ]),
    ]),
    '',
    `Mil gratuitos, R$ por mês; e o que sobra de mil clientes com ${percent(PAYING)} pagando:`,
    columns([
      ['', 'DORMINDO', 'LIMITE', 'NÓS', 'MIL', 'CADA', 'PRECISAM PAGAR', 'SOBRA'],
      ...lines.map((line) => [
        line.profile,
        percent(line.asleep),
        line.boundBy,
        String(line.nodes),
        reais(line.thousandFree),
        cents(line.oneFree),
        line.breakEven === null ? 'nenhuma parte basta' : percent(line.breakEven),
        reais(line.left),
      ]),
    ]),
    '',
    ...profiles.map((profile) => leverWords(profile, asleepNeeded(profile, asked, priceOf, prices))),
    '',
    `Preços de ${file}, lidos em ${readAt}, ± ${percent(margin)}; os seus: ${theirs}.`,
    `Quem paga traz ${formatPrice(Math.round(netRevenue(priceOf, prices) * 100))} por mês, depois de ${assumptions.taxPercent} % de impostos e da taxa da operadora,`,
    `com ${percent(assumptions.mix.essential)} no Essencial, ${percent(assumptions.mix.pro)} no Pro, ${percent(assumptions.mix.enterprise)} no Empresarial.`,
    `Pods usam até ${percent(assumptions.usable)} de um nó. A parte que dorme é uma suposição: "prontidao" mostra a sua.`,
  ].join('\n');
}

/** @throws CommandFailure for a file of prices that cannot be read. */
export function runCost(isJson: boolean): string {
  const { file, prices } = readPrices();
  const asked = requestedByPlan(readChart());
  if (!isJson) return printCost(asked, file, prices);
  const catalog = createCatalog(plansJson);
  const priceOf = (plan: PlanId): number => catalog.plan(plan).priceMonthlyReais;
  return printJson(
    prices.profiles.flatMap((profile) =>
      ASLEEP.map((asleep) => costLine(profile, asleep, asked, priceOf, prices)),
    ),
  );
}
