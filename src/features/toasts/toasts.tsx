/** Shows the messages of `showToast`; use once per page. */
import { useStore } from '@nanostores/react';
import { $toast, clearToast } from '#stores/toast.ts';
import { Toaster } from '#ui/toaster.tsx';

export function Toasts() {
  return <Toaster toast={useStore($toast, { ssr: 'initial' })} onClose={clearToast} />;
}
