/** The two ways out: no renewal any more, or, within the legal days, everything undone and paid back. */
import { useState } from 'react';
import type { AccountResponse } from '#domain/contracts/account.ts';
import { Button } from '#ui/button.tsx';
import { canCancel, formatMoment } from './account-words.ts';
import { EndingDialog } from './ending-dialog.tsx';
import { Section } from './section.tsx';
import type { Ending } from './use-account.ts';

interface EndingSectionProps {
  readonly account: AccountResponse;
  readonly environmentKept: string;
  readonly onEnded: (ending: Ending) => void;
}

export function EndingSection({ account, environmentKept, onEnded }: EndingSectionProps) {
  const [asked, setAsked] = useState<Ending | null>(null);
  const { arrependimentoAte } = account;
  const isCancellable = canCancel(account);
  if (!isCancellable && arrependimentoAte === undefined) return <Data environmentKept={environmentKept} />;
  return (
    <Section id="fim-titulo" title="Encerrar">
      <div className="grid gap-5 [&>div+div]:border-t [&>div+div]:border-line [&>div+div]:pt-5">
        {arrependimentoAte === undefined ? null : (
          <Way
            title="Desistir da contratação"
            text={`Até ${formatMoment(arrependimentoAte)}, horário de São Paulo, você pode desistir sem dizer o motivo e recebe de volta tudo o que pagou (CDC, art. 49).`}
            action="Desistir e receber de volta"
            onAsk={() => setAsked('withdraw')}
          />
        )}
        {isCancellable ? (
          <Way
            title="Cancelar a renovação"
            text="O ambiente funciona até o fim do período já pago, e nada mais é cobrado. Não há reembolso proporcional."
            action="Cancelar a renovação"
            onAsk={() => setAsked('cancel')}
          />
        ) : null}
      </div>
      <EndingDialog
        key={asked ?? 'none'}
        ending={asked}
        account={account}
        environmentKept={environmentKept}
        onClose={() => setAsked(null)}
        onEnded={(ending) => {
          setAsked(null);
          onEnded(ending);
        }}
      />
    </Section>
  );
}

interface WayProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAsk: () => void;
}

/** A way out: what it does, and the button that asks for it. */
export function Way({ title, text, action, onAsk }: WayProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="min-w-0 max-w-prose">
        <h3 className="text-base font-semibold">{title}</h3>
        <p className="text-ink-soft">{text}</p>
      </div>
      <Button variant="secondary" onClick={onAsk}>
        {action}
      </Button>
    </div>
  );
}

/** A free or ended environment has nothing to cancel; what becomes of its data is asked all the same. */
function Data({ environmentKept }: { environmentKept: string }) {
  return (
    <Section id="fim-titulo" title="Seus dados">
      <p className="max-w-prose text-ink-soft">
        Monitores, históricos e páginas de status ficam só no seu ambiente. Depois do fim do contrato eles são
        mantidos por {environmentKept} e então apagados. Para encerrar a conta ou pedir uma cópia, escreva ao{' '}
        <a href="/suporte" className="font-semibold text-ink underline underline-offset-4">
          suporte
        </a>
        ; o que guardamos e por quanto tempo está na página de{' '}
        <a href="/privacidade.html" className="font-semibold text-ink underline underline-offset-4">
          privacidade
        </a>
        .
      </p>
    </Section>
  );
}
