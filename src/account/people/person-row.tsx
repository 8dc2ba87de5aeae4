/** One line of a list of people: who, what about them, and what can be done. */
import type { ReactNode } from 'react';

interface PersonRowProps {
  readonly email: string;
  readonly about: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function PersonRow({
  email,
  about,
  className = 'py-3 first:pt-0 last:pb-0',
  children,
}: PersonRowProps) {
  return (
    <li className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-2 ${className}`}>
      <p className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{email}</span>
        <span className="text-ui text-ink-soft wrap-anywhere">{about}</span>
      </p>
      {children}
    </li>
  );
}
