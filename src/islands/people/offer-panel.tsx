/** The owner's open handover offer. */
import type { OwnersPeople } from '#domain/contracts/people.ts';
import { message } from '#domain/messages.ts';
import { Section } from '#features/panel/section.tsx';
import { FailureAlert } from '#features/submit/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { formatMoment } from './moments.ts';
import { usePeopleChange } from './use-people.ts';

interface OfferPanelProps {
  readonly offer: NonNullable<OwnersPeople['passagem']>;
  readonly onDone: (sentence: string) => void;
}

export function OfferPanel({ offer, onDone }: OfferPanelProps) {
  const end = usePeopleChange(() => onDone(message('handover.withdrawn')));
  return (
    <Section id="oferta-titulo" title="Oferta do ambiente">
      <p className="max-w-prose wrap-anywhere">
        Você ofereceu este ambiente a <strong>{offer.para}</strong>.{' '}
        {offer.situacao === 'andamento'
          ? 'A pessoa aceitou, e a passagem está sendo feita.'
          : `A oferta vale até ${formatMoment(offer.ate)}; sem o aceite nada muda.`}
      </p>
      <FailureAlert toast={end.error?.toast} />
      {offer.situacao === 'andamento' ? null : (
        <div>
          <Button
            variant="secondary"
            isPending={end.isPending}
            onClick={() => end.isPending || end.mutate({ kind: 'end-offer' })}
          >
            Cancelar a oferta
          </Button>
        </div>
      )}
    </Section>
  );
}
