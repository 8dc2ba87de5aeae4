/**
 * What an invited person sees before signing in: who invites, to what, and both ways on. Most of them have no account
 * yet, and know nothing of this site.
 */
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/people.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { inviterOf } from '#form/gate/open-invitations.tsx';
import { tenantUrl } from '#lib/settings.ts';
import type { SignInWays } from '#session/protected.tsx';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { Section } from '#ui/section.tsx';
import { useInvitation } from './use-invitation.ts';

interface InvitedVisitorProps extends SignInWays {
  readonly token: string;
}

export function InvitedVisitor({ token, onSignIn, onRegister }: InvitedVisitorProps) {
  const { invitation, isPending, isOver } = useInvitation(token);
  if (isPending)
    return (
      <p role="status" className="py-8 text-ink-soft">
        {message('invitation.reading')}
      </p>
    );
  if (isOver)
    return (
      <Instead
        actions={
          <Button href="/" variant="secondary">
            Voltar ao início
          </Button>
        }
      >
        {message('error.invitation-over')}
      </Instead>
    );
  return (
    <Section id="convite-titulo" title="Você recebeu um convite" className="max-w-2xl">
      {invitation === null ? (
        <p className="max-w-prose">{message('invitation.unread')}</p>
      ) : (
        <>
          <p className="max-w-prose wrap-anywhere">
            <strong>{inviterOf(invitation)}</strong> convidou você para trabalhar no painel de monitoramento{' '}
            <strong>{shownAddress(tenantUrl(invitation.tenant))}</strong>: ver o que está no ar e mudar
            monitores e avisos, com quem já está lá.
          </p>
          <p className="max-w-prose wrap-anywhere">
            O convite é para <strong>{invitation.email}</strong> e vale até{' '}
            {formatMoment(invitation.expiresAt)}. Crie uma conta com esse e-mail, ou entre com a que você já
            tem. Você não paga nada: o aceite vem depois, nesta página.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void onRegister()}>Criar conta</Button>
        <Button onClick={() => void onSignIn()}>Entrar</Button>
      </div>
      <p className="max-w-prose text-ui leading-6 text-ink-soft">{message('invitation.stranger')}</p>
    </Section>
  );
}
