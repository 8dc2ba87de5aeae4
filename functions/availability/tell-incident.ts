/** Writes what an operator tells of an incident, and shows all of them. */
import type { Incident } from '#domain/api-schemas/availability.ts';
import type { OperatorRequest } from '#domain/api-schemas/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import type { Frozen } from '#functions/http/route.ts';
import { listIncidents, noteIncident } from './store.ts';

/** @throws DomainError `not-found` for an unknown incident without a title. */
export async function tellIncident(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, title, text, isOver }: OperatorRequest<'incidente'>,
): Promise<readonly Frozen<Incident>[]> {
  if (id !== undefined) {
    const told = { id, title: title ?? null, text: text ?? null, isOver };
    if (!(await noteIncident(db, told, clock.now()))) throw new DomainError('not-found');
  }
  return listIncidents(db);
}
