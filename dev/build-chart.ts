/** `npm run build:chart`: writes the companion as the one file that the tenant chart mounts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCompanion, companionFile } from './companion-bundle.ts';
import { projectRoot } from './project-root.ts';

writeFileSync(join(projectRoot, companionFile), await bundleCompanion());
