/** Everyone who enters the environment: the owner first, then the members with buttons to remove them. */
import { useState } from 'react';
import type { OwnersPeople } from '#domain/api-schemas/people.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/people.ts';
import { ConfirmDialog } from '#form/confirm-dialog.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { PersonRow } from './person-row.tsx';
import { usePeopleChange } from './use-people.ts';

type Person = OwnersPeople['members'][number];

interface MemberListProps {
  readonly owner: Pick<AuthenticatedSession, 'name' | 'email'>;
  readonly members: readonly Person[];
  readonly onDone: (sentence: string) => void;
}

export function MemberList({ owner, members, onDone }: MemberListProps) {
  const [asked, setAsked] = useState<Person | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = usePeopleChange(() => {
    setOpen(false);
    onDone(message('people.removed'));
  });
  return (
    <Section id="pessoas-titulo" title="Quem entra no painel">
      <ul className="grid [&>li+li]:border-t [&>li+li]:border-line">
        <PersonRow
          email={owner.email}
          about={owner.name === owner.email ? 'você' : `${owner.name} · você`}
          className="pb-3"
        >
          <Badge>Dono</Badge>
        </PersonRow>
        {members.map((person) => (
          <PersonRow
            key={person.id}
            email={person.email}
            about={`${person.name === undefined ? '' : `${person.name} · `}desde ${formatMoment(person.joinedAt)}`}
          >
            <span className="flex flex-wrap items-center gap-3">
              {person.isPaused ? <Badge tone="maintenance">Sem acesso</Badge> : null}
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Retirar ${person.email}`}
                onClick={() => {
                  remove.reset();
                  setAsked(person);
                  setOpen(true);
                }}
              >
                Retirar
              </Button>
            </span>
          </PersonRow>
        ))}
      </ul>
      <ConfirmDialog
        words={{
          title: 'Retirar o acesso?',
          points: [
            `${asked?.email ?? ''} perde o acesso em até um minuto, também nas páginas que estiverem abertas. As outras pessoas não notam nada.`,
            'Monitores, avisos e histórico ficam como estão, também o que a pessoa criou.',
            'Senhas e chaves que ela viu no painel continuam as mesmas: troque as que importam.',
          ],
          confirm: 'Retirar o acesso',
        }}
        isOpen={isOpen}
        isPending={remove.isPending}
        failure={remove.error}
        onConfirm={() => asked && remove.mutate({ kind: 'remove', id: asked.id })}
        onClose={() => setOpen(false)}
      />
    </Section>
  );
}
