/**
 * The plans: a choice of cycle and one column a plan, in one ruled table.
 *
 * Without JavaScript the choice of cycle still changes every price (plan-picker.css shows one of the two), and
 * each button is a link to the registration with that plan and cycle.
 */
import './plan-picker.css';
import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { MONITORS_PER_BEAT, type PlanColumn } from '#domain/plans/columns.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { isPlainPress, useFollowSession } from '#lib/follow-session.ts';
import type { Destinations } from '#lib/session-destination.ts';
import { storeChoice } from '#lib/storage.ts';
import { $billingCycle, chooseBillingCycle } from '#stores/billing-cycle.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Heartbeat } from '#ui/heartbeat.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';

export interface PlanPickerProps {
  readonly columns: readonly PlanColumn[];
  readonly to: Destinations;
  readonly discountPercent: number;
  readonly labels: { readonly monthly: string; readonly yearly: string; readonly popular: string };
}

const cycles: readonly BillingCycle[] = ['monthly', 'yearly'];

export function PlanPicker({ columns, to, discountPercent, labels }: PlanPickerProps) {
  const cycle = useStore($billingCycle, { ssr: 'initial' });
  const marksMax = Math.max(...columns.map(marks));
  return (
    <>
      <div className="plan-cycle" data-print="hide">
        <SegmentedControl
          name="ciclo"
          legend="Cobrança"
          defaultValue="monthly"
          options={[
            { value: 'monthly', label: labels.monthly },
            { value: 'yearly', label: `${labels.yearly} −${discountPercent}%` },
          ]}
          onChange={chooseBillingCycle}
        />
        <span role="status" className="sr-only">
          {cycle === 'yearly' ? `Preços por ano, com ${discountPercent}% de desconto.` : ''}
        </span>
      </div>
      <ul className="plan-table">
        {columns.map((column) => (
          <Column key={column.id} column={column} to={to} popularLabel={labels.popular} marksMax={marksMax} />
        ))}
      </ul>
    </>
  );
}

function Column(props: { column: PlanColumn; to: Destinations; popularLabel: string; marksMax: number }) {
  const { column, to, popularLabel, marksMax } = props;
  const count = marks(column);
  return (
    <li className={`plan ${column.isInverse ? 'inverse-ground' : ''}`} id={`plano-${column.id}`}>
      <div className="plan-name">
        <h3>{column.name}</h3>
        {column.isPopular && <Badge tone="pill">{popularLabel}</Badge>}
      </div>
      <p className="plan-description">{column.description}</p>
      {cycles.map((cycle) => (
        <p key={cycle} className="plan-price" data-cycle={cycle}>
          <span className="plan-amount">{column.prices[cycle].amount}</span>
          <span className="text-ink-soft"> {column.prices[cycle].period}</span>
          <span className="plan-note">{column.prices[cycle].note}</span>
        </p>
      ))}
      <Heartbeat
        size="sm"
        className="plan-marks"
        label={`${column.monitors} monitores`}
        runs={[
          { state: 'up', count },
          { state: 'blank', count: marksMax - count },
        ]}
      />
      <dl className="plan-limits">
        {column.limits.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="plan-extras">
        {column.extras.map((extra) => (
          <li key={extra}>{extra}</li>
        ))}
      </ul>
      <Choice column={column} to={to} />
    </li>
  );
}

/** The button of a column; both cycles stand in the page and the style sheet shows the chosen one. */
function Choice({ column, to }: { column: PlanColumn; to: Destinations }) {
  const { isPending, follow } = useFollowSession(to);
  const variant = column.isPopular ? 'signal' : 'secondary';
  if (column.whatsappUrl !== null) {
    return (
      <Button href={column.whatsappUrl} target="_blank" rel="noopener" variant={variant} size="lg" isWide>
        {column.cta}
        <span className="sr-only"> no WhatsApp (abre em outra aba)</span>
      </Button>
    );
  }
  return (
    <div className="plan-choice" data-print="hide">
      {cycles.map((cycle) => (
        <div key={cycle} data-cycle={cycle}>
          <Button
            href={column.prices[cycle].href}
            rel="nofollow"
            variant={variant}
            size="lg"
            isWide
            isPending={isPending}
            onClick={(event: MouseEvent) => {
              if (!isPlainPress(event)) return;
              event.preventDefault();
              storeChoice({ plan: column.id, cycle });
              void follow('register', { plan: column.id, cycle });
            }}
          >
            {column.cta}
          </Button>
        </div>
      ))}
    </div>
  );
}

function marks(column: PlanColumn): number {
  return Math.max(1, Math.round(column.monitors / MONITORS_PER_BEAT));
}
