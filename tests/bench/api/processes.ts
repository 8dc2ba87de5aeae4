/** CPU time and memory of a runtime, from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
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
    return null; // The process has ended meanwhile.
  }
}

export interface Usage {
  /** CPU time since the start, in milliseconds. */
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** The `workerd` processes of a process group. */
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
