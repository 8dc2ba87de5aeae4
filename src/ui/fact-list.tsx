/** Terms and their values, with a thin line above each. */
import type { ReactNode } from 'react';

interface FactListProps {
  readonly rows: readonly (readonly [term: string, value: ReactNode])[];
  /** Closer together, for what is already in a section. */
  readonly isTight?: boolean;
  readonly className?: string;
}

export function FactList({ rows, isTight = false, className = '' }: FactListProps) {
  return (
    <dl className={`${isTight ? '' : 'grid gap-3'} ${className}`}>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className={`flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line ${isTight ? 'py-2.5 last:pb-0' : 'pt-3'}`}
        >
          <dt className="text-ui text-ink-soft">{term}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
