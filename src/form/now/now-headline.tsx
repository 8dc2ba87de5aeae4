/** How everything stands, in one line that is announced when it changes, and what is down and why below it. */
import type { Now } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages/now.ts';
import { type HeadlineTone, headlineOf } from '#domain/now/headline.ts';
import { standingOf } from '#domain/now/standing.ts';
import { whyDown } from '#domain/now/words.ts';

interface NowHeadlineProps {
  readonly now: Now;
  readonly isAsking: boolean;
  /** Of the line: large at the top of a page. */
  readonly size?: 'lg' | 'md';
}

const dots: Readonly<Record<HeadlineTone, string>> = {
  up: 'bg-pill',
  down: 'bg-down',
  warning: 'bg-maintenance',
  maintenance: 'bg-maintenance',
  neutral: 'bg-line-strong',
};
const inks: Readonly<Record<HeadlineTone, string>> = {
  up: 'text-ink',
  down: 'text-down-text',
  warning: 'text-maintenance-text',
  maintenance: 'text-ink',
  neutral: 'text-ink',
};
const sizes = { lg: 'display text-3xl sm:text-4xl', md: 'text-lg leading-7 font-semibold' } as const;

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
/** Names that fit below the line. */
const NAMES_MAX = 3;

export function NowHeadline({ now, isAsking, size = 'md' }: NowHeadlineProps) {
  const { tone, words, more } = isAsking
    ? { tone: 'neutral' as const, words: message('now.asking'), more: [] }
    : headlineOf(now, Date.now());
  const detail = isAsking ? '' : detailOf(now);
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`size-3.5 shrink-0 rounded-full forced-color-adjust-none ${dots[tone]}`}
        />
        <span role="status" className={`min-w-0 wrap-anywhere ${sizes[size]} ${inks[tone]}`}>
          {words}
        </span>
      </p>
      {/* Two lines on a phone: what comes and goes here moves nothing. */}
      <p className="min-h-12 max-w-prose leading-6 wrap-anywhere text-ink-soft sm:min-h-6">
        {[detail, more.join(', ')].filter((part) => part !== '').join(' · ')}
      </p>
    </div>
  );
}

/** Which are down, and why the only one is. */
function detailOf(now: Now): string {
  if (now.state !== 'active') return '';
  if (!now.isCurrent) return now.heardAt === null ? message('now.never-heard') : '';
  if (now.monitors.length === 0) return message('now.none');
  const down = now.monitors.filter((each) => standingOf(each, true, Date.now()).kind === 'down');
  const [first, ...others] = down;
  if (first === undefined) return '';
  if (others.length === 0) {
    const why = whyDown(first, Date.now());
    return why === '' ? first.name : `${first.name}: ${why}`;
  }
  const left = down.length - NAMES_MAX;
  return list.format([
    ...down.slice(0, NAMES_MAX).map(({ name }) => name),
    ...(left > 0 ? [`mais ${left}`] : []),
  ]);
}
