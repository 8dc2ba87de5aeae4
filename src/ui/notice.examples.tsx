import type { Example } from '#ui/examples.ts';
import { Notice, PayLink, SupportLink } from '#ui/notice.tsx';

export const examples: readonly Example[] = [
  {
    name: 'a pagar',
    element: (
      <Notice
        tone="warning"
        title="O pagamento de R$ 99 não passou"
        action={<PayLink href="/" label="Pagar agora" />}
      >
        Seu Vigia continua no ar.
      </Notice>
    ),
  },
  {
    name: 'com o suporte',
    element: (
      <Notice tone="error" title="Seu Vigia está suspenso" action={<SupportLink />}>
        Os monitores estão parados e os dados estão guardados.
      </Notice>
    ),
  },
];
