/** Records the requests to the payment processor. */
import { afterEach, beforeEach, vi } from 'vitest';
import { addresses } from './support.ts';

/** Paths of the processor requests since the start of each test, in order; without the stand-in's own. */
export function watchProcessor(): string[] {
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    const through = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      if (address.startsWith(addresses.asaasUrl) && !address.includes('/__stand-in/'))
        asked.push(`${init?.method ?? 'GET'} ${address.slice(addresses.asaasUrl.length)}`);
      return through(input, init);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return asked;
}
