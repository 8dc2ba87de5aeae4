/** The mutants of `npm run test:mutants` are run seldom; here is only whether each can still be made. */
import { expect, test } from 'vitest';
import { alertMutants } from '#tests/simulation/alerts/mutants.ts';
import { contractMutants } from '#tests/simulation/contract-mutants.ts';
import { mutated } from '#tests/simulation/mutant.ts';

test.each(Object.entries({ ...contractMutants, ...alertMutants }))(
  'the mutant %s changes a line that the product has',
  (_, mutant) => {
    expect(mutated(mutant)).toContain(mutant.wrong);
  },
);
