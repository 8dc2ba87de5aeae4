/** Confirms the new card; takes the focus and links to the account. */
import { useEffect, useRef } from 'react';
import type { CardChangeResponse } from '#domain/api-schemas/card-change.ts';
import { message } from '#domain/messages/checkout.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { cardName } from './card-words.ts';

export function Changed({ answer: { cartao, pagoCentavos } }: { answer: CardChangeResponse }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="grid max-w-prose justify-items-start gap-5 outline-none">
      <Alert
        tone="success"
        title={message(pagoCentavos === undefined ? 'card.changed' : 'card.changed-paid')}
        className="w-full"
      >
        {cartao === undefined ? null : <p>{cardName(cartao)}. Você também recebe um e-mail sobre a troca.</p>}
      </Alert>
      <Button href="/conta">Abrir minha conta</Button>
    </div>
  );
}
