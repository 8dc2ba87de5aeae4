/** Proves an address by the six digits of its mail (requirements 001 §4). */
import {
  type AlertRecipient,
  CODE_DIGITS,
  CODE_PAUSE_SECONDS,
  CodeRequest,
} from '#domain/api-schemas/alerts.ts';
import { TextForm } from '#form/text-form.tsx';
import { Button } from '#ui/button.tsx';
import type { Acts } from './use-acts.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface CodeFormProps {
  readonly recipient: AlertRecipient;
  readonly acts: Acts;
  readonly onVerified: () => void;
}

export function CodeForm({ recipient: { id, address, resendAt }, acts, onVerified }: CodeFormProps) {
  const [verify, resend] = [acts.of('verify', id), acts.of('resend', id)];
  const left = useSecondsUntil(resendAt, CODE_PAUSE_SECONDS);
  return (
    <TextForm
      id={`codigo-${id}`}
      name="code"
      label="Código de 6 números"
      hint={`Está no e-mail que mandamos a ${address}, e vale por 15 minutos.`}
      input={{
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: CODE_DIGITS,
        className: 'font-code tracking-widest',
      }}
      request={CodeRequest}
      change={{ ...verify, error: verify.error ?? resend.error }}
      send={(code) => acts.send({ kind: 'verify', id, code }, onVerified)}
      isSubmitting={verify.isOwn}
      action="Verificar"
      size="sm"
      others={
        <Button
          variant="quiet"
          size="sm"
          isPending={resend.isOwn}
          aria-disabled={left > 0 || resend.isOwn}
          onClick={() => left > 0 || acts.send({ kind: 'resend', id })}
          className="tabular-nums"
        >
          {left > 0 ? `Reenviar Código (${clockOf(left)})` : 'Reenviar Código'}
        </Button>
      }
      className="max-w-sm gap-3"
    />
  );
}

/** `42` → `0:42`. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
