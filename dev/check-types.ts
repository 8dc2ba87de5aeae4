/**
 * `node dev/check-types.ts <project>…`: compiles these projects with TypeScript 7, in a quarter of the processor time of
 * version 6, whose API `astro check` still needs for the pages.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const compiler = join(projectRoot, 'node_modules/typescript-native/bin/tsc');
/** Several checkers repeat each other's work, and other checks run beside this one. */
const options = ['--checkers', '1', '--pretty', 'false'];
/** Imported outside of the Worker, where the types of its runtime cannot stand beside the browser's: judged in their own project. */
const FUNCTIONS = 'functions/';

function findingsIn(project: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [compiler, '-p', project, ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return [];
  // A message begins at the margin; lines that explain it are indented.
  const said = `${stdout}${stderr}`.split(/\n(?=\S)/).filter((each) => each.trim() !== '');
  if (said.length === 0) return [`${project}: the compiler ended with ${status}`];
  return project === '.' ? said.filter((each) => !each.startsWith(FUNCTIONS)) : said;
}

const findings = process.argv.slice(2).flatMap(findingsIn);
for (const finding of findings) console.error(finding.trimEnd());
if (findings.length > 0) process.exitCode = 1;
