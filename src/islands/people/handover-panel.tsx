/** An offered handover: the costs, and buttons to accept or decline. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatDay } from '#domain/billing/days.ts';
import type { MembersView } from '#domain/contracts/people.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { Section } from '#features/panel/section.tsx';
import { FailureAlert } from '#features/submit/failure-alert.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { formatMoment } from './moments.ts';
import { usePeopleChange } from './use-people.ts';

// Loaded on demand, because few people accept a handover.
const HandoverForm = lazy(async () => ({ default: (await import('./handover-form.tsx')).HandoverForm }));

export interface HandoverPanelProps {
  readonly offer: NonNullable<MembersView['passagem']>;
  readonly terms: ReactNode;
  readonly onDone: (sentence: string) => void;
}

export function HandoverPanel(props: HandoverPanelProps) {
  const { offer, onDone } = props;
  const [isAccepting, setAccepting] = useState(false);
  const decline = usePeopleChange(() => onDone(message('handover.declined')));
  const isMoving = offer.situacao === 'andamento';
  return (
    <Section id="passagem-titulo" title="O dono quer passar este ambiente para você">
      <p className="max-w-prose">{priceWords(offer)}</p>
      <p className="max-w-prose">
        Os dias já pagos continuam valendo. Quem é dono hoje passa a participar do ambiente.{' '}
        {isMoving ? '' : `A oferta vale até ${formatMoment(offer.ate)}.`}
      </p>
      {isMoving ? (
        <Alert role="status">
          <p>{message('handover.unclear')}</p>
        </Alert>
      ) : null}
      <FailureAlert toast={decline.error?.toast} />
      {isAccepting || isMoving ? (
        <Suspense fallback={<p role="status">{message('people.loading')}</p>}>
          <HandoverForm {...props} onBack={() => setAccepting(false)} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap gap-3">
          {offer.paymentUrl === undefined ? (
            <Button onClick={() => setAccepting(true)}>Aceitar o ambiente</Button>
          ) : (
            <Button href={offer.paymentUrl}>Continuar na página da operadora</Button>
          )}
          <Button
            variant="secondary"
            isPending={decline.isPending}
            onClick={() => decline.isPending || decline.mutate({ kind: 'end-offer' })}
          >
            Recusar
          </Button>
        </div>
      )}
    </Section>
  );
}

function priceWords({ renovacao }: HandoverPanelProps['offer']): string {
  if (renovacao === undefined) return 'A renovação foi cancelada: nada é cobrado de você.';
  const { valorCentavos, ciclo, em } = renovacao;
  const cycle = ciclo === 'monthly' ? 'por mês' : 'por ano';
  return `Hoje nada é cobrado. A próxima cobrança, de ${formatPrice(valorCentavos)} em ${formatDay(em)}, e as seguintes, ${cycle}, são no seu cartão.`;
}
