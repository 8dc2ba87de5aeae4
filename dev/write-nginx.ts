/** `npm run write:nginx`: writes deploy/static/nginx.conf from public/_headers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { nginxConfiguration } from './static-nginx.ts';

const headersFile = readFileSync(join(projectRoot, 'public/_headers'), 'utf8');
writeFileSync(join(projectRoot, 'deploy/static/nginx.conf'), nginxConfiguration(headersFile));
