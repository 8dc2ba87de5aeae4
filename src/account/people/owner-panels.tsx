/** The owner's view: seats, invitation form, members and invitations. */
import { InvitationRequest, type OwnersPeople } from '#domain/api-schemas/people.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/people.ts';
import { writeCount } from '#domain/reports/words.ts';
import { emailInput, TextForm } from '#form/text-form.tsx';
import { catalog } from '#lib/catalog.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { InvitationList } from './invitation-list.tsx';
import { MemberList } from './member-list.tsx';
import { ResponsiblePanel } from './responsible-panel.tsx';
import { usePeopleChange } from './use-people.ts';

interface OwnerPanelsProps {
  readonly people: OwnersPeople;
  readonly owner: AuthenticatedSession;
  readonly onDone: (sentence: string) => void;
}

export function OwnerPanels({ people, owner, onDone }: OwnerPanelsProps) {
  const { seats, members, invitations, overUntil } = people;
  const isFull = seats.taken >= seats.total;
  return (
    <div className="grid gap-6">
      {overUntil === undefined ? null : (
        <Alert tone="warning" role="status" title="Há mais pessoas do que lugares">
          <p>
            Até {formatMoment(overUntil)}, retire quem não precisa mais entrar ou passe para um plano maior.
            Depois, quem entrou por último fica sem acesso até haver lugar. Ninguém é apagado.
          </p>
        </Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="grid gap-6">
          <Section
            id="convidar-titulo"
            title="Convidar"
            mark={
              <Badge tone={isFull ? 'maintenance' : 'neutral'}>
                {`${seats.taken} de ${writeCount(seats.total, 'lugar ocupado', 'lugares ocupados')}`}
              </Badge>
            }
          >
            <p className="max-w-prose">
              O plano {catalog.plan(people.plan).name} inclui {writeCount(seats.total, 'usuário', 'usuários')}
              , contando você. Um convite ocupa um lugar até ser aceito, cancelado ou vencer.
            </p>
            <p className="max-w-prose text-ui leading-6 text-ink-soft">{message('people.no-roles')}</p>
            {isFull ? <FullHouse people={people} /> : <InviteForm onDone={onDone} />}
          </Section>
          <MemberList owner={owner} members={members} onDone={onDone} />
          {invitations.length > 0 ? (
            <InvitationList invitations={invitations} isFull={isFull} onDone={onDone} />
          ) : null}
        </div>
        <div className="grid gap-6">
          <ResponsiblePanel />
          <CompanySignIn plan={people.plan} tenant={people.tenant} />
        </div>
      </div>
    </div>
  );
}

function FullHouse({ people }: { readonly people: OwnersPeople }) {
  const hasLarger = catalog.next(people.plan) !== undefined;
  return (
    <div className="grid justify-items-start gap-4">
      <Alert role="status">
        {people.seats.total === 1
          ? message('people.only-owner')
          : `${message('people.full')} ${hasLarger ? message('people.larger-has-more') : ''}`}
      </Alert>
      {hasLarger ? (
        <Button href={upgradePath(people.tenant)} variant="secondary">
          Ver planos maiores
        </Button>
      ) : null}
    </div>
  );
}

/** Signing in with the company's own accounts, which goes with the largest plan. */
function CompanySignIn({ plan, tenant }: Pick<OwnersPeople, 'plan' | 'tenant'>) {
  const largest = catalog.plans.at(-1);
  if (largest === undefined) return null;
  const isIncluded = plan === largest.id;
  return (
    <Section id="empresa-titulo" title="Entrar com a conta da empresa (SSO)">
      <p className="max-w-prose">
        {isIncluded ? message('people.company-how') : message('people.company-plan', { plano: largest.name })}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {isIncluded ? null : (
          <Button href={upgradePath(tenant, { plan: largest.id })} variant="secondary">
            Ver o {largest.name}
          </Button>
        )}
        <a href="/docs/company-sign-in" className="font-semibold text-signal underline underline-offset-4">
          {isIncluded ? 'Como pedir, passo a passo' : 'Como funciona'}
        </a>
      </div>
    </Section>
  );
}

/** Invites one e-mail address. */
function InviteForm({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const invite = usePeopleChange(() => onDone(message('people.invited')));
  return (
    <TextForm
      id="email"
      name="email"
      label="E-mail de quem você convida"
      input={emailInput}
      action={invite.isPending ? message('checkout.sending') : 'Convidar'}
      request={InvitationRequest}
      change={invite}
      send={(email, onSuccess) => invite.mutate({ kind: 'invite', email }, { onSuccess })}
    />
  );
}
