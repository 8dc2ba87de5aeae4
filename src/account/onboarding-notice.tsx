/** The assisted start that goes with the largest plan, until it is over: with whom to talk, and until when. */
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/account.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

interface OnboardingNoticeProps {
  readonly account: AccountResponse;
  /** Our WhatsApp, as a link. */
  readonly whatsapp: string;
}

export function OnboardingNotice({ account: { onboarding, tenant }, whatsapp }: OnboardingNoticeProps) {
  if (onboarding === undefined) return null;
  const isLate = onboarding.until < businessDay(Date.now());
  const text = encodeURIComponent(message('onboarding.whatsapp', { painel: tenant }));
  return (
    <Notice
      title={message('onboarding.title')}
      action={
        <>
          <Button href={`${whatsapp}?text=${text}`} target="_blank" rel="noopener">
            Chamar no WhatsApp
            <span className="sr-only"> (abre em outra aba)</span>
          </Button>
          <Button href="/suporte" variant="secondary">
            Escrever ao suporte
          </Button>
        </>
      }
    >
      {message(isLate ? 'onboarding.late' : 'onboarding.until', { dia: formatDay(onboarding.until) })}
    </Notice>
  );
}
