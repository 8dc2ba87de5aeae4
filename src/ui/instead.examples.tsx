import { Button } from '#ui/button.tsx';
import type { Example } from '#ui/examples.ts';
import { Instead } from '#ui/instead.tsx';

export const examples: readonly Example[] = [
  {
    name: 'nada a mostrar',
    element: (
      <Instead actions={<Button href="/checkout">Escolher um plano</Button>}>
        Você ainda não tem um pedido.
      </Instead>
    ),
  },
  {
    name: 'sem acesso',
    element: (
      <Instead tone="error" actions={<Button href="/suporte">Falar com o suporte</Button>}>
        Este painel é de outra conta.
      </Instead>
    ),
  },
];
