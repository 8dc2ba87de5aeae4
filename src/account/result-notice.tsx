/** The result of an action whose button may be gone, so it takes the focus. */
import { useEffect, useRef } from 'react';
import { Alert } from '#ui/alert.tsx';

/** Shows nothing while `sentence` is `null`. */
export function ResultNotice({ sentence }: { readonly sentence: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence !== null) box.current?.focus();
  }, [sentence]);
  if (sentence === null) return null;
  return (
    <div ref={box} tabIndex={-1} className="rounded-md">
      <Alert tone="success" role="status">
        {sentence}
      </Alert>
    </div>
  );
}
