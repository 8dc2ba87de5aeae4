import type { Example } from '#ui/examples.ts';
import { Toaster } from '#ui/toaster.tsx';

const toast = {
  id: 1,
  title: 'Erro ao finalizar cadastro',
  lines: ['Você já tem um cadastro em andamento. Acompanhe o painel que está sendo criado.'],
  link: { href: '/provisionamento', label: 'Acompanhar o painel' },
};

export const examples: readonly Example[] = [
  { name: 'erro com link', takesPage: true, element: <Toaster toast={toast} onClose={() => {}} /> },
];
