/** After the questions: everything is made, written and given to its places; each step may be repeated. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ourSiteJson from '#content/site.json' with { type: 'json' };
import { CommandFailure } from '#ops/failure.ts';
import { operatorFolder, readOperator, readOperatorFile } from '#ops/operator/folder.ts';
import { type Complete, completeOf, productionOf, type Repository, siteOf } from './derive.ts';
import { envText, opsVariables, serverVariables, workerSecrets } from './env-files.ts';
import { jsonText, writePrivately } from './files.ts';
import { generateSecrets, mintArgocdToken } from './generated.ts';
import { ensureMailDomain, verifyMailDomain } from './keys.ts';
import { merge } from './merge.ts';
import { namesOf } from './names.ts';
import { makeApplications, makeRecord, makeServiceToken, makeTunnel, recordsOf } from './network.ts';
import { cloudflareOf, makingOf, type Run } from './run-state.ts';
import { companyIn } from './sell.ts';
import { certificateToken, copiesToken, makeServerToken } from './server-tokens.ts';
import type { Zone } from './state.ts';
import { makeBucket, makeDatabase, makeSwitches } from './storage.ts';
import { CLOUDFLARE_TOKEN } from './vault.ts';
import { knownSecrets, putSecrets, sumOf, type Wrangler } from './worker-secrets.ts';

/** What the questions left known; they do not end before. */
function known(run: Run) {
  const { answers, made } = run.state();
  const { site, tenants, server, mailDomain } = answers;
  const { account, siteZone, tenantZone } = made;
  if (!site || !tenants || !server || !mailDomain || !account || !siteZone || !tenantZone)
    throw new Error('A question was left out.');
  const zones = { site: siteZone, tenants: tenantZone };
  return { site, tenants, server, mailDomain, account: account.id, zones, copies: answers.copies };
}

/** Everything at Cloudflare and at the mail provider. @throws CommandFailure */
export async function makeAll(run: Run, isAdopting: boolean): Promise<void> {
  const { say } = run.terminal;
  const { site, tenants, server, mailDomain, account, zones, copies } = known(run);
  const { vault } = run;
  const [making, cloudflare] = [makingOf(run), cloudflareOf(run)];
  const names = namesOf(site, zones.site.name, tenants);
  say('\nNa Cloudflare:');
  const made = await generateSecrets(vault);
  if (made.length > 0) say(`  ${run.isDry ? '→  faria' : '✓ '} ${made.length} segredos de 32 bytes.`);
  if (!run.isDry) run.keep({ argocdToken: await mintArgocdToken(vault, run.state().argocdToken, run.now) });
  await makeDatabase(making, cloudflare, account, isAdopting);
  await makeSwitches(making, cloudflare, account);
  if (copies) await makeBucket(making, cloudflare, account, copies);
  await makeTunnel(making, cloudflare, { account, vault, names });
  await makeServiceToken(making, cloudflare, account, vault);
  await makeApplications(making, cloudflare, account, names);
  const tunnel = run.state().made.tunnel;
  const records = recordsOf(names, zones, server.address, tunnel ?? 'novo');
  for (const wanted of records) await makeRecord(making, cloudflare, wanted);
  sayLeft(
    run,
    records.map(({ zone, type, name }) => `${zone.name} ${type} ${name}`),
  );
  await makeServerToken(making, cloudflare, { account, vault, wanted: certificateToken(zones.tenants) });
  if (copies)
    await makeServerToken(making, cloudflare, { account, vault, wanted: copiesToken(account, copies) });
  await makeMailDomain(run, mailDomain, zones.site);
}

/** Records of answers from before: they lead somewhere still, and only a person knows whether anybody goes there. */
function sayLeft(run: Run, wanted: readonly string[]): void {
  const isOfUs = (key: string) => / (A|AAAA|CNAME) /.test(key);
  for (const key of Object.keys(run.state().made.records))
    if (isOfUs(key) && !wanted.includes(key))
      run.terminal.say(
        `  !  O registro ${key} é de uma resposta de antes: apague-o no painel se ninguém mais o usa.`,
      );
}

async function makeMailDomain(run: Run, domain: string, zone: Zone): Promise<void> {
  const { say } = run.terminal;
  const key = run.vault.get('MAIL_API_KEY') ?? '';
  if (run.isDry)
    return say(`  →  conferiria o domínio ${domain} no provedor de e-mail e faria os registros dele.`);
  const { id, status, records } = await ensureMailDomain(run.services.mail, key, domain);
  if (status === 'verified') return;
  const isInZone = domain === zone.name || domain.endsWith(`.${zone.name}`);
  if (isInZone) {
    const [making, cloudflare] = [makingOf(run), cloudflareOf(run)];
    for (const { type, name, value, priority } of records)
      await makeRecord(making, cloudflare, {
        zone,
        type,
        // The provider names them inside of the domain that it registered, and without its last part.
        name: name === zone.name || name.endsWith(`.${zone.name}`) ? name : `${name}.${zone.name}`,
        content: value,
        isProxied: false,
        ...(priority === undefined ? {} : { priority }),
      });
    await verifyMailDomain(run.services.mail, key, id);
  }
  say(
    isInZone
      ? `  !  O provedor de e-mail ainda confere ${domain}: leva de minutos a horas, e até lá nenhum e-mail sai.`
      : `  !  ${domain} não está verificado no provedor de e-mail, e não está nesta conta: ponha lá os registros que https://resend.com/domains mostra.`,
  );
}

/**
 * Writes what everything reads; a value that somebody changed by hand stays.
 * @throws CommandFailure
 */
export function writeAll(run: Run, repository: Repository): Complete {
  const complete = completeOf(run.state(), repository, companyIn(run));
  if (complete === null) throw new Error('Something was neither made nor answered.');
  const { say } = run.terminal;
  say('\nEm operator/:');
  writeMerged(run, 'production.json', productionOf(complete));
  writeMerged(run, 'site.json', siteOf(complete, ourSiteJson.subProcessors));
  const digests = readOperator(run.root, 'production', ourSiteJson)?.digests ?? {};
  const built = (name: string, text: string) =>
    writePrivately(join(operatorFolder(run.root), 'built', name), text);
  built(
    'single-node.env',
    envText(
      'Escrito por npm run setup; contém segredos: apague-o depois da instalação.',
      serverVariables(complete, run.state(), run.vault, digests),
    ),
  );
  built(
    'ops.env',
    envText(
      'Escrito por npm run setup, para npm run ops -- --config; contém segredos.',
      opsVariables(complete, run.vault),
    ),
  );
  say('  ✓  production.json, site.json, built/single-node.env, built/ops.env');
  return complete;
}

function writeMerged(run: Run, name: string, ours: unknown): void {
  const { written } = run.state();
  const { value, kept } = merge(written[name], readOperatorFile(run.root, name), ours);
  writePrivately(join(operatorFolder(run.root), name), jsonText(value));
  run.keep({ written: { ...written, [name]: ours } });
  if (kept.length > 0) run.terminal.say(`  !  Em ${name} ficou o que foi escrito à mão: ${kept.join(', ')}.`);
}

/**
 * What the Worker already has of these stays: rows and environments were made with it, and it is replaced in two steps
 * (docs/worst-day.md, "Trocar um segredo").
 */
const lasting: readonly string[] = ['TENANT_COUNTER_SECRET', 'PARTY_HASH_KEY'];

/** Gives the Worker its secrets, and says whether it may be published. @returns Whether nothing is missing. */
export async function putAndJudge(run: Run, complete: Complete, program: string): Promise<boolean> {
  const { say } = run.terminal;
  // Wrangler takes seconds to load, and nobody waits for them before the first question.
  const { judge, readSource, verdictLines } = await import('#ops/deploy/source.ts');
  const source = readSource(run.root, 'production');
  const wrangler: Wrangler = {
    root: run.root,
    program,
    configPath: source.configPath,
    token: run.vault.get(CLOUDFLARE_TOKEN) ?? '',
    account: complete.account,
  };
  if (!existsSync(program)) throw new CommandFailure(`Não há wrangler em ${program}: rode npm ci.`);
  const secrets = workerSecrets(complete, run.vault);
  const sum = sumOf(secrets);
  let names = knownSecrets(wrangler);
  if (run.state().secretsPut !== sum || Object.keys(secrets).some((name) => !names.includes(name))) {
    const had = names;
    const given = Object.entries(secrets).filter(([name]) => !(lasting.includes(name) && had.includes(name)));
    putSecrets(wrangler, Object.fromEntries(given));
    run.keep({ secretsPut: sum });
    say(`\n  ✓  ${given.length} segredos guardados no Worker.`);
    names = [...new Set([...had, ...given.map(([name]) => name)])];
  } else say('\n  ✓  Os segredos do Worker são os mesmos.');
  const verdict = await judge(run.root, source, names, null);
  say('\nO que a publicação diria (npm run deploy -- --env production --dry-run):');
  for (const line of verdictLines(verdict, source)) say(line);
  if (verdict.missing.length === 0) say('  ✓  Nada falta para publicar.');
  return verdict.missing.length === 0;
}
