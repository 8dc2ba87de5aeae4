/** The address typed on the landing page, as it goes along with the sign-up: what is watched first, unless it is removed. */
import { useState } from 'react';
import { checkFirstAddress } from '#domain/alerts/first-address.ts';
import { message } from '#domain/messages/alerts.ts';
import { forgetFirstAddress, keptFirstAddress } from '#lib/first-address.ts';
import { Button } from '#ui/button.tsx';

export function FirstAddress() {
  const [typed, setTyped] = useState(keptFirstAddress);
  if (typed === null) return null;
  const checked = checkFirstAddress(typed);
  const remove = () => {
    forgetFirstAddress();
    setTyped(null);
  };
  return (
    <section aria-label={message('first-monitor.title')} className="grid gap-1 border-t border-line pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-code text-ui wrap-anywhere">{checked.ok ? checked.value : typed}</span>
        <Button variant="quiet" size="sm" onClick={remove}>
          Não vigiar este
        </Button>
      </p>
      {checked.ok ? (
        <p className="text-ui text-ink-soft">
          {message('first-monitor.carried')} {message('first-monitor.permission')}
        </p>
      ) : (
        <p className="text-ui text-down-text">
          {message(checked.problem)}. {message('first-monitor.mend')}
        </p>
      )}
    </section>
  );
}
