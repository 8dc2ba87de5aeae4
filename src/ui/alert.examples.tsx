import { Alert } from '#ui/alert.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  { name: 'informação', element: <Alert>Você ainda não tem um painel.</Alert> },
  { name: 'sucesso', element: <Alert tone="success" title="Seu Vigia está pronto." /> },
  { name: 'atenção', element: <Alert tone="warning">O pagamento ainda não foi confirmado.</Alert> },
  {
    name: 'erro',
    element: (
      <Alert tone="error" role="alert">
        Ocorreu um problema.
      </Alert>
    ),
  },
];
