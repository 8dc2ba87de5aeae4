/** A webhook's secret, which is shown this once. */
import { useEffect, useRef } from 'react';
import { message } from '#domain/messages/alerts.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface SecretNoticeProps {
  readonly secret: string;
  readonly onDone: () => void;
}

export function SecretNotice({ secret, onDone }: SecretNoticeProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // It appears away from what was pressed.
  useEffect(() => title.current?.focus(), []);
  return (
    <Alert tone="warning">
      <div className="grid max-w-prose gap-4 py-2">
        <h2 ref={title} tabIndex={-1} className="text-lg">
          O segredo do webhook
        </h2>
        <p>{message('channel.secret')}</p>
        <Field id="segredo-do-webhook" label="Segredo">
          {(control) => (
            <TextInput
              {...control}
              readOnly
              value={secret}
              className="font-code"
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="secondary" onClick={onDone}>
            Já guardei
          </Button>
          <a
            href="/docs/notifications/webhook#conferir-a-assinatura"
            className="font-semibold underline underline-offset-4"
          >
            Como conferir a assinatura
          </a>
        </div>
      </div>
    </Alert>
  );
}
