/** Address, plan and cycle of the environment, and for how long it is being made. */

import { cycleNames } from '#domain/plans/cycle-words.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/config.ts';
import { formatElapsed, type ProvisioningView } from './view.ts';

interface InstanceDetailsProps {
  readonly view: ProvisioningView;
  /** `null` before the order is known; absent where nothing is being made. */
  readonly elapsedMs?: number | null;
}

export function InstanceDetails({ view, elapsedMs }: InstanceDetailsProps) {
  const rows: readonly (readonly [string, string])[] = [
    ['Endereço', view.tenant === null ? 'Aguardando' : shownAddress(tenantUrl(view.tenant))],
    ['Plano', catalog.plan(view.plan).name],
    ...(view.plan === 'free' ? [] : [['Cobrança', cycleNames[view.cycle]] as const]),
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
        Seu ambiente
      </h2>
      <dl className="mt-3 grid gap-3">
        {rows.map(([term, value]) => (
          <div
            key={term}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3"
          >
            <dt className="text-[0.9375rem] text-ink-soft">{term}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
