/** For an account without an environment: nothing ordered, being created, or closed before delivery. */
import { useState } from 'react';
import { ConfirmEnding } from '#account/contract/confirm-ending.tsx';
import { Way } from '#account/contract/ending-section.tsx';
import type { NoEnvironment as Order } from '#domain/api-schemas/account.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { message } from '#domain/messages/account.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';

const sentences = {
  none: message('provisioning.no-order'),
  creating: message('account.creating'),
  'closed-undelivered': message('account.order-closed'),
} as const;

export function NoEnvironment({ order }: { readonly order: Order }) {
  const { environment, refundCentavos } = order;
  const isBeingMade = environment === 'creating';
  return (
    <div className="grid gap-6">
      <Section id="ambiente-titulo" title="Seu ambiente">
        <div role="status" className="grid max-w-prose gap-2 text-lg leading-8">
          <p>{sentences[environment]}</p>
          {environment === 'closed-undelivered' ? <GivenBack centavos={refundCentavos ?? 0} /> : null}
        </div>
        <div>
          <Button href={isBeingMade ? '/provisionamento' : '/checkout'} size="lg">
            {isBeingMade ? 'Acompanhar a criação' : 'Escolher um plano'}
          </Button>
        </div>
      </Section>
      {isBeingMade && refundCentavos !== undefined ? <Cancelling centavos={refundCentavos} /> : null}
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
    'A criação do ambiente para, e nada mais será cobrado.',
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
