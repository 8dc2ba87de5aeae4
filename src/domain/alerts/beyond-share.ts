/** What is told although the day's share is spent. Pure. */
import { businessDay } from '../billing/days.ts';
import type { AlertLine } from './lines.ts';
import type { KnownMonitor } from './memory.ts';
import type { Story } from './story.ts';

type Told = Pick<Story, 'known' | 'lines'>;

/** A fall that is over is both. */
const parts: Readonly<Record<'fell' | 'returned', ReadonlySet<AlertLine['what']>>> = {
  fell: new Set(['fell', 'brief']),
  returned: new Set(['returned', 'left', 'brief']),
};

const partsOf = (lines: readonly AlertLine[]) => ({
  fell: lines.some(({ what }) => parts.fell.has(what)),
  returned: lines.some(({ what }) => parts.returned.has(what)),
});

const usedOf = (known: KnownMonitor | null, today: string) =>
  known?.beyond?.day === today ? known.beyond : null;

/**
 * With the day's share spent, a monitor of which this recipient heard nothing today still has one fall and one return.
 * @param today As `businessDay` has it.
 */
export function isBeyondShare({ known, lines: all }: Told, today: string): boolean {
  // That somebody looks after a fall is free.
  const lines = all.filter(({ what }) => what !== 'seen');
  if (lines.length === 0) return true;
  const isToday = known !== null && businessDay(known.toldAt) === today;
  const used = usedOf(known, today);
  if (isToday && used === null) return false;
  const told = partsOf(lines);
  const isKept = ({ what }: AlertLine) => parts.fell.has(what) || parts.returned.has(what);
  return lines.every(isKept) && !(told.fell && used?.fell) && !(told.returned && used?.returned);
}

/** What was told of a monitor beyond the share, after this. */
export function afterBeyond({ known, lines }: Told, today: string): KnownMonitor['beyond'] {
  const [told, used] = [partsOf(lines), usedOf(known, today)];
  return {
    day: today,
    fell: told.fell || used?.fell === true,
    returned: told.returned || used?.returned === true,
  };
}
