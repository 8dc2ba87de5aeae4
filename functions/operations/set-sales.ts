/** Closes and opens the sales for an operator. */
import type { SalesState } from '#domain/api-schemas/operation-environments.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * @param wanted Without it the state is only read.
 * @param by The operator's name.
 */
export async function setSales(
  { sales, clock }: Pick<Deps, 'sales' | 'clock'>,
  wanted: SalesState['state'] | undefined,
  by: string,
): Promise<SalesState> {
  const before = await sales.read();
  const isNew = wanted !== undefined && (wanted === 'closed') !== (before !== null);
  if (!isNew) return stateOf(before, false);
  if (wanted === 'open') {
    await sales.open();
    return stateOf(null, true);
  }
  const closed = { since: clock.now(), by };
  await sales.close(closed);
  return stateOf(closed, true);
}

const stateOf = (closed: { since: number; by: string } | null, isNew: boolean): SalesState => ({
  state: closed === null ? 'open' : 'closed',
  since: closed?.since ?? null,
  by: closed?.by ?? null,
  isNew,
});
