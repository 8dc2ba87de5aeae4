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
import { usePeopleChange } from './use-people.ts';

type Person = OwnersPeople['pessoas'][number];

interface MemberListProps {
  readonly owner: Pick<AuthenticatedSession, 'name' | 'email'>;
  readonly pessoas: readonly Person[];
  readonly onDone: (sentence: string) => void;
}

export function MemberList({ owner, pessoas, onDone }: MemberListProps) {
  const [asked, setAsked] = useState<Person | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = usePeopleChange(() => {
    setOpen(false);
    onDone(message('people.removed'));
  });
  return (
    <Section id="pessoas-titulo" title="Quem entra no ambiente">
      <ul className="grid [&>li+li]:border-t [&>li+li]:border-line">
        <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3">
          <p className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{owner.email}</span>
            <span className="text-ui text-ink-soft wrap-anywhere">
              {owner.name === owner.email ? 'você' : `${owner.name} · você`}
            </span>
          </p>
          <Badge>Dono</Badge>
        </li>
        {pessoas.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0"
          >
            <p className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{person.email}</span>
              <span className="text-ui text-ink-soft wrap-anywhere">
                {person.nome === undefined ? '' : `${person.nome} · `}desde {formatMoment(person.desde)}
              </span>
            </p>
            <span className="flex flex-wrap items-center gap-3">
              {person.pausada ? <Badge tone="maintenance">Sem acesso</Badge> : null}
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
          </li>
        ))}
      </ul>
      <ConfirmDialog
        words={{
          title: 'Retirar o acesso?',
          points: [
            `${asked?.email ?? ''} perde o acesso em até um minuto, também nas páginas que estiverem abertas. As outras pessoas não notam nada.`,
            'Monitores, avisos e histórico ficam como estão, também o que a pessoa criou.',
            'Senhas e chaves que ela viu no ambiente continuam as mesmas: troque as que importam.',
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
