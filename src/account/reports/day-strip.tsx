/**
 * A month as a strip with a pill per day. Each state has its own shape, so that it works in print and without colour:
 * whole pill, pill above a dot, half pill, empty pill, dash; a point for a day in the future or before the environment.
 * Drawn as SVG, because printers omit backgrounds.
 */
import type { DayState } from '#domain/reports/words.ts';
import { DAY_WIDTH_MAX, describeStrip, type StripDay, stateWords } from './report-words.ts';

const STEP = 10;
const HEIGHT = 28;

function Beat({ state, x }: { state: DayState; x: number }) {
  const pill = { x: x + 1, width: STEP - 2, rx: 4 };
  switch (state) {
    case 'whole':
      return <rect {...pill} y={0} height={HEIGHT} className="fill-pill" />;
    case 'some':
      return (
        <>
          <rect {...pill} y={0} height={17} className="fill-pill" />
          <rect {...pill} y={20} height={8} className="fill-down" />
        </>
      );
    case 'many':
      return <rect {...pill} y={13} height={15} className="fill-down" />;
    case 'maintenance':
      return (
        <rect
          x={x + 1.75}
          y={0.75}
          width={STEP - 3.5}
          height={HEIGHT - 1.5}
          rx={3.25}
          className="fill-none stroke-maintenance stroke-[1.5]"
        />
      );
    case 'none':
      return <rect x={x + 2} y={HEIGHT / 2 - 1} width={STEP - 4} height={2} className="fill-control" />;
  }
}

/** A day that the report does not include. */
function Outside({ x }: { x: number }) {
  return <rect x={x + 4} y={HEIGHT / 2 - 1} width={2} height={2} className="fill-control" />;
}

interface DayStripProps {
  /** Name of the monitor: "Loja". */
  readonly name: string;
  readonly days: readonly StripDay[];
}

export function DayStrip({ name, days }: DayStripProps) {
  return (
    <svg
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: ${describeStrip(days)}.`}
      width={days.length * DAY_WIDTH_MAX}
      className="block h-auto max-w-full forced-color-adjust-none"
    >
      {days.map(({ day, state, text }, index) =>
        state === null ? (
          <Outside key={day} x={index * STEP} />
        ) : (
          <g key={day}>
            <title>{text}</title>
            <Beat state={state} x={index * STEP} />
          </g>
        ),
      )}
    </svg>
  );
}

interface StripLegendProps {
  readonly days: readonly StripDay[];
  /** What a day outside the report is; `null` without one. */
  readonly outside: string | null;
}

/** Legend of the shapes that are shown. */
export function StripLegend({ days, outside }: StripLegendProps) {
  const shown = (Object.keys(stateWords) as DayState[]).filter((state) =>
    days.some((each) => each.state === state),
  );
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-note text-ink-soft">
      {shown.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg
            viewBox={`0 0 ${STEP} ${HEIGHT}`}
            aria-hidden="true"
            className="h-5 w-auto forced-color-adjust-none"
          >
            <Beat state={state} x={0} />
          </svg>
          {stateWords[state]}
        </li>
      ))}
      {outside === null ? null : (
        <li className="flex items-center gap-1.5">
          <svg
            viewBox={`0 0 ${STEP} ${HEIGHT}`}
            aria-hidden="true"
            className="h-5 w-auto forced-color-adjust-none"
          >
            <Outside x={0} />
          </svg>
          {outside}
        </li>
      )}
    </ul>
  );
}
