/** Shows the messages of `showToast`; use once per page. */
import { useStore } from '@nanostores/react';
import { Toaster } from '#ui/toaster.tsx';
import { $toast, clearToast } from './toast.ts';

export function Toasts() {
  return <Toaster toast={useStore($toast, { ssr: 'initial' })} onClose={clearToast} />;
}
