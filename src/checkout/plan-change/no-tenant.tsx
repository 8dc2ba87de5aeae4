/** For an address without an environment: a toast and a message, then the home page (requirements 000 §2). */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { message } from '#domain/messages/plan-change.ts';
import { showToast } from '#form/toast.ts';
import { $session } from '#session/session-store.ts';
import { Leaving } from './leaving.tsx';

const unknown = {
  title: 'Não sabemos de qual painel é a mudança de plano.',
  lines: ['Abra esta página pela sua conta. Levamos você à página inicial.'],
};
const withoutEnvironment = {
  title: 'A sua conta ainda não tem um painel pronto.',
  lines: ['O que falta está em Minha conta. Levamos você à página inicial.'],
};

export function NoTenant() {
  const session = useStore($session);
  useEffect(() => showToast({ title: message('upgrade.no-tenant') }), []);
  const said = session?.status === 'authenticated' ? withoutEnvironment : unknown;
  return (
    <Leaving tone="warning" {...said} to={{ href: '/', label: 'Ir para a página inicial' }} isReplacing />
  );
}
