/** The temporary copy of the project, which mutants and other tests change. */
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { copyProject } from '#tests/support/project-copy.ts';

test('a link to a folder is copied as the link that it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-copy-'));
  const link = 'deploy/single-node/chart/theme';
  try {
    copyProject(folder, (name) => name === link);
    expect(readlinkSync(join(folder, link))).toBe(readlinkSync(join(projectRoot, link)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
