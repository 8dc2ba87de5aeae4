/** A short label. Use red and amber only for states. */
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'signal' | 'down' | 'maintenance' | 'pill';

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line-strong bg-surface text-ink-soft',
  signal: 'border-transparent bg-signal-soft text-on-signal-soft',
  pill: 'border-transparent bg-pill text-on-pill',
  down: 'border-transparent bg-down-soft text-down-text',
  maintenance: 'border-transparent bg-maintenance-soft text-maintenance-text',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-sm border px-2 py-0.5 text-sm leading-5 font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
