/** `/conta` for an account without an environment: nothing ordered, being created, or closed before delivery. */
import { useState } from 'react';
import { ConfirmEnding } from '#account/contract/confirm-ending.tsx';
import { Way } from '#account/contract/ending-section.tsx';
import type { NoEnvironment as Order } from '#domain/api-schemas/account.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { message } from '#domain/messages/account.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { Gate } from '#form/gate/gate.tsx';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { Section } from '#ui/section.tsx';

export function NoEnvironment({ order: { environment, refundCentavos } }: { readonly order: Order }) {
  if (environment === 'closed-undelivered')
    return (
      <Instead tone="warning" actions={<Button href="/checkout">Escolher um plano</Button>}>
        <p>{message('account.order-closed')}</p>
        <GivenBack centavos={refundCentavos ?? 0} />
      </Instead>
    );
  return (
    <div className="grid gap-6">
      <Gate kept={{ who: environment === 'creating' ? 'waiting' : 'nobody' }} />
      {environment === 'creating' && refundCentavos !== undefined ? (
        <Cancelling centavos={refundCentavos} />
      ) : null}
    </div>
  );
}

const refunded = `Pedimos a devolução à operadora no máximo em ${billingTerms.refundBusinessDays} dias úteis; quando ela aparece na fatura depende do banco.`;

/** @param centavos Amount of the refund; 0 when nothing was paid. */
const cancellingWords = (centavos: number) => ({
  title: 'Cancelar o pedido?',
  keep: 'Continuar com o pedido',
  confirm: centavos === 0 ? 'Cancelar o pedido' : `Cancelar e receber ${formatPrice(centavos)}`,
  points: [
    'A criação do painel para, e nada mais será cobrado.',
    centavos === 0
      ? 'Se o pagamento for confirmado neste meio-tempo, ele volta inteiro para você.'
      : `Você recebe de volta ${formatPrice(centavos)}, no mesmo cartão. ${refunded}`,
    'Isso não pode ser desfeito por aqui. Depois de alguns minutos você pode contratar de novo.',
  ],
});

function GivenBack({ centavos }: { readonly centavos: number }) {
  if (centavos === 0) return null;
  return (
    <p>
      O valor pago, {formatPrice(centavos)}, volta inteiro para o cartão. Pedimos a devolução à operadora em
      até {billingTerms.refundBusinessDays} dias úteis; quando ela aparece na fatura depende do banco.
    </p>
  );
}

function Cancelling({ centavos }: { readonly centavos: number }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section id="cancelar-titulo" title="Encerrar" look="plain">
      <Way
        title="Cancelar o pedido"
        text={message('account.order-cancelling')}
        action="Cancelar o pedido"
        onAsk={() => setAsked(true)}
      />
      <ConfirmEnding
        ending={{ kind: 'cancel' }}
        words={cancellingWords(centavos)}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onEnded={() => setAsked(false)}
      />
    </Section>
  );
}
