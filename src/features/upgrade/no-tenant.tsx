/** The address names no environment: said in a toast and on the page, then home (requirements 000 §2). */
import { useEffect } from 'react';
import { message } from '#domain/messages.ts';
import { Leaving } from '#features/upgrade/leaving.tsx';
import { showToast } from '#stores/toast.ts';

export function NoTenant() {
  useEffect(() => showToast({ title: message('upgrade.no-tenant') }), []);
  return (
    <Leaving
      tone="warning"
      title="Não sabemos de qual ambiente é a mudança de plano."
      lines={['Abra esta página pela sua conta. Levamos você à página inicial.']}
      to={{ href: '/', label: 'Ir para a página inicial' }}
      isReplacing
    />
  );
}
