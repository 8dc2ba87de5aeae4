/**
 * "Entrar" and "Começar Grátis": open the identity provider, the sign-up form or the customer's environment.
 *
 * Without JavaScript it is a link to the API's redirect.
 */
import type { MouseEvent } from 'react';
import { isPlainPress, useFollowSession } from '#lib/follow-session.ts';
import { authRedirectUrl, type Destinations, type SessionAction } from '#session/session-destination.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#ui/button.tsx';

export interface SessionButtonProps {
  readonly action: SessionAction;
  readonly label: string;
  readonly to: Destinations;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly isWide?: boolean;
}

export function SessionButton({ action, label, to, variant, size, isWide }: SessionButtonProps) {
  const { isPending, follow } = useFollowSession(to);
  return (
    <Button
      href={authRedirectUrl(to.apiUrl, action)}
      variant={variant}
      size={size}
      isWide={isWide}
      isPending={isPending}
      rel="nofollow"
      onClick={(event: MouseEvent) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        void follow(action);
      }}
    >
      {label}
    </Button>
  );
}
