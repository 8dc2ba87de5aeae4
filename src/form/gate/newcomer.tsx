/** The gate for an account that neither has an environment nor works in one. */
import type { OpenInvitation } from '#domain/api-schemas/invitations.ts';
import { message } from '#domain/messages/shared.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { OpenInvitations, useOpenInvitations } from './open-invitations.tsx';

interface NewcomerProps {
  /** What the account is invited to; read here where it is not known. */
  readonly known?: readonly OpenInvitation[] | undefined;
}

/** With what the account was invited to first: paying for it instead would be a click away. */
export function Newcomer({ known }: NewcomerProps) {
  const read = useOpenInvitations(known === undefined);
  const invitations = known ?? read;
  if (invitations === undefined)
    return (
      <p role="status" className="py-8 text-ink-soft">
        {message('account.loading')}
      </p>
    );
  const isInvited = invitations.length > 0;
  return (
    <div className="grid max-w-prose gap-6">
      <OpenInvitations open={invitations} />
      <Instead
        actions={
          <Button href="/checkout" variant={isInvited ? 'secondary' : 'primary'}>
            Escolher um plano
          </Button>
        }
      >
        {message('gate.nobody')}
      </Instead>
    </div>
  );
}
