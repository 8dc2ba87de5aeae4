/** What the plan has beside its limits, with the way to each part, and what the next larger plan adds. */

import type { ReactNode } from 'react';
import { canChangePlan } from '#account/account-words.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { alertLabel, alertTime } from '#domain/plans/alert-time.ts';
import type { Plan, SoldSentence } from '#domain/plans/catalog.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';

interface SoldSectionProps {
  readonly account: AccountResponse;
  /** The account is being deleted: nothing can be bought. */
  readonly isLeaving: boolean;
}

export function SoldSection({ account, isLeaving }: SoldSectionProps) {
  const { plan } = account;
  const smaller = catalog.plans.find(({ id }) => catalog.next(id)?.id === plan);
  const larger = catalog.next(plan);
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <Section id="inclui-titulo" title="O que está incluído">
        {smaller === undefined ? null : <p className="text-ink-soft">Tudo do {smaller.name}, e ainda:</p>}
        <ul>
          {catalog.sold(plan).map((sentence) => (
            <Sentence key={sentence.text} sentence={sentence}>
              {Object.entries(sentence.seenAt).map(([name, href]) => (
                <a
                  key={href}
                  href={href}
                  className="inline-flex min-h-11 items-center font-semibold text-signal underline underline-offset-4 sm:min-h-6"
                >
                  {name}
                </a>
              ))}
            </Sentence>
          ))}
        </ul>
      </Section>
      {larger === undefined ? null : (
        <Larger account={account} larger={larger} isForSale={canChangePlan(account) && !isLeaving} />
      )}
    </div>
  );
}

interface LargerProps {
  readonly account: AccountResponse;
  readonly larger: Plan;
  readonly isForSale: boolean;
}

function Larger({ account: { plan, tenant, renewal }, larger, isForSale }: LargerProps) {
  const { limits } = catalog.plan(plan);
  const cycle = renewal?.cycle ?? 'monthly';
  const { amount, period } = catalog.displayPrice(larger.id, cycle);
  return (
    <Section
      id="maior-titulo"
      title={`O que o ${larger.name} acrescenta`}
      mark={
        <span className="text-ui text-ink-soft tabular-nums">
          {amount} {period}
        </span>
      }
    >
      <FactList
        isTight
        rows={[
          ['Monitores ligados', `${limits.monitors} → ${larger.limits.monitors}`],
          ['Pessoas', `${limits.users} → ${larger.limits.users}`],
          [
            'Menor intervalo',
            `${formatHeartbeat(limits.heartbeatSeconds)} → ${formatHeartbeat(larger.limits.heartbeatSeconds)}`,
          ],
          [
            alertLabel,
            `${alertTime(limits.heartbeatSeconds)} → ${alertTime(larger.limits.heartbeatSeconds)}`,
          ],
        ]}
      />
      <ul>
        {catalog.sold(larger.id).map((sentence) => (
          <Sentence key={sentence.text} sentence={sentence} />
        ))}
      </ul>
      {isForSale ? (
        <div>
          <Button href={upgradePath(tenant, { plan: larger.id, cycle })} variant="secondary">
            Passar para o {larger.name}
            <span className="sr-only">, {cycleNames[cycle].toLowerCase()}</span>
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

interface SentenceProps {
  readonly sentence: SoldSentence;
  /** Links to where it is seen. */
  readonly children?: ReactNode;
}

const Sentence = ({ sentence: { text, means }, children = null }: SentenceProps) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-2.5 last:pb-0">
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-semibold">{text}</p>
      {means === null ? null : <p className="text-ui leading-6 text-ink-soft">{means}</p>}
    </div>
    {children === null ? null : <div className="flex flex-wrap gap-x-4 text-ui">{children}</div>}
  </li>
);
