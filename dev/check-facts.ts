/** `npm run check:facts`: fails when a fact of content/dated-facts.json is past its day or no longer in its file. */

import { judgeFacts, parseDatedFacts } from '#build/dated-facts.ts';
import { readProjectFile } from '#build/dated-facts-warning.ts';
import factsJson from '#content/dated-facts.json' with { type: 'json' };
import { businessDay } from '#domain/billing/days.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';

await runCommand(async () => {
  const facts = parseDatedFacts(factsJson);
  const problems = judgeFacts(facts, businessDay(Date.now()), readProjectFile);
  const due = problems.filter(({ kind }) => kind !== 'soon');
  for (const { sentence } of problems.filter(({ kind }) => kind === 'soon')) console.warn(sentence);
  if (due.length > 0) throw new CommandFailure(due.map(({ sentence }) => sentence).join('\n'));
  console.log(`${facts.length} fatos com data, nenhum vencido.`);
});
