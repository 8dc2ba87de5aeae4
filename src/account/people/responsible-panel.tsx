/** How a company changes the person in charge: the account stays, its e-mail, card and data change. */
import type { ReactNode } from 'react';
import { accountPagesUrl } from '#lib/settings.ts';
import { Section } from '#ui/section.tsx';

const link = 'font-semibold underline underline-offset-4';

const steps: readonly (readonly [title: string, how: ReactNode])[] = [
  [
    'E-mail e nome',
    <>
      Na{' '}
      <a href={accountPagesUrl} className={link}>
        conta de acesso
      </a>
      , troque os dois pelos de quem assume. O e-mail novo é confirmado na próxima entrada.
    </>,
  ],
  [
    'Senha',
    'Quem assume usa “Esqueci a senha” na entrada, com o e-mail novo. A senha nova encerra as sessões dos outros aparelhos.',
  ],
  [
    'Cartão',
    <>
      Em{' '}
      <a href="/conta/cartao" className={link}>
        Cartão
      </a>
      , com os dados de quem paga. Nada é cobrado na troca.
    </>,
  ],
  [
    'Avisos e nota fiscal',
    <>
      Abra{' '}
      <a href="/conta" className={link}>
        Minha conta
      </a>{' '}
      com a entrada nova: os e-mails passam ao endereço novo. Os da nota fiscal estão em{' '}
      <a href="/conta/plano" className={link}>
        Plano e pagamento
      </a>
      .
    </>,
  ],
];

export function ResponsiblePanel() {
  return (
    <Section id="responsavel-titulo" title="Trocar o responsável">
      <p>
        Outra pessoa da empresa assume o painel na mesma conta. Contrato, faturas, monitores e histórico
        continuam.
      </p>
      <ol className="grid gap-4">
        {steps.map(([title, how]) => (
          <li key={title}>
            <span className="block font-semibold">{title}</span>
            <span className="text-ui leading-6 text-ink-soft">{how}</span>
          </li>
        ))}
      </ol>
      <p className="text-ui leading-6 text-ink-soft">
        O contrato não passa de um pagador a outro: outra empresa contrata o próprio painel, com a própria
        conta, e cria os monitores nele. O passo a passo está em{' '}
        <a href="/docs/responsible-person" className={link}>
          Trocar o responsável
        </a>
        .
      </p>
    </Section>
  );
}
