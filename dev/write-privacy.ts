/** `npm run write:privacy`: writes the table of docs/privacy.md from content/legal/retention.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { withPrivacyTable } from './privacy-table.ts';
import { projectRoot } from './project-root.ts';

const file = join(projectRoot, 'docs/privacy.md');
writeFileSync(file, withPrivacyTable(readFileSync(file, 'utf8'), retentionJson));
