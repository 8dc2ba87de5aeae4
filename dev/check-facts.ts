/**
 * `npm run check:facts`: fails when a fact of content/dated-facts.json is past its day or no longer in its file, and when a
 * feature's facts are others than those for which its articles were read.
 */

import { judgeFacts, parseDatedFacts } from '#build/dated-facts.ts';
import { readProjectFile } from '#build/dated-facts-warning.ts';
import factsJson from '#content/dated-facts.json' with { type: 'json' };
import { businessDay } from '#domain/billing/days.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { tieMistakes } from './features/tie.ts';

await runCommand(async () => {
  const facts = parseDatedFacts(factsJson);
  const problems = judgeFacts(facts, businessDay(Date.now()), readProjectFile);
  const due = problems.filter(({ kind }) => kind !== 'soon');
  for (const { sentence } of problems.filter(({ kind }) => kind === 'soon')) console.warn(sentence);
  const unread = tieMistakes();
  if (due.length + unread.length > 0)
    throw new CommandFailure([due.map(({ sentence }) => sentence).join('\n'), ...unread].join('\n\n').trim());
  console.log(`${facts.length} fatos com data, nenhum vencido; os artigos foram lidos com os fatos de hoje.`);
});
