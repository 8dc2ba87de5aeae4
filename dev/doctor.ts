/** `npm run doctor`: checks this machine. One line per finding; each problem says how to fix it. */
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#ops/failure.ts';
import { findPlaywrightChromium, findSystemChromium } from './chromium.mjs';
import { isPortFree, refusedPorts, stackPorts } from './free-ports.ts';
import { stackAddresses } from './ports.ts';
import { isStackRunning } from './process-group.ts';
import { projectRoot } from './project-root.ts';
import { readSitePort } from './site-port.ts';
import { localDir, stackFolders } from './stack-folders.ts';

interface Finding {
  readonly ok: boolean;
  readonly text: string;
}

const good = (text: string): Finding => ({ ok: true, text });
const bad = (text: string): Finding => ({ ok: false, text });

const DISK_FREE_MIN_BYTES = 1_000_000_000;

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isPinned = process.execPath.startsWith(join(projectRoot, 'node_modules'));
  const origin = isPinned ? 'o do projeto' : 'o do sistema';
  return major > 22 || (major === 22 && minor >= 18)
    ? good(`Node ${process.versions.node} (${origin})`)
    : bad(
        `Node ${process.versions.node} é antigo para os comandos. Rode por "npm run doctor" ou instale o Node 24.`,
      );
}

async function checkPorts(sitePort: number): Promise<Finding[]> {
  if (isStackRunning(stackFolders(sitePort).stateDir))
    return [good(`Portas: a Vigia já está no ar na ${sitePort}`)];
  const findings = stackPorts(stackAddresses(sitePort)).map(async ([port, name]) => {
    if (refusedPorts.has(port))
      return bad(`Porta ${port} (${name}) não abre em navegadores. Use outra base: PORT=5000 npm start.`);
    return (await isPortFree(port))
      ? good(`Porta ${port} livre (${name})`)
      : bad(`Porta ${port} (${name}) em uso. Feche quem a ocupa ou use outra base: PORT=5000 npm start.`);
  });
  return Promise.all(findings);
}

async function checkChromium(): Promise<Finding> {
  const path = findSystemChromium() ?? (await findPlaywrightChromium());
  return path
    ? good(`Chromium: ${path}`)
    : bad(
        'Chromium não encontrado; só os testes precisam dele, e "npm test" tenta instalar. CHROMIUM_PATH aponta um seu.',
      );
}

function checkState(): Finding {
  if (!existsSync(localDir)) return good('Estado local: nenhum ainda; "npm start" cria em .local');
  const stacks = readdirSync(localDir).filter((name) => /^\d+$/.test(name));
  return good(
    `Estado local em .local, por porta: ${stacks.join(', ') || 'nenhum'} (--fresh apaga o da porta usada)`,
  );
}

function checkDisk(): Finding {
  const { bavail, bsize } = statfsSync(projectRoot);
  const gigabytes = ((bavail * bsize) / 1e9).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return bavail * bsize >= DISK_FREE_MIN_BYTES
    ? good(`Disco: ${gigabytes} GB livres`)
    : bad(`Disco: só ${gigabytes} GB livres. Libere ao menos 1 GB antes de instalar e construir.`);
}

await runCommand(async () => {
  const sitePort = readSitePort(process.env['PORT']);
  const findings = [
    checkNode(),
    ...(await checkPorts(sitePort)),
    await checkChromium(),
    checkState(),
    checkDisk(),
  ];
  for (const { ok, text } of findings) console.log(`${ok ? '  ok    ' : '  falta '}${text}`);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
});
