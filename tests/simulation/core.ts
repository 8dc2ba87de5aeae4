/**
 * What every rehearsal shares: its numbers and its seed from the command line, how long it has taken, a world that is
 * closed whatever happens, and the verdict as the exit code. With `--sample`, for `npm test`, it always plays the same.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

interface Sizes<Name extends string> {
  /** Of a whole run, whose seed is drawn. */
  readonly usual: Readonly<Record<Name, number>>;
  readonly sample?: Readonly<Record<NoInfer<Name> | 'seed', number>>;
  /** Further options. */
  readonly more?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
}

/** Reads `--name N` for each number, `--seed N`, `--sample`, and further options. */
export function readRun<Name extends string>({ usual, sample, more = {} }: Sizes<Name>) {
  const names = [...Object.keys(usual), 'seed'] as (Name | 'seed')[];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      ...(sample && { sample: { type: 'boolean' as const } }),
      ...more,
    },
  });
  const given: Readonly<Record<string, string | boolean | undefined>> = values;
  const chosen = given['sample'] && sample ? sample : { ...usual, seed: randomInt(1_000_000) };
  const plan = Object.fromEntries(names.map((name) => [name, Number(given[name] ?? chosen[name])]));
  for (const name of names) if (!((plan[name] ?? -1) >= 0)) throw new Error(`--${name} é um número.`);
  const began = Date.now();
  return {
    plan: plan as Record<Name | 'seed', number>,
    given,
    /** Since the run began, in words. */
    seconds: () => `${((Date.now() - began) / 1000).toFixed(0)} s`,
  };
}
type Run = Pick<ReturnType<typeof readRun>, 'seconds'> & { readonly plan: { readonly seed: number } };

/**
 * Plays a rehearsal; the exit code says whether all was right.
 *
 * @param size Said after the seed.
 * @param play Returns whether all was right.
 */
export async function rehearseIn<World>(
  { plan }: Run,
  size: string,
  open: () => Promise<World> | World,
  play: (world: World) => Promise<boolean>,
  close: (world: World) => Promise<unknown>,
): Promise<void> {
  process.exitCode = 1;
  console.log(`Semente ${plan.seed} (repita com --seed ${plan.seed})${size}`);
  const world = await open();
  try {
    process.exitCode = (await play(world)) ? 0 : 1;
  } finally {
    await close(world);
  }
}

/** Says what is wrong, and then the verdict. */
export function isAllRight({ plan, seconds }: Run, problems: readonly string[]): boolean {
  for (const problem of problems) console.log(`✗ ${problem}`);
  const verdict = problems.length === 0 ? 'Tudo confere' : `${problems.length} problemas`;
  console.log(`\n${verdict} (${seconds()}, semente ${plan.seed})`);
  return problems.length === 0;
}
