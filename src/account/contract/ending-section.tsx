/** The two ways to end: cancel the renewal, or withdraw with a refund within the legal period. */
import { useState } from 'react';
import { canCancel, hasEnding, type Purchase, undoTitle } from '#account/account-words.ts';
import type { Ending } from '#account/use-account.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { catalog } from '#lib/catalog.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { ConfirmEnding } from './confirm-ending.tsx';
import { endingWords } from './ending-words.ts';

interface EndingSectionProps {
  readonly account: AccountResponse;
  readonly environmentKept: string;
  readonly onEnded: (ending: Ending) => void;
}

export function EndingSection({ account, environmentKept, onEnded }: EndingSectionProps) {
  const [asked, setAsked] = useState<Ending>({ kind: 'cancel' });
  const [isOpen, setOpen] = useState(false);
  const isCancellable = canCancel(account);
  const { purchases = [] } = account;
  if (!hasEnding(account)) return null;
  const ask = (ending: Ending) => {
    setAsked(ending);
    setOpen(true);
  };
  return (
    <Section id="fim-titulo" title="Encerrar" look="plain">
      <div className="grid gap-5 [&>div+div]:border-t [&>div+div]:border-line [&>div+div]:pt-5">
        {purchases.map((purchase) => (
          <Way
            key={purchase.id}
            title={undoTitle(purchase)}
            text={undoText(purchase)}
            action={`Desistir e receber ${formatPrice(purchase.amountCentavos)}`}
            onAsk={() => ask({ kind: 'withdraw', purchase })}
          />
        ))}
        {isCancellable ? (
          <Way
            title="Cancelar a renovação"
            text={cancelText(account)}
            action="Cancelar a renovação"
            onAsk={() => ask({ kind: 'cancel' })}
          />
        ) : null}
      </div>
      <ConfirmEnding
        key={asked.kind === 'cancel' ? 'cancel' : asked.purchase.id}
        ending={asked}
        words={endingWords(asked, account, environmentKept)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onEnded={() => {
          setOpen(false);
          onEnded(asked);
        }}
      />
    </Section>
  );
}

function undoText({ kind, withdrawUntil, amountCentavos }: Purchase): string {
  const until = `Até ${formatMoment(withdrawUntil)}, horário de São Paulo,`;
  const amount = formatPrice(amountCentavos);
  return kind === 'contract'
    ? `${until} você pode desistir sem dizer o motivo e recebe de volta ${amount}, tudo o que pagou por ela (CDC, art. 49).`
    : `${until} você pode desfazer essa mudança sem dizer o motivo: recebe de volta ${amount} e fica com o plano de antes (CDC, art. 49).`;
}

function cancelText({ state, trust }: AccountResponse): string {
  if (state !== 'active')
    return 'A assinatura não renova mais. Os dias que já funcionaram sem pagamento continuam devidos.';
  const before =
    trust === undefined ? '' : `O plano ${catalog.plan(trust.paidPlan).name}, que está pago, volta na hora. `;
  return `${before}O painel funciona até o fim do período já pago, e nada mais é cobrado. Não há reembolso proporcional.`;
}

interface WayProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAsk: () => void;
  /** `h2` where no section is around it. */
  readonly level?: 'h2' | 'h3';
  /** `quiet` for what is rarely wanted. */
  readonly variant?: 'secondary' | 'quiet';
}

/** One way to end, or to go on: its effect and its button. */
export function Way({ title, text, action, onAsk, level: Title = 'h3', variant = 'secondary' }: WayProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="min-w-0 max-w-prose">
        <Title className="text-base font-semibold">{title}</Title>
        <p className="text-ink-soft">{text}</p>
      </div>
      <Button variant={variant} size="sm" onClick={onAsk}>
        {action}
      </Button>
    </div>
  );
}
