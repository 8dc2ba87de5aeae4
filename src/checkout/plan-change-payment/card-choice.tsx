/** Choice of the card: the stored one, a new one, or one typed on the processor's page. */

import { DeclinedNotice, declinedId } from '#checkout/payment/declined-notice.tsx';
import { BillingSection, CardSection } from '#checkout/payment/payment-sections.tsx';
import type { KnownPayment } from '#checkout/payment/use-known-payer.ts';
import { nextCharge } from '#checkout/plan-change/offer-words.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { formatBrand } from '#domain/card/brand.ts';
import { message } from '#domain/messages/shared.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { Declined } from '#form/use-problem-report.ts';
import { Alert } from '#ui/alert.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import type { CardChoice } from './form-values.ts';

type CardOnFile = UpgradeOffers['card'];

interface ChoiceText {
  readonly title: string;
  readonly text: string;
}

const onPage = 'Você informa o cartão lá e volta para cá.';

function textsOf(offer: UpgradeOffer, card: CardOnFile): Record<CardChoice, ChoiceText> {
  const isRenewed = nextCharge(offer) !== null;
  const another = {
    title: 'Informar o cartão',
    text: isRenewed ? 'Passa a ser o cartão da assinatura.' : 'Paga só o valor de hoje.',
  };
  const today =
    offer.todayCentavos > 0
      ? `${formatPrice(offer.todayCentavos)} hoje nele${isRenewed ? ', e as renovações' : ''}.`
      : null;
  if (card !== undefined) {
    return {
      novo: { ...another, title: 'Usar outro cartão' },
      atual: {
        title: `Cartão final ${card.lastFour}`,
        text: `${formatBrand(card.brand)}, o da sua assinatura. ${today ?? 'A próxima cobrança é nele.'}`,
      },
    };
  }
  return {
    novo: another,
    atual:
      today === null
        ? { title: 'Manter o cartão atual', text: 'O que já está na assinatura continua.' }
        : { title: 'Pagar na página da operadora', text: onPage },
  };
}

interface CardChoiceFieldsProps {
  readonly offer: UpgradeOffer;
  readonly card: CardOnFile;
  /** A card of the renewals that cannot be charged today. */
  readonly newCard: UpgradeOffers['newCard'];
  readonly known: KnownPayment;
  readonly cardEntry: CardEntry;
  readonly choices: readonly CardChoice[];
  readonly choice: CardChoice;
  readonly declined: Declined | null;
  readonly onChoice: (choice: CardChoice) => void;
}

export function CardChoiceFields(props: CardChoiceFieldsProps) {
  const { offer, card, newCard, known, cardEntry, choices, choice, declined, onChoice } = props;
  if (cardEntry === 'hosted') return <HostedCard offer={offer} card={card} declined={declined} />;
  const texts = textsOf(offer, card);
  return (
    <>
      {choice === 'atual' ? <DeclinedNotice declined={declined} /> : null}
      {newCard === undefined || offer.todayCentavos === 0 ? null : (
        <Alert>{notYetChargeable(newCard.lastFour)}</Alert>
      )}
      {choices.length > 1 ? (
        <RadioCards
          id="cartao"
          name="cartao"
          legend="Cartão da assinatura"
          value={choice}
          onChange={onChoice}
          errorId={choice === 'atual' ? declinedId(declined) : undefined}
          cards={choices.map((value) => ({
            value,
            title: texts[value].title,
            children: (
              <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">{texts[value].text}</span>
            ),
          }))}
          className="sm:grid-cols-2"
        />
      ) : null}
      {choice === 'novo' ? (
        <>
          <CardSection declined={declined} />
          <BillingSection known={known} />
        </>
      ) : null}
    </>
  );
}

/** Why a card that was given before is asked for again. */
const notYetChargeable = (final: string): string =>
  `O cartão final ${final} paga as renovações, mas a operadora ainda não o libera para outras cobranças. Para pagar hoje, informe-o de novo ou use outro.`;

/** Explains the payment on the processor's page. */
function hostedText({ todayCentavos, kind }: UpgradeOffer, card: CardOnFile): string {
  if (todayCentavos > 0)
    return `Você paga ${formatPrice(todayCentavos)} na página segura da operadora. ${onPage}`;
  if (kind === 'resume') {
    return `Você deixa o cartão da renovação na página segura da operadora, e hoje nada é cobrado nele. ${onPage}`;
  }
  const which = card === undefined ? 'no cartão' : `no cartão final ${card.lastFour}, o`;
  return `A próxima cobrança é ${which} da sua assinatura.`;
}

function HostedCard({ offer, card, declined }: Pick<CardChoiceFieldsProps, 'offer' | 'card' | 'declined'>) {
  return (
    // Takes focus after a refusal, because there is no card field.
    <section id="cartao" tabIndex={-1} aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">{hostedText(offer, card)}</p>
      <DeclinedNotice declined={declined} />
    </section>
  );
}
