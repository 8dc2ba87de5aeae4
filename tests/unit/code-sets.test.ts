/** Each set of codes that the schema names is one exported list: types, requests, answers and sentences are made of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { tones } from '#domain/alerts/blocks.ts';
import {
  channelStates,
  firstMonitorStates,
  messageStates,
  offReasons,
  recipientKinds,
  recipientStates,
} from '#domain/alerts/codes.ts';
import { alertEventKinds } from '#domain/alerts/events.ts';
import { doubts, fallEnds, gaps, levelStates, outsideReasons } from '#domain/alerts/levels.ts';
import { cardEntries, paidPlanIds } from '#domain/api-schemas/checkout.ts';
import { provisioningStatuses } from '#domain/api-schemas/provisioning.ts';
import { measuredIds } from '#domain/availability/measured.ts';
import {
  cardChangeStates,
  chargeKinds,
  chargeStates,
  closeReasons,
  disposals,
  endKinds,
  orderPayments,
  planChangeStates,
  termsReasons,
} from '#domain/contract/codes.ts';
import { markKinds, settlements } from '#domain/contract/holds.ts';
import { noteStates } from '#domain/fiscal/note.ts';
import { overKinds } from '#domain/limits/grace.ts';
import { moveStates, runKinds, runStates, stepStates } from '#domain/operations/fleet.ts';
import { offerKinds } from '#domain/plan-change/upgrade.ts';
import { billingCycles, planIds } from '#domain/plans/ids.ts';
import { onboardingOutcomes } from '#domain/support/onboarding.ts';
import { tenantStates } from '#domain/tenants/states.ts';
import { comparisonStages } from '#functions/payments/reconciliation-store.ts';

/** Tables in the order of the schema; a new set of codes gets its row here. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'orders.plan': planIds,
  'orders.cycle': billingCycles,
  'orders.status': provisioningStatuses,
  'orders.payment': orderPayments,
  'orders.card_entry': cardEntries,
  'orders.close_reason': closeReasons,
  'tenants.plan': planIds,
  'tenants.cycle': billingCycles,
  'tenants.state': tenantStates,
  'contracts.end_kind': endKinds,
  'contract_terms.reason': termsReasons,
  'contract_terms.plan': paidPlanIds,
  'contract_terms.cycle': billingCycles,
  'charges.kind': chargeKinds,
  'charges.state': chargeStates,
  'charges.returned': disposals,
  'contract_ends.kind': endKinds,
  'marks.kind': markKinds,
  'marks.settled_by': settlements,
  'reconciliations.stage': comparisonStages,
  'plan_changes.kind': offerKinds,
  'plan_changes.plan': paidPlanIds,
  'plan_changes.cycle': billingCycles,
  'plan_changes.state': planChangeStates,
  'card_changes.state': cardChangeStates,
  'fiscal_notes.state': noteStates,
  'limit_graces.kind': overKinds,
  'alert_levels.state': levelStates,
  'alert_levels.reason': outsideReasons,
  'alert_levels.doubt': doubts,
  'alert_falls.ended_by': fallEnds,
  'alert_falls.gap': gaps,
  'alert_events.kind': alertEventKinds,
  'alert_recipients.kind': recipientKinds,
  'alert_recipients.state': recipientStates,
  'alert_recipients.off_reason': offReasons,
  'alert_messages.kind': recipientKinds,
  'alert_messages.state': messageStates,
  'alert_messages.tone': tones,
  'providers.kind': recipientKinds,
  'alert_channels.channel': channelStates,
  'first_monitors.state': firstMonitorStates,
  'fleet_runs.kind': runKinds,
  'fleet_runs.state': runStates,
  'fleet_steps.state': stepStates,
  'moves.state': moveStates,
  'support_messages.plan': planIds,
  'onboardings.outcome': onboardingOutcomes,
  'availability_days.part': measuredIds,
};

const schema = readFileSync(join(projectRoot, 'functions/migrations/0001_schema.sql'), 'utf8');
const checks = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n(.+?)^\)/gms)].flatMap(([, table, body = '']) =>
  [...body.matchAll(/CHECK \((\w+) IN \(('[^)]+)\)\)/g)].map(
    ([, column, values = '']): [string, string[]] => [
      `${table}.${column}`,
      [...values.matchAll(/'([^']+)'/g)].map(([, value = '']) => value),
    ],
  ),
);

test('every list of texts in the schema is read', () => {
  expect(checks).toHaveLength([...schema.matchAll(/CHECK [^;]*?IN \('/g)].length);
});

test('the schema allows exactly the values of the exported lists', () => {
  const sorted = (all: Iterable<[string, readonly string[]]>) =>
    Object.fromEntries([...all].map(([name, values]) => [name, values.toSorted()]));
  expect(sorted(checks)).toEqual(sorted(Object.entries(lists)));
});
