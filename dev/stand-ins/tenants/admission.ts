/**
 * Who may enter a local environment, by the rules of the chart's companion (companion/admission.ts):
 * the tenant's group, and the newer of two lists, the application's and the one that the Worker sent.
 */
import type { Context } from 'hono';
import { AdmittedAccounts } from '#companion/contract.ts';
import { createStateFile } from '../stand-in.ts';
import type { Environment } from './environment.ts';
import { carriesToken } from './guarded.ts';

/** A signed-in person; the groups are those at the time of the sign-in. */
export interface Visitor {
  readonly subject: string;
  readonly groups: readonly string[];
}

/** Revision 0: there is no list yet, and the group alone decides. */
const NO_LIST: AdmittedAccounts = { revision: 0, accounts: [] };

const readList = (value: unknown): AdmittedAccounts | null => AdmittedAccounts.safeParse(value).data ?? null;

/** Sent lists by application: a new application of the same name has a new volume without the old list. */
type Sent = Record<string, AdmittedAccounts>;

/** Opens the lists; `stateDir` as for the environments. */
export function createAdmission(stateDir: string | null) {
  const file = createStateFile<Sent>(stateDir, 'tenants-admitted', () => ({}));
  const keyOf = ({ tenant, workload }: Environment): string => workload?.name ?? tenant;

  function current(environment: Environment): AdmittedAccounts {
    const chart = readList(environment.workload?.values['admitted']) ?? NO_LIST;
    const sent = file.read()[keyOf(environment)] ?? NO_LIST;
    return sent.revision > chart.revision ? sent : chart;
  }

  return {
    current,
    /** Handles `PUT /-/admitted`: 204, 400 for an invalid list, 409 for one older than the current one. */
    async take(c: Context, environment: Environment): Promise<Response> {
      if (!carriesToken(c, environment)) return c.body(null, 401);
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
