/** A wrangler that keeps the Worker's secrets in a file of the folder that it runs in, and every call with its input. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.cwd(), 'wrangler-calls.json');
const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { calls: [], secrets: null };
const args = process.argv.slice(2);
kept.calls.push(args);
const save = () => writeFileSync(file, JSON.stringify(kept));
if (process.env['CLOUDFLARE_API_TOKEN'] === undefined) throw new Error('No token was given.');
if (args[1] === 'list') {
  save();
  // As wrangler does for a Worker that was never published.
  if (kept.secrets === null) {
    console.error(
      '✘ [ERROR] A request to the Cloudflare API failed. This Worker does not exist on your account. [code: 10007]',
    );
    process.exit(1);
  }
  console.log(JSON.stringify(Object.keys(kept.secrets).map((name) => ({ name, type: 'secret_text' }))));
} else {
  const given = JSON.parse(readFileSync(0, 'utf8'));
  if (process.env['REFUSED_BY_WRANGLER'] === '1') {
    save();
    console.error('✘ [ERROR] A request to the Cloudflare API failed. Authentication error [code: 10000]');
    process.exit(1);
  }
  kept.secrets = { ...kept.secrets, ...given };
  save();
  console.log('✨ Success');
}
