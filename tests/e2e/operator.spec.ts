/** An operator's commands as shipped, against the running stack (docs/worst-day.md). */
import { spawn } from 'node:child_process';
import { projectRoot } from '#dev/project-root.ts';
import { expect, test } from '#tests/support/stack.ts';
import { stateOf } from '#tests/support/stand-in-controls.ts';

interface Run {
  readonly code: number | null;
  readonly out: string;
}

/** One command line; the stack's port selects it. */
function operate(siteUrl: string, ...words: readonly string[]): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const child = spawn(process.execPath, ['ops/ops.ts', ...words], {
    cwd: projectRoot,
    env: { ...process.env, PORT: new URL(siteUrl).port, OPS_OPERATOR: 'Equipe' },
  });
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (out += part.toString()));
  child.on('close', (code) => resolve({ code, out }));
  return promise;
}

test('an environment comes back from its copy with one command, once', async ({
  stack,
  person,
  customer,
}) => {
  const subdominio = await customer.free();
  const { siteUrl } = stack.addresses;
  expect((await operate(siteUrl, 'copias', subdominio, '--agora')).out).toContain('Uma cópia começou agora');
  await expect
    .poll(async () => (await operate(siteUrl, 'copias', subdominio)).out)
    .toContain('copiado por último em');

  const back = await operate(siteUrl, 'devolver', subdominio, '--sim');
  expect(back).toMatchObject({ code: 0, out: expect.stringContaining(`De volta: ${subdominio}`) });
  const { out: history } = await operate(siteUrl, 'historico', subdominio);
  expect(history.match(/restore-asked/g)).toHaveLength(1);
  const mails = async () =>
    (await stateOf<{ messages: { to: string; subject: string }[] }>(stack, 'mail')).messages.filter(
      ({ to, subject }) => to.includes(person.email) && subject.includes('cópia'),
    );
  await expect.poll(mails).toHaveLength(1);
});

test('sales are closed and opened with one command', async ({ stack }) => {
  const { siteUrl } = stack.addresses;
  expect((await operate(siteUrl, 'vendas', 'fechar')).out).toContain('Vendas fechadas');
  expect(await operate(siteUrl, 'prontidao')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/vendas/i),
  });
  expect((await operate(siteUrl, 'vendas', 'abrir')).out).toContain('Vendas abertas');
});
