/** Confirms the cancellation of an order before its environment exists. */
import { billingTerms } from '#domain/billing/terms.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { ConfirmEnding } from './confirm-ending.tsx';

interface OrderDialogProps {
  readonly isOpen: boolean;
  /** Amount of the refund; 0 when nothing was paid. */
  readonly centavos: number;
  readonly onClose: () => void;
}

export function OrderDialog({ isOpen, centavos, onClose }: OrderDialogProps) {
  const words = {
    title: 'Cancelar o pedido?',
    keep: 'Continuar com o pedido',
    confirm: confirmLabel(centavos),
    points: points(centavos),
  };
  return (
    <ConfirmEnding
      ending={{ kind: 'cancel' }}
      words={words}
      isOpen={isOpen}
      onClose={onClose}
      onEnded={onClose}
    />
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
