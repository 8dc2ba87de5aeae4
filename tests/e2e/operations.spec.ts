/** The operators' command line against the whole stack, in a typical sequence. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import { expect, test } from '#tests/support/stack.ts';

/** `npm run ops` as a separate process, configured by the port only. */
function ops(sitePort: number, ...words: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, 'ops/ops.ts'), ...words], {
      env: { ...process.env, PORT: String(sitePort), OPS_OPERATOR: 'Operação' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('an operator reads a customer’s history, exports and deletes the data', async ({
  stack,
  person,
  customer,
}) => {
  const port = stack.addresses.sitePort;
  const name = await customer.free();
  // The scheduled job sends the outbox.
  await stack.tick();

  const own = await ops(port, 'demonstracao', '--sim');
  expect(own).toMatchObject({ code: 0, output: expect.stringContaining('pronto, abre sem login') });
  expect(await ops(port, 'prontidao')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Tudo funciona.'),
  });
  const history = await ops(port, 'historico', person.email);
  expect(history.code).toBe(0);
  for (const said of [
    name,
    'order-reserved',
    'provisioning-done',
    'enviado: o ambiente está pronto (welcome)',
    'ambiente ativo',
  ])
    expect(history.output).toContain(said);

  const exported = JSON.parse((await ops(port, 'exportar', name)).output) as { account: unknown };
  expect(exported.account).toMatchObject({ email: person.email });

  const slip = await ops(port, 'apagar', name);
  expect(slip).toMatchObject({ code: 1, output: expect.stringContaining('Repita com --confirma') });
  const deleted = await ops(port, 'apagar', name, '--confirma', name);
  expect(deleted).toMatchObject({ code: 0, output: expect.stringContaining('Apagado.') });
  const after = await ops(port, 'historico', name);
  expect(after.output).toContain('customer-deleted');
  expect(after.output).toContain('por Operação');
  expect(after.output).toContain('sem ambiente');
});
