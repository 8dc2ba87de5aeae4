/** A deploy with a forgotten variable says so in the log and nothing to the caller. */
import { expect, test, vi } from 'vitest';
import worker from '#functions/worker.ts';
import { env } from './support.ts';

test('a missing variable is named in the log and not in the answer', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { ASAAS_API_KEY, ...rest } = env;
  const request = new Request('http://localhost/api/health') as Request<unknown, IncomingRequestCfProperties>;
  const answer = await worker.fetch(request, rest as typeof env, {} as ExecutionContext);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: 'Erro inesperado. Tente novamente.', code: 'internal' });
  expect(JSON.stringify(logged.mock.calls)).toContain('ASAAS_API_KEY');
  expect(JSON.stringify(logged.mock.calls)).not.toContain(ASAAS_API_KEY);
  logged.mockRestore();
});
