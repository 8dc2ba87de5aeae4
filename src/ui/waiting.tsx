/** What is waited for: said in words once a wait is longer than anybody looks at a sign that says nothing. */
import { type ReactNode, useEffect, useState } from 'react';

const QUIET_MS = 3_000;

/** True from the third second of a wait until it ends. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isWaiting && isSlow;
}

interface WaitingProps {
  readonly isOn: boolean;
  /** A whole sentence: who has to answer. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** Stands beside a button that works or a page that loads; empty until the wait is long. */
export function Waiting({ isOn, children, className = '' }: WaitingProps) {
  const isSlow = useIsSlow(isOn);
  return (
    <p role="status" className={`max-w-prose text-ui leading-6 text-ink-soft empty:hidden ${className}`}>
      {isSlow ? children : null}
    </p>
  );
}
