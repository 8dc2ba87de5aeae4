/**
 * Failed checks per day where there are any, with the whole month as its scale; days without data are hatched, and a point marks those that
 * the report does not include. A table with the same data follows.
 */

import type { MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDay } from '#domain/billing/days.ts';
import { isWithoutData } from '#domain/reports/month.ts';
import { writeShare } from '#domain/reports/words.ts';
import { DAY_WIDTH_MAX, daysOfMonth, scaleTop } from './report-words.ts';

const STEP = 10;
const HEIGHT = 100;
/** Minimum height, so that a single failed check is visible. */
const BAR_MIN = 2;

type Day = MonthReport['days'][number];

const failedOf = ({ availability }: Day): number => 1 - (availability ?? 1);

function described(days: readonly Day[]): string {
  const [worst] = days.toSorted((a, b) => failedOf(b) - failedOf(a));
  if (worst === undefined) return '';
  return `Dia com mais falhas: ${formatDay(worst.day)}, com ${writeShare(failedOf(worst))} das checagens.`;
}

export function FailuresChart({ report: { month, days } }: { report: Pick<MonthReport, 'month' | 'days'> }) {
  const top = scaleTop(days.map(failedOf));
  const byDay = new Map(days.map((each) => [each.day, each]));
  const shown = daysOfMonth(month);
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-note text-ink-soft tabular-nums">
      <div aria-hidden="true" className="flex h-40 flex-col justify-between text-end leading-none sm:h-48">
        <span>{writeShare(top)}</span>
        <span>{writeShare(top / 2)}</span>
        <span>0</span>
      </div>
      <div className="grid gap-y-1.5" style={{ maxWidth: shown.length * DAY_WIDTH_MAX }}>
        <svg
          viewBox={`0 0 ${shown.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Falhas por dia. ${described(days)}`}
          className="block h-40 w-full overflow-visible forced-color-adjust-none sm:h-48"
        >
          <pattern
            id="sem-dados"
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1" height="4" className="fill-control" />
          </pattern>
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              x1={0}
              x2={shown.length * STEP}
              y1={y}
              y2={y}
              className="stroke-line-strong stroke-1"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shown.map((day, index) => (
            <Column key={day} day={byDay.get(day)} x={index * STEP} top={top} />
          ))}
        </svg>
        <div
          aria-hidden="true"
          className="grid"
          style={{ gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}
        >
          {shown.map((day, index) => (
            <span key={day} className="overflow-visible text-center whitespace-nowrap">
              {index === 0 || Number(day.slice(8)) % 5 === 0 ? Number(day.slice(8)) : ''}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

interface ColumnProps {
  /** `undefined`: the report does not include it. */
  readonly day: Day | undefined;
  readonly x: number;
  /** Share at the top of the scale. */
  readonly top: number;
}

function Column({ day, x, top }: ColumnProps) {
  if (day === undefined)
    return <rect x={x + 4} y={HEIGHT - 5} width={2} height={2} className="fill-control" />;
  if (isWithoutData(day))
    return (
      <rect x={x + 1} y={0} width={STEP - 2} height={HEIGHT} fill="url(#sem-dados)">
        <title>{`${formatDay(day.day)}: sem dados`}</title>
      </rect>
    );
  const failed = failedOf(day);
  const height = failed === 0 ? 0 : Math.max(BAR_MIN, (failed / top) * HEIGHT);
  return (
    <rect x={x + 2} y={HEIGHT - height} width={STEP - 4} height={height} className="fill-down">
      <title>{`${formatDay(day.day)}: ${writeShare(failed)} de falhas`}</title>
    </rect>
  );
}
