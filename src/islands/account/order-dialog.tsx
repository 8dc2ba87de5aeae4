/** Confirms the cancellation of an order before its environment exists. */
import { billingTerms } from '#domain/billing/terms.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { FailureAlert } from '#features/submit/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { useEnding } from './use-account.ts';

interface OrderDialogProps {
  readonly isOpen: boolean;
  /** Amount of the refund; 0 when nothing was paid. */
  readonly centavos: number;
  readonly onClose: () => void;
}

export function OrderDialog({ isOpen, centavos, onClose }: OrderDialogProps) {
  const request = useEnding({ kind: 'cancel' }, onClose);
  const close = () => {
    request.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Cancelar o pedido?"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Continuar com o pedido
          </Button>
          <Button isPending={request.isPending} onClick={() => request.isPending || request.mutate()}>
            {request.isPending ? message('checkout.sending') : confirmLabel(centavos)}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2.5 ps-5">
        {points(centavos).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Waiting isOn={request.isPending} className="mt-5">
        {message('waiting.processor')}
      </Waiting>
      <FailureAlert toast={request.error?.toast} className="mt-5" />
    </Dialog>
  );
}

const confirmLabel = (centavos: number): string =>
  centavos === 0 ? 'Cancelar o pedido' : `Cancelar e receber ${formatPrice(centavos)}`;

const points = (centavos: number): readonly string[] => [
  'A criação do ambiente para, e nada mais será cobrado.',
  centavos === 0
    ? 'Se o pagamento for confirmado neste meio-tempo, ele volta inteiro para você.'
    : `Você recebe de volta ${formatPrice(centavos)}, no mesmo cartão. Pedimos a devolução à operadora no máximo em ${billingTerms.refundBusinessDays} dias úteis; quando ela aparece na fatura depende do banco.`,
  'Isso não pode ser desfeito por aqui. Depois de alguns minutos você pode contratar de novo.',
];
