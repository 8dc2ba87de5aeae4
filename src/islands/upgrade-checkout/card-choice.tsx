/** Which card pays from now on: one that is given here, the one the subscription has, or one that is typed elsewhere. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { message } from '#domain/messages.ts';
import { BillingSection, CardSection } from '#features/payment/payment-sections.tsx';
import { timing } from '#features/upgrade/upgrade-words.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { type CardChoice, cardChoices } from './form-values.ts';

interface ChoiceText {
  readonly title: string;
  readonly text: string;
}

const another: ChoiceText = { title: 'Informar o cartão', text: 'Passa a ser o cartão da assinatura.' };
const withSubscription: Record<CardChoice, ChoiceText> = {
  novo: another,
  atual: { title: 'Manter o cartão atual', text: 'O que já está na assinatura continua.' },
};
const withoutSubscription: Record<CardChoice, ChoiceText> = {
  novo: another,
  atual: { title: 'Pagar na página da operadora', text: 'Você informa o cartão lá e volta para cá.' },
};

interface CardChoiceFieldsProps {
  readonly cardEntry: CardEntry;
  readonly choice: CardChoice;
  /** Nothing is paid yet: there is no card that could be kept. */
  readonly isFree: boolean;
  /** Why the card was refused. */
  readonly declined: string | null;
  readonly onChoice: (choice: CardChoice) => void;
}

export function CardChoiceFields({ cardEntry, choice, isFree, declined, onChoice }: CardChoiceFieldsProps) {
  if (cardEntry === 'hosted') return <HostedCard isFree={isFree} declined={declined} />;
  const texts = isFree ? withoutSubscription : withSubscription;
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
          title: texts[value].title,
          children: (
            <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">{texts[value].text}</span>
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

function HostedCard({ isFree, declined }: Pick<CardChoiceFieldsProps, 'isFree' | 'declined'>) {
  return (
    // The summary's link leads here: there is no field of a card to lead to.
    <section id="cartao" tabIndex={-1} aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">
        {isFree
          ? timing.page
          : 'A cobrança continua no cartão da sua assinatura. Se for preciso pagar antes, você informa o cartão na página segura da operadora de pagamento e volta para cá.'}
      </p>
      {declined === null ? null : <p className="text-ui leading-6 text-down-text">{declined}</p>}
    </section>
  );
}
