/** What is contracted, and the ways to use it and to change it. */
import type { AccountResponse } from '#domain/contracts/account.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { accountStateWords, canChangePlan } from './account-words.ts';
import { Facts, Section } from './section.tsx';

export function PlanSection({ account }: { account: AccountResponse }) {
  const { name, limits } = catalog.plan(account.plano);
  const state = accountStateWords[account.situacao];
  const isOver = account.situacao === 'encerrada';
  return (
    <Section id="plano-titulo" title="Plano" mark={<Badge tone={state.tone}>{state.label}</Badge>}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-display text-3xl leading-tight font-semibold">{name}</span>
        <span className="text-ink-soft tabular-nums">
          {account.valorCentavos === 0
            ? 'Sem cobrança'
            : `${catalog.formatPrice(account.valorCentavos)} ${perCycle[account.ciclo]}`}
        </span>
      </p>
      <Facts
        rows={[
          ['Endereço', shownAddress(account.url)],
          ['Monitores', String(limits.monitors)],
          ['Usuários', String(limits.users)],
          ['Menor intervalo', formatHeartbeat(limits.heartbeatSeconds)],
        ]}
      />
      {isOver ? null : (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {account.situacao === 'suspensa' ? null : (
            <Button href={`${account.url}/dashboard`}>Abrir meu ambiente</Button>
          )}
          {canChangePlan(account) ? (
            <Button href={`/upgrade?${new URLSearchParams({ tenant: account.tenant })}`} variant="secondary">
              Mudar de plano
            </Button>
          ) : null}
        </div>
      )}
    </Section>
  );
}
