/** One monitor: its state in a word, since when, why, its newest checks and its response time. */
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages/now.ts';
import { type HeadlineTone, timeAt } from '#domain/now/headline.ts';
import { standingOf } from '#domain/now/standing.ts';
import { sinceOf, standingWords, whyDown } from '#domain/now/words.ts';
import { CheckStrip } from '#form/now/check-strip.tsx';
import { useSeen } from '#form/now/use-now-read.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const badges: Readonly<Record<HeadlineTone, BadgeTone>> = {
  up: 'signal',
  down: 'down',
  warning: 'maintenance',
  maintenance: 'maintenance',
  neutral: 'neutral',
};
const number = new Intl.NumberFormat('pt-BR');

interface MonitorRowProps {
  readonly now: Now;
  readonly monitor: NowMonitor;
}

/** Of one height whatever it says, so that rows below stay where they are. */
export function MonitorRow({ now, monitor }: MonitorRowProps) {
  const at = Date.now();
  const standing = standingOf(monitor, now.isCurrent, at);
  const { word, tone } = standingWords[standing.kind];
  const why = standing.kind === 'down' ? whyDown(monitor, at) : '';
  const seen =
    monitor.seen === null
      ? []
      : [message('now.seen-by', { nome: monitor.seen.by, desde: timeAt(monitor.seen.at, at) })];
  const said = [sinceOf(standing, at), why, ...seen].filter((part) => part !== '').join(' · ');
  return (
    <li className="grid content-center gap-x-6 gap-y-1.5 border-t border-line py-3 lg:grid-cols-[minmax(0,1fr)_15rem_8rem] lg:items-center">
      {/* On a laptop the states stand in a column of their own, which the eye goes down. */}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 lg:grid-cols-[9.5rem_minmax(0,1fr)]">
        <a
          href={`${now.url}/dashboard/${monitor.id}`}
          className="-my-2.5 min-w-0 justify-self-start py-2.5 font-semibold wrap-anywhere underline-offset-4 hover:underline lg:col-start-2"
        >
          {monitor.name}
          <span className="sr-only"> (abre no painel)</span>
        </a>
        <div className="lg:col-start-1 lg:row-start-1">
          <Badge tone={badges[tone]}>{word}</Badge>
        </div>
        <p className="col-span-full min-h-6 text-ui leading-6 wrap-anywhere text-ink-soft lg:col-start-2">
          {said}
        </p>
      </div>
      <div className="col-span-full flex min-h-10 min-w-0 items-center justify-between gap-4 lg:col-span-2 lg:grid lg:grid-cols-subgrid">
        <div className="min-w-0 flex-1">
          <CheckStrip beats={monitor.beats} />
        </div>
        <div className="shrink-0 text-end text-ui tabular-nums text-ink-soft">
          {standing.kind === 'down' && monitor.fall !== null && monitor.seen === null ? (
            <SeenButton falls={[monitor.fall]} about={monitor.name} />
          ) : standing.kind === 'up' && monitor.ping !== null ? (
            `${number.format(monitor.ping)} ms`
          ) : null}
        </div>
      </div>
    </li>
  );
}

interface SeenButtonProps {
  readonly falls: readonly number[];
  /** What it is about, for who does not see where it stands; none for all. */
  readonly about?: string;
}

/** "Estou vendo": nobody is reminded of these falls any more, and the others are told who looks after them. */
export function SeenButton({ falls, about }: SeenButtonProps) {
  const seen = useSeen();
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        isPending={seen.isPending}
        onClick={() => seen.isPending || seen.mutate(falls)}
      >
        {about === undefined ? `Estou vendo as ${falls.length}` : 'Estou vendo'}
        {about === undefined ? null : <span className="sr-only"> {about}</span>}
      </Button>
      {seen.isError ? (
        <p role="alert" className="mt-1 text-note text-down-text">
          {message('now.seen-failed-title')}
        </p>
      ) : null}
    </>
  );
}
