/** A member's view: link to the environment, and leaving it. */
import { useState } from 'react';
import { ACTIVITY_PAGE } from '#account/account-pages.ts';
import type { MembersView } from '#domain/api-schemas/people.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/people.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { ConfirmDialog } from '#form/confirm-dialog.tsx';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { usePeopleChange } from './use-people.ts';

interface MemberPanelProps {
  readonly view: MembersView;
  readonly onDone: (sentence: string) => void;
}

const leaving = {
  title: 'Sair deste painel?',
  points: [
    'Você perde o acesso agora, também nas páginas do painel que estiverem abertas.',
    'Monitores e histórico ficam como estão, com o dono do painel.',
    'Para voltar, você precisa de um convite novo.',
  ],
  confirm: 'Sair do painel',
};

export function MemberPanel({ view, onDone }: MemberPanelProps) {
  const [isAsked, setAsked] = useState(false);
  const leave = usePeopleChange(() => onDone(message('people.left')));
  const mayEnter = view.state === 'active' && view.isPaused !== true;
  return (
    <div className="grid gap-6">
      {view.isPaused ? (
        <Alert tone="warning" role="status">
          {message('gate.paused')}
        </Alert>
      ) : null}
      {view.deletionAfter === undefined ? null : (
        <DeletionNotice after={view.deletionAfter} onDone={onDone} />
      )}
      <Section id="ambiente-titulo" title="Painel em que você trabalha">
        <FactList
          isTight
          rows={[
            ['Endereço', shownAddress(view.url)],
            ...(view.owner === undefined ? [] : [['Dono', view.owner] as const]),
            ['Desde', formatMoment(view.joinedAt)],
          ]}
        />
        <p className="max-w-prose text-ui leading-6 text-ink-soft">{message('people.no-roles')}</p>
        <div className="flex flex-wrap gap-3">
          {mayEnter ? <Button href={`${view.url}/-/sign-in-again`}>Entrar no painel</Button> : null}
          {view.isPaused ? null : (
            <Button variant="secondary" href={ACTIVITY_PAGE}>
              Ver a atividade
            </Button>
          )}
          <Button
            variant="secondary"
            onClick={() => {
              leave.reset();
              setAsked(true);
            }}
          >
            Sair deste painel
          </Button>
        </div>
      </Section>
      <ConfirmDialog
        words={leaving}
        isOpen={isAsked}
        isPending={leave.isPending}
        failure={leave.error}
        onConfirm={() => leave.mutate({ kind: 'leave' })}
        onClose={() => setAsked(false)}
      />
    </div>
  );
}

function DeletionNotice({ after, onDone }: { after: string; onDone: (sentence: string) => void }) {
  const agree = usePeopleChange(() => onDone(message('people.agreed')));
  return (
    <Section id="exclusao-titulo" title="O dono pediu a exclusão do painel">
      <p className="max-w-prose">
        O painel é apagado depois de {formatMoment(after)}, com monitores e histórico. Copie até lá o que
        quiser guardar. Se todas as pessoas concordarem, isso pode acontecer antes.
      </p>
      <FailureAlert toast={agree.error?.toast} />
      <div>
        <Button
          variant="secondary"
          isPending={agree.isPending}
          onClick={() => agree.isPending || agree.mutate({ kind: 'agree' })}
        >
          Concordar com a exclusão
        </Button>
        <Waiting isOn={agree.isPending}>{message('waiting.server')}</Waiting>
      </div>
    </Section>
  );
}
