/** The chart's own companion for each local environment: plan limits over the instance's socket. */
import { createLimits } from '../../../deploy/tenant-chart/files/limits.mjs';
import type { Environments } from './environment.ts';
import { createInstanceSocket } from './instance-socket.ts';

export type Companion = ReturnType<typeof createLimits>;

/** One companion per environment, created on first use: orders of one environment wait for each other. */
export function createCompanions(environments: Environments): (tenant: string) => Companion {
  const companions = new Map<string, Companion>();
  const make = (tenant: string): Companion => {
    const rows = () => environments.find(tenant).monitors;
    const io = createInstanceSocket({
      all: rows,
      change: (id, change) => environments.changeMonitor(tenant, id, change),
    });
    const limits = createLimits({
      monitors: () => [...rows()],
      record: {
        read: () => environments.restrictedOf(tenant),
        write: (restricted) => environments.setRestricted(tenant, restricted),
      },
      instance: { io, instanceUrl: '', administratorFile: '' },
      log: () => undefined,
    });
    companions.set(tenant, limits);
    return limits;
  };
  return (tenant) => companions.get(tenant) ?? make(tenant);
}
