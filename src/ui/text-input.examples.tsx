import type { Example } from '#ui/examples.ts';
import { TextInput } from '#ui/text-input.tsx';

export const examples: readonly Example[] = [
  { name: 'vazio', element: <TextInput aria-label="Rua" placeholder="Avenida Paulista" /> },
  {
    name: 'com parte fixa',
    element: <TextInput aria-label="Subdomínio" defaultValue="padaria" suffix=".vigia.example" />,
  },
  { name: 'inválido', element: <TextInput aria-label="CEP" aria-invalid defaultValue="0131" /> },
];
