/** Sends a bounded load of one kind of request and measures the answers. */
import { Agent, request as send } from 'node:http';

interface Shot {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Target {
  readonly name: string;
  /** Creates the n-th request. */
  shot(n: number): Shot;
  /** Statuses that count as a success. */
  readonly expects: readonly number[];
  /** CPU time that the target's runtime has used so far, in milliseconds. */
  cpuMs(): number;
  /** Maximum number of requests, for requests that write data. */
  readonly shotsMax?: number;
}

export interface Measure {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly calls: number;
  /** CPU time of the runtime for all requests, in milliseconds; other programs hardly affect it. */
  readonly cpuMs: number;
}

function fire(agent: Agent, { method, url, headers = {}, body }: Shot): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = send(url, { agent, method, headers }, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve(incoming.statusCode ?? 0));
      incoming.once('error', () => resolve(0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Sends requests for `ms` milliseconds, `concurrency` at a time. Numbering continues between calls. */
export function createLoad(target: Target): (concurrency: number, ms: number) => Promise<Measure> {
  let fired = 0;
  return async (concurrency, ms) => {
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
    const took: number[] = [];
    let errors = 0;
    const cpuBefore = target.cpuMs();
    const began = performance.now();
    const until = began + ms;
    const last = fired + (target.shotsMax ?? Number.POSITIVE_INFINITY);
    const one = async (): Promise<void> => {
      while (performance.now() < until && fired < last) {
        const shot = target.shot(fired);
        fired += 1;
        const sent = performance.now();
        if (!target.expects.includes(await fire(agent, shot))) errors += 1;
        took.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, one));
    const seconds = (performance.now() - began) / 1000;
    const cpuMs = target.cpuMs() - cpuBefore;
    agent.destroy();
    took.sort((a, b) => a - b);
    return {
      perSecond: took.length / seconds,
      p50: at(took, 0.5),
      p99: at(took, 0.99),
      errors,
      cpuMs,
      calls: took.length,
    };
  };
}

export function median(values: readonly number[]): number {
  return at(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
