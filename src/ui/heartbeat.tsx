/**
 * The strip of beats: each pill is one measured thing, never wallpaper.
 *
 * | Where | One pill is | Red, amber, pale |
 * |---|---|---|
 * | hero, social images | one minute of one night | down; –; not yet measured |
 * | table of plans, checkout | a fixed number of monitors, the same in every plan | – ; –; – |
 * | provisioning | a share of one of the four steps | the step that failed; –; still to come |
 * | landing page, specialised features | one check, or a share of a certificate's validity | down; maintenance; already past |
 * | change of plan | one monitor of the limit, or a share of it | –; over the limit; still free |
 * | page not found | one address looked up | this one; –; – |
 *
 * It is one picture to a screen reader, so `label` tells what it shows in words; colour is never the only carrier.
 * Under forced colours the pills keep their own, because their colour is the measurement.
 */

/** `blank` keeps a place free, so that strips of different lengths share one measure. */
type BeatState = 'up' | 'down' | 'maintenance' | 'idle' | 'running' | 'blank';

/** Equal neighbours: `{ state: 'down', count: 7 }` is seven red pills. */
export interface BeatRun {
  readonly state: BeatState;
  readonly count: number;
}

interface HeartbeatProps {
  readonly runs: readonly BeatRun[];
  /** What the strip says, in a sentence. */
  readonly label: string;
  /** `sm` stands beside a number, `md` alone in a card, `strip` is the tall one that tells a story. */
  readonly size?: 'sm' | 'md' | 'strip';
  readonly className?: string;
}

const states: Record<BeatState, string> = {
  up: 'bg-pill',
  down: 'bg-down',
  maintenance: 'bg-maintenance',
  idle: 'bg-pill-idle',
  running: 'bg-pill animate-breathe',
  blank: 'invisible',
};

const heights = { sm: 'h-4 gap-[3px]', md: 'h-8 gap-1', strip: 'h-14 sm:h-18 gap-[3px] sm:gap-1' } as const;

export function Heartbeat({ runs, label, size = 'md', className = '' }: HeartbeatProps) {
  const beats = runs.flatMap((run, index) =>
    Array.from({ length: run.count }, (_, beat) => ({ key: `${index}-${beat}`, state: run.state })),
  );
  return (
    <div
      role="img"
      aria-label={label}
      className={`flex forced-color-adjust-none w-full items-stretch ${heights[size]} ${className}`}
    >
      {beats.map(({ key, state }) => (
        <i key={key} className={`beat min-w-0 flex-1 rounded-full ${states[state]}`} data-beat={state} />
      ))}
    </div>
  );
}
