/**
 * Who may enter a local environment, decided as the chart's companion does it (deploy/tenant-chart/files/admission.mjs):
 * the tenant's group, and the newer of two lists, the application's and the one that the functions sent.
 */
import type { Context } from 'hono';
import { createStateFile } from '../stand-in.ts';
import type { Environment } from './environment.ts';
import { carriesToken } from './guarded.ts';

export interface AdmittedList {
  readonly revision: number;
  readonly accounts: readonly string[];
}

/** A person as the sign-in knows them: groups are those of the moment in which they signed in. */
export interface Visitor {
  readonly subject: string;
  readonly groups: readonly string[];
}

/** Revision 0: there is no list yet, and the group alone decides. */
const NO_LIST: AdmittedList = { revision: 0, accounts: [] };

function readList(value: unknown): AdmittedList | null {
  const { revision, accounts } = (value ?? {}) as Partial<AdmittedList>;
  if (!Number.isSafeInteger(revision) || revision === undefined || revision < 0) return null;
  if (!Array.isArray(accounts) || !accounts.every((one) => typeof one === 'string' && one !== ''))
    return null;
  return { revision, accounts };
}

/** By the application: another one of the same name has another volume, and knows no list that was sent before. */
type Sent = Record<string, AdmittedList>;

/** Opens the lists; `stateDir` as for the environments. */
export function createAdmission(stateDir: string | null) {
  const file = createStateFile<Sent>(stateDir, 'tenants-admitted', () => ({}));
  const keyOf = ({ tenant, workload }: Environment): string => workload?.name ?? tenant;

  function current(environment: Environment): AdmittedList {
    const chart = readList(environment.workload?.values['admitted']) ?? NO_LIST;
    const sent = file.read()[keyOf(environment)] ?? NO_LIST;
    return sent.revision > chart.revision ? sent : chart;
  }

  return {
    current,
    /** Answers `PUT /-/admitted`: 204, 400 for no list, 409 for one older than the present one. */
    async take(c: Context, environment: Environment, counterSecret: string): Promise<Response> {
      if (!carriesToken(c, environment, counterSecret)) return c.body(null, 401);
      if (c.req.method !== 'PUT') return c.body(null, 405);
      const list = readList(await c.req.json().catch(() => null));
      if (list === null) return c.body(null, 400);
      if (list.revision < current(environment).revision) return c.body(null, 409);
      file.write({ ...file.read(), [keyOf(environment)]: list });
      return c.body(null, 204);
    },
    mayEnter(environment: Environment, { subject, groups }: Visitor): boolean {
      const { revision, accounts } = current(environment);
      return (
        groups.includes(`tenant:${environment.tenant}`) && (revision === 0 || accounts.includes(subject))
      );
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;
