import type { Example } from '#ui/examples.ts';
import { Toaster } from '#ui/toaster.tsx';

const toast = {
  id: 1,
  title: 'Campos obrigatórios',
  lines: ['Subdomínio é obrigatório', 'CEP deve ter 8 dígitos', 'e mais 2 erro(s)'],
  link: { href: '/provisionamento', label: 'Acompanhar o ambiente' },
};

export const examples: readonly Example[] = [
  { name: 'erro com link', takesPage: true, element: <Toaster toast={toast} onClose={() => {}} /> },
];
