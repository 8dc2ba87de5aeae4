/** Replaces what only an owner may do, for a person who works in another's environment: whose it is, and how to leave. */

import type { ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages/checkout.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { ApiError } from '#lib/api.ts';
import { tenantUrl } from '#lib/settings.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';

interface WorksElsewhereProps {
  readonly tenant: string;
  /** What the page is for: a change of plan, an environment of one's own, the card. */
  readonly wants: keyof typeof sentences;
}

const sentences = {
  plan: message('member.plan'),
  own: message('member.own'),
  card: message('member.card'),
} as const;

export function WorksElsewhere({ tenant, wants }: WorksElsewhereProps) {
  const url = tenantUrl(tenant);
  useKnownMember(true);
  return (
    <Instead
      actions={
        <>
          <Button href={`${url}/dashboard`}>Abrir o ambiente</Button>
          <Button href={PEOPLE_PAGE} variant="secondary">
            Sair deste ambiente
          </Button>
          <Button href="/conta" variant="quiet">
            Ver minha conta
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{message('member.works-in', { endereco: shownAddress(url) })}</p>
      <p>{sentences[wants]}</p>
    </Instead>
  );
}

const ownersOnly: ErrorCode = 'owner-only';

/** True for the refusal of what only the owner may do. */
export const isForOwnerOnly = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === ownersOnly;
