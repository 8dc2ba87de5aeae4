/** Button that offers the environment to a member, after a confirmation. */
import { useState } from 'react';
import type { OwnersPeople } from '#domain/contracts/people.ts';
import { message } from '#domain/messages.ts';
import { Button } from '#ui/button.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { usePeopleChange } from './use-people.ts';

interface OfferButtonProps {
  readonly person: OwnersPeople['pessoas'][number];
  readonly onDone: (sentence: string) => void;
}

export function OfferButton({ person, onDone }: OfferButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const offer = usePeopleChange(() => {
    setOpen(false);
    onDone(message('handover.offered'));
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Passar o ambiente para ${person.email}`}
        onClick={() => {
          offer.reset();
          setOpen(true);
        }}
      >
        Passar o ambiente
      </Button>
      <AskDialog
        title="Passar o ambiente?"
        points={[
          `${person.email} recebe a oferta por e-mail e tem sete dias para aceitar. Até lá nada muda, e você pode cancelar.`,
          'Com o aceite, o ambiente e o contrato são dessa pessoa: os dias pagos continuam, e as próximas cobranças são no cartão dela.',
          'Você passa a participar do ambiente, sem ver cobranças nem plano. Para voltar a ser dono, essa pessoa precisa oferecê-lo a você.',
        ]}
        confirm="Oferecer o ambiente"
        isOpen={isOpen}
        isPending={offer.isPending}
        failure={offer.error}
        onConfirm={() => offer.mutate({ kind: 'offer', id: person.id })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
