/** Explains a long wait in words. */
import { type ReactNode, useEffect, useState } from 'react';

const QUIET_MS = 3_000;

/** True from the third second of a wait until its end. */
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
  /** A sentence that says whose answer we wait for. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** For a busy button or a loading page; empty until the wait is long. */
export function Waiting({ isOn, children, className = '' }: WaitingProps) {
  const isSlow = useIsSlow(isOn);
  return (
    <p role="status" className={`max-w-prose text-ui leading-6 text-ink-soft empty:hidden ${className}`}>
      {isSlow ? children : null}
    </p>
  );
}
