/** Asks before an end, and says exactly what happens, when, and what does not come back. */

import { businessDay } from '#domain/billing/days.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import type { AccountResponse } from '#domain/contracts/account.ts';
import { message } from '#domain/messages.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { formatDay, paidUntil, refundAmount } from './account-words.ts';
import { type Ending, useEnding } from './use-account.ts';

interface EndingDialogProps {
  /** `null`: closed. */
  readonly ending: Ending | null;
  readonly account: AccountResponse;
  readonly environmentKept: string;
  readonly onClose: () => void;
  readonly onEnded: (ending: Ending) => void;
}

const titles: Readonly<Record<Ending, string>> = {
  cancel: 'Cancelar a renovação?',
  withdraw: 'Desistir da contratação?',
};
const keepLabels: Readonly<Record<Ending, string>> = {
  cancel: 'Manter a assinatura',
  withdraw: 'Continuar com o plano',
};

export function EndingDialog({ ending, account, environmentKept, onClose, onEnded }: EndingDialogProps) {
  const kind = ending ?? 'cancel';
  const request = useEnding(kind, () => onEnded(kind));
  const points = ending === 'withdraw' ? withdrawPoints(account) : cancelPoints(account, environmentKept);
  return (
    <Dialog
      isOpen={ending !== null}
      onClose={onClose}
      title={titles[kind]}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {keepLabels[kind]}
          </Button>
          <Button isPending={request.isPending} onClick={() => request.isPending || request.mutate()}>
            {request.isPending ? message('checkout.sending') : confirmLabel(kind, account)}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2.5 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {request.error ? (
        <Alert tone="error" role="alert" title={request.error.toast.title} className="mt-5">
          {request.error.toast.lines?.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      ) : null}
    </Dialog>
  );
}

function confirmLabel(ending: Ending, account: AccountResponse): string {
  if (ending === 'cancel') return 'Cancelar a renovação';
  const amount = refundAmount(account);
  return amount === undefined ? 'Desistir da contratação' : `Desistir e receber ${amount}`;
}

function cancelPoints(account: AccountResponse, environmentKept: string): readonly string[] {
  const until = lastDayWords(paidUntil(account));
  return [
    'A assinatura é cancelada agora, e nada mais será cobrado.',
    account.situacao === 'suspensa'
      ? 'O ambiente já está suspenso e não volta.'
      : `Monitores, avisos e páginas de status continuam como estão ${until}.`,
    `Depois disso o ambiente é desligado. Os dados ficam guardados por ${environmentKept} e então são apagados.`,
    'Não há reembolso proporcional do período em curso.',
  ];
}

/** As the server decides: the last paid day, but never one that is over. */
function lastDayWords(paid: string | undefined): string {
  if (paid === undefined) return 'até o fim do período já pago';
  if (paid < businessDay(Date.now())) return 'até o fim do dia de hoje, porque o período pago já acabou';
  return `até ${formatDay(paid)}`;
}

function withdrawPoints(account: AccountResponse): readonly string[] {
  const amount = refundAmount(account);
  return [
    `Você recebe de volta ${amount ?? 'tudo o que pagou'}, no mesmo cartão. Pedimos a devolução à operadora agora, no máximo em ${billingTerms.refundBusinessDays} dias úteis; quando ela aparece na fatura depende do banco.`,
    'A assinatura é cancelada agora, e nada mais será cobrado.',
    'O ambiente é desligado agora: monitores param, avisos deixam de sair e páginas de status saem do ar.',
    'Isso não pode ser desfeito por aqui. Copie antes o que quiser guardar.',
  ];
}
