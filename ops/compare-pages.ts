/**
 * `npm run compare:page -- <endereço> [--dist <pasta>]`: compares the published payment page with its build.
 *
 * With only the site's address it compares every payment page. Exits with 1 on a difference, so that a weekly job fails
 * (docs/payment-page.md).
 */
import { parseArgs } from 'node:util';
import { paymentPages } from '#lib/payment-pages.ts';
import { comparePage } from './compare-page.ts';
import { CommandFailure } from './failure.ts';

const USAGE =
  'Diga o endereço do site ou de uma página: npm run compare:page -- https://exemplo.com.br/checkout [--dist dist]';

function readCommand(): { urls: readonly URL[]; distDir: string } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { dist: { type: 'string', default: 'dist' } },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !URL.canParse(address)) throw new CommandFailure(USAGE);
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new CommandFailure(USAGE);
  const urls = url.pathname === '/' ? paymentPages.map((page) => new URL(page, url)) : [url];
  return { urls, distDir: values.dist };
}

try {
  const { urls, distDir } = readCommand();
  for (const url of urls) {
    const differences = await comparePage({ url, distDir, fetch });
    console.log(differences.length === 0 ? `${url.href}: igual à construção.` : `${url.href}:`);
    for (const difference of differences) console.log(`  - ${difference}`);
    if (differences.length > 0) process.exitCode = 1;
  }
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE');
  if (!(error instanceof CommandFailure) && !isUsage) throw error;
  console.error(isUsage ? USAGE : (error as Error).message);
  process.exitCode = 1;
}
