/**
 * Why the card was refused, where the card is given: the notice is scrolled to, and the control takes focus.
 *
 * Not a live region, because the focused control is described by it.
 */
import { useEffect, useRef } from 'react';
import { fieldId } from '#form/field-id.ts';
import type { Declined } from '#form/use-problem-report.ts';
import { Alert } from '#ui/alert.tsx';

const NOTICE_ID = 'cartao-recusado';

/** Id for `aria-describedby` while the notice is shown. */
export const declinedId = (declined: Declined | null): string | undefined =>
  declined === null ? undefined : NOTICE_ID;

export function DeclinedNotice({ declined }: { readonly declined: Declined | null }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (declined === null) return;
    document.getElementById(fieldId(declined.path))?.focus({ preventScroll: true });
    notice.current?.scrollIntoView();
  }, [declined]);
  if (declined === null) return null;
  return (
    <div ref={notice} id={NOTICE_ID} className="scroll-mt-6">
      <Alert tone="error" title={declined.title}>
        {declined.sentence}
      </Alert>
    </div>
  );
}
