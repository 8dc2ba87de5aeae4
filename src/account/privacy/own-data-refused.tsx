/** Why a copy or deletion was refused, how to continue, and that the sign-in was done. */
import { message } from '#domain/messages/account.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { confirmIdentity, type OwnDataFailure, type OwnDataStep } from './use-own-data.ts';

/** The reason, with a link when another sign-in helps. */
export function Refused({ failure, step }: { readonly failure: OwnDataFailure; readonly step: OwnDataStep }) {
  return (
    <Alert tone={failure.isStale ? 'warning' : 'error'} role="alert" title={failure.toast.title}>
      {failure.toast.lines?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {failure.isStale ? (
        <div className="mt-3 mb-1">
          <Button onClick={() => confirmIdentity(step)}>Entrar de novo</Button>
        </div>
      ) : null}
    </Alert>
  );
}

/** After the sign-in that a step needed. */
export function SignedInAgain() {
  return (
    <Alert tone="info" role="status">
      {message('own-data.signed-in-again')}
    </Alert>
  );
}
