import { Badge } from '#ui/badge.tsx';
import type { Example } from '#ui/examples.ts';
import { Facts, Section } from '#ui/section.tsx';

export const examples: readonly Example[] = [
  {
    name: 'com selo e fatos',
    element: (
      <Section id="exemplo-de-secao" title="Plano" mark={<Badge>Ativo</Badge>}>
        <Facts rows={[['Cobrança', 'Anual']]} />
      </Section>
    ),
  },
  {
    name: 'sem a caixa',
    element: (
      <Section id="exemplo-sem-caixa" title="Encerrar" look="plain">
        <p>O ambiente continua até o fim do período pago.</p>
      </Section>
    ),
  },
];
