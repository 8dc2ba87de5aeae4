import { Dialog } from '#ui/dialog.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  {
    name: 'aberto',
    takesPage: true,
    element: (
      <Dialog isOpen onClose={() => undefined} title="Termos de Uso">
        <p>Texto longo, que rola dentro da janela.</p>
      </Dialog>
    ),
  },
];
