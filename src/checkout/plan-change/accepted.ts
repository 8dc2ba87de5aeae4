/** What the customer sees after an accepted upgrade: a toast, a last message, and the next page. Pure. */
import type { UpgradeOffer, UpgradeResponse } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { tenantUrl } from '#lib/settings.ts';
import type { Toast } from '#ui/toaster.tsx';
import type { Departure } from './leaving.tsx';

/** The two titles of requirements 000 §4: without and with a charge today. */
function titleOf({ status, hojeCentavos }: UpgradeResponse): string {
  return message(status === 'applied' && hojeCentavos === 0 ? 'upgrade.done-title' : 'upgrade.started');
}

/** @param kind The confirmed offer; some kinds change no limits, so there is nothing to wait for. */
export function describeAccepted(
  answer: UpgradeResponse,
  tenant: string,
  kind: UpgradeOffer['kind'],
): { toast: Toast; departure: Departure } {
  if (answer.paymentUrl !== undefined) {
    return {
      toast: {
        tone: 'info',
        title: message('upgrade.started'),
        lines: [message('upgrade.pay-first')],
        isRepeated: true,
      },
      departure: {
        tone: 'warning',
        title: message('upgrade.pay-first'),
        lines: ['Levamos você à página de pagamento da operadora.'],
        to: { href: answer.paymentUrl, label: 'Ir para o pagamento' },
      },
    };
  }
  const title = titleOf(answer);
  // leaving.tsx shows the same words and focuses them.
  const toast = { tone: 'info', title, lines: [answer.details], isRepeated: true } as const;
  const isWaiting = answer.status === 'waiting-payment';
  if (isWaiting || kind === 'cycle' || kind === 'resume') {
    const where = isWaiting ? 'onde dá para acompanhar' : 'onde está a próxima cobrança';
    return {
      toast,
      departure: {
        tone: isWaiting ? 'warning' : 'success',
        title,
        lines: [answer.details, `Levamos você à sua conta, ${where}.`],
        to: { href: '/conta', label: 'Ver a sua conta' },
      },
    };
  }
  return {
    toast,
    departure: {
      tone: 'success',
      title,
      lines: [answer.details],
      to: { href: tenantUrl(tenant), label: message('provisioning.open') },
      awaits: tenant,
    },
  };
}
