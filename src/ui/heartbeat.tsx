/**
 * The heartbeat strip: each pill stands for one measured value and is never decoration.
 *
 * | Where | One pill is | Red, amber, pale |
 * |---|---|---|
 * | hero, social images | one minute of one night | down; –; not yet measured |
 * | table of plans, checkout | a fixed number of monitors, the same in every plan | – ; –; – |
 * | provisioning | a share of one of the four steps | the step that failed; –; still to come |
 * | how the monitors stand now | one check | down; maintenance; being repeated, or not yet made |
 * | landing page, specialised features | one check, or a share of a certificate's validity | down; maintenance; already past |
 * | change of plan, account | one monitor of the limit, or a share of it, without its state | –; over the limit; still free |
 * | page not found | one address looked up | this one; –; – |
 *
 * Each run of equal pills is a single path. The strip is one image for screen readers, described by `label`; colour is
 * never the only information. With forced colours the pills keep theirs, because the colour is the value.
 */

/** `used`: taken, whatever its state; `free`: not taken. `blank` leaves a gap, so that strips of different lengths line up. */
type BeatState = 'up' | 'used' | 'free' | 'down' | 'maintenance' | 'idle' | 'running' | 'blank';

/** A run of equal pills: `{ state: 'down', count: 7 }` is seven red pills. */
export interface BeatRun {
  readonly state: BeatState;
  readonly count: number;
}

interface HeartbeatProps {
  readonly runs: readonly BeatRun[];
  /** Description of the strip for screen readers. */
  readonly label: string;
  /** `sm`: next to a number. `md`: alone in a card. `strip`: the tall one. */
  readonly size?: 'sm' | 'md' | 'strip';
  readonly className?: string;
}

const states: Record<Exclude<BeatState, 'blank'>, string> = {
  up: 'stroke-pill',
  used: 'stroke-ink-soft',
  free: 'stroke-line-strong',
  down: 'stroke-down',
  maintenance: 'stroke-maintenance',
  idle: 'stroke-pill-idle',
  running: 'stroke-pill animate-breathe',
};

/** Part of its height that a pill may be wide: a strip of few pills ends earlier than its column. */
const WIDTH_MAX = 0.6;

/** Height, gap and usual width in CSS pixels. The drawing is stretched to fit. */
const sizes = {
  sm: { className: 'h-4', height: 16, gap: 3, widthOf: () => 360 },
  md: { className: 'h-8', height: 32, gap: 4, widthOf: () => 560 },
  strip: { className: 'h-14 sm:h-18', height: 64, gap: 3.5, widthOf: (count: number) => 10 * count },
} as const;

export function Heartbeat({ runs, label, size = 'md', className = '' }: HeartbeatProps) {
  const { className: heightClass, height, gap, widthOf } = sizes[size];
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  const widthMax = rounded(count * (WIDTH_MAX * height + gap) - gap);
  const pitch = rounded((Math.min(widthOf(count), widthMax) + gap) / count);
  const pill = rounded(pitch - gap);
  const firsts = runs.map((_run, index) => runs.slice(0, index).reduce((sum, run) => sum + run.count, 0));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rounded(count * pitch - gap)} ${height}`}
      preserveAspectRatio="none"
      // An attribute: the pages' policy refuses inline styles.
      width={widthMax}
      className={`max-w-full forced-color-adjust-none fill-none ${heightClass} ${className}`}
      strokeWidth={pill}
      strokeLinecap="round"
    >
      {runs.map(({ state, count: beats }, index) =>
        state === 'blank' || beats === 0 ? null : (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: runs are identified by their position
            key={index}
            className={states[state]}
            data-beat={state}
            d={pills({ from: rounded((firsts[index] ?? 0) * pitch), beats, pitch, pill, height })}
          />
        ),
      )}
    </svg>
  );
}

interface Row {
  readonly from: number;
  readonly beats: number;
  readonly pitch: number;
  readonly pill: number;
  readonly height: number;
}

/**
 * Upright strokes with round ends. A single path, because an element per pill would be too slow on a phone.
 */
function pills({ from, beats, pitch, pill, height }: Row): string {
  const stroke = `v${rounded(height - pill)}`;
  const next = `m${pitch} ${-rounded(height - pill)}${stroke}`;
  return `M${rounded(from + pill / 2)} ${rounded(pill / 2)}${stroke}${next.repeat(beats - 1)}`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
