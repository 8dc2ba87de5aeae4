/** A titled part of a page, with an optional badge next to the title. */
import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
  /** `plain`: without the box, for what is rarely needed. */
  readonly look?: 'box' | 'plain';
  readonly className?: string;
}

const looks = {
  box: 'rounded-xl border border-line-strong bg-surface p-5 sm:p-7',
  plain: 'border-t border-line pt-6 sm:px-7',
} as const;

export function Section({ id, title, mark, children, look = 'box', className = '' }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`grid min-w-0 content-start gap-5 ${looks[look]} ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
}

/** Terms and their values, separated by thin lines. */
export function Facts({ rows }: { rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 last:pb-0"
        >
          <dt className="text-ui text-ink-soft">{term}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
