import { Variables } from '#functions/variables.ts';
import type { WorkerVariables } from './local-values.ts';

/** A sentence for each invalid variable, with its allowed values. */
export function wrongChoices(variables: WorkerVariables): string[] {
  const read = Variables.safeParse(variables);
  if (read.success) return [];
  const sentences = read.error.issues.map((issue): [string, string] => {
    const name = String(issue.path[0]);
    const expected =
      issue.code === 'invalid_value'
        ? `aceita ${issue.values.map(String).join(' ou ')}`
        : 'não está como docs/configuration.md diz';
    return [name, `${name} ${expected}; recebi "${variables[name] ?? ''}".`];
  });
  return [...new Map(sentences).values()];
}
