/** A picture of what comes while a page loads, so that nothing jumps afterwards. */
import type { ReactNode } from 'react';
import { useIsSlow } from '#ui/waiting.tsx';

interface SkeletonProps {
  /** Shown once the wait is long. */
  readonly loading: string;
  readonly className: string;
  readonly children: ReactNode;
}

export function Skeleton({ loading, className, children }: SkeletonProps) {
  const isSlow = useIsSlow(true);
  return (
    <div role="status">
      <span className={isSlow ? 'mb-5 block text-ink-soft' : 'sr-only'}>{loading}</span>
      <div aria-hidden="true" className={`grid gap-6 ${className}`}>
        {children}
      </div>
    </div>
  );
}

/** @param className Height and width. */
export const Bar = ({ className }: { readonly className: string }) => (
  <div className={`forced-color-adjust-none animate-breathe rounded-sm bg-line ${className}`} />
);

/** Look of a box that is still empty. */
export const box = 'grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7';
