/** What the kernel says of a runtime: processor time and memory. Linux alone tells it this way. */
import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks of user and system time; Linux has counted a hundred a second for decades. */
const MS_PER_TICK = 10;

interface Seen {
  readonly group: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

function look(pid: string): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!stat.includes('(workerd)')) return null;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return {
      group: Number(fields[2]),
      cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
      megabytes: Math.round(Number(kilobytes ?? 0) / 1024),
    };
  } catch {
    return null; // Ended while it was looked at.
  }
}

export interface Usage {
  /** Processor time since the start, in milliseconds. */
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** Everything called `workerd` in a process group. */
export function usageOfGroup(group: number): Usage {
  const seen = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(look)
    .filter((each) => each !== null && each.group === group);
  return {
    cpuMs: seen.reduce((sum, each) => sum + (each?.cpuMs ?? 0), 0),
    megabytes: seen.reduce((sum, each) => sum + (each?.megabytes ?? 0), 0),
  };
}
