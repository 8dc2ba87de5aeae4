import { Badge } from '#ui/badge.tsx';
import type { Example } from '#ui/examples.ts';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';

export const examples: readonly Example[] = [
  {
    name: 'com selo e fatos',
    element: (
      <Section id="exemplo-de-secao" title="Plano" mark={<Badge>Ativo</Badge>}>
        <FactList isTight rows={[['Cobrança', 'Anual']]} />
      </Section>
    ),
  },
  {
    name: 'sem a caixa',
    element: (
      <Section id="exemplo-sem-caixa" title="Encerrar" look="plain">
        <p>O painel continua até o fim do período pago.</p>
      </Section>
    ),
  },
  {
    name: 'parte de um formulário',
    element: (
      <Section id="exemplo-de-formulario" title="Dados de cobrança" look="form">
        <p>Os campos vêm aqui.</p>
      </Section>
    ),
  },
];
