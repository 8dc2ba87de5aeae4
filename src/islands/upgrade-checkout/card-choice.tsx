/** Which card pays from now on: another one, the one the subscription has, or one that is typed elsewhere. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { message } from '#domain/messages.ts';
import { BillingSection, CardSection } from '#features/payment/payment-sections.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { type CardChoice, cardChoices } from './form-values.ts';

const cardTexts: Record<CardChoice, { title: string; text: string }> = {
  novo: { title: 'Informar o cartão', text: 'Passa a ser o cartão da assinatura.' },
  atual: { title: 'Manter o cartão atual', text: 'O que já está na assinatura continua.' },
};

interface CardChoiceFieldsProps {
  readonly cardEntry: CardEntry;
  readonly choice: CardChoice;
  /** Why the card was refused. */
  readonly declined: string | null;
  readonly onChoice: (choice: CardChoice) => void;
}

export function CardChoiceFields({ cardEntry, choice, declined, onChoice }: CardChoiceFieldsProps) {
  if (cardEntry === 'hosted') return <HostedCard declined={declined} />;
  return (
    <>
      <RadioCards
        id="cartao"
        name="cartao"
        legend="Cartão da assinatura"
        value={choice}
        onChange={onChoice}
        error={choice === 'atual' ? declined : null}
        cards={cardChoices.map((value) => ({
          value,
          title: cardTexts[value].title,
          children: (
            <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">{cardTexts[value].text}</span>
          ),
        }))}
        className="sm:grid-cols-2"
      />
      {choice === 'novo' ? (
        <>
          <CardSection declined={declined} />
          <BillingSection />
        </>
      ) : null}
    </>
  );
}

function HostedCard({ declined }: { declined: string | null }) {
  return (
    // The summary's link leads here: there is no field of a card to lead to.
    <section id="cartao" tabIndex={-1} aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">
        A cobrança continua no cartão da sua assinatura. Se for preciso pagar antes, você informa o cartão na
        página segura da operadora de pagamento e volta para cá.
      </p>
      {declined === null ? null : <p className="text-ui leading-6 text-down-text">{declined}</p>}
    </section>
  );
}
