/** A deploy with a missing variable names it in the log and not in the response. */
import { expect, test, vi } from 'vitest';
import worker from '#functions/worker.ts';
import { env } from './support.ts';

const { ASAAS_API_KEY, ...rest } = env;

test('a missing variable is named in the log, not in the response', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const request = new Request('http://localhost/api/health') as Request<unknown, IncomingRequestCfProperties>;
  const answer = await worker.fetch(request, rest as typeof env, {} as ExecutionContext);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: 'Erro inesperado. Tente novamente.', code: 'internal' });
  expect(JSON.stringify(logged.mock.calls)).toContain('ASAAS_API_KEY');
  expect(JSON.stringify(logged.mock.calls)).not.toContain(ASAAS_API_KEY);
  logged.mockRestore();
});

test('scheduled work logs the same and fails visibly', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const run = worker.scheduled({} as ScheduledController, rest as typeof env);
  await expect(run).rejects.toThrow('ASAAS_API_KEY');
  expect(JSON.stringify(logged.mock.calls)).toMatch(/misconfigured.*cron-.*ASAAS_API_KEY/);
  logged.mockRestore();
});
