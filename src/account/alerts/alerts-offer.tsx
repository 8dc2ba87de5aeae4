/** Offers a member the alerts at the own address, which the invitation has proven: one press, no code. */
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { ActState } from './use-acts.ts';

interface AlertsOfferProps {
  readonly email: string;
  readonly change: ActState;
  readonly onTake: () => void;
}

export function AlertsOffer({ email, change, onTake }: AlertsOfferProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">{message('alerts.offer')}</p>
      <p className="font-semibold wrap-anywhere">{email}</p>
      <Button isPending={change.isOwn} onClick={onTake}>
        Receber os avisos <span className="sr-only">em {email}</span>
      </Button>
      <FailureAlert toast={change.error?.toast} />
      <Waiting isOn={change.isOwn}>{message('waiting.server')}</Waiting>
    </div>
  );
}
