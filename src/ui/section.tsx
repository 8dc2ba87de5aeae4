/** A titled part of a page, with an optional badge next to the title. */
import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
  /** `plain`: without the box, for what is rarely needed. `form`: a part of a long form. */
  readonly look?: 'box' | 'plain' | 'form';
  readonly className?: string;
}

const looks = {
  box: 'rounded-xl border border-line-strong bg-surface p-5 sm:p-7',
  plain: 'border-t border-line pt-6 sm:px-7',
  form: '',
} as const;

export function Section({ id, title, mark, children, look = 'box', className = '' }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`grid min-w-0 content-start gap-5 ${looks[look]} ${className}`}>
      <div className={`flex flex-wrap items-center justify-between ${look === 'form' ? 'gap-4' : 'gap-3'}`}>
        <h2 id={id} className={look === 'form' ? 'text-2xl' : 'text-lg'}>
          {title}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
}
