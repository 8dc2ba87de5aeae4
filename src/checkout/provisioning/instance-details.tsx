/** Address, plan and cycle of the environment, and the elapsed time. */
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/settings.ts';
import { FactList } from '#ui/fact-list.tsx';
import { formatElapsed, type ProvisioningView } from './view.ts';

interface InstanceDetailsProps {
  readonly view: ProvisioningView;
  /** `null` before the order is known; absent when nothing is being created. */
  readonly elapsedMs?: number | null;
}

export function InstanceDetails({ view, elapsedMs }: InstanceDetailsProps) {
  const rows: readonly (readonly [string, string])[] = [
    ['Endereço', view.tenant === null ? 'Aguardando' : shownAddress(tenantUrl(view.tenant))],
    ['Plano', catalog.plan(view.plan).name],
    // Always there, because the plan may be another one than the address of the page says.
    ['Cobrança', view.plan === 'free' ? 'Sem cobrança' : cycleNames[view.cycle]],
    ...(elapsedMs === undefined
      ? []
      : [['Tempo decorrido', elapsedMs === null ? 'Aguardando' : formatElapsed(elapsedMs)] as const]),
  ];
  return (
    <section
      aria-labelledby="ambiente-titulo"
      className="rounded-lg border border-line-strong bg-surface p-5"
    >
      <h2 id="ambiente-titulo" className="text-lg">
        Seu Vigia
      </h2>
      <FactList rows={rows} className="mt-3" />
    </section>
  );
}
