/** Asks questions one after the other, each until its answer is taken. */
import { CommandFailure } from '#ops/failure.ts';
import type { Question } from './questions.ts';
import type { Run } from './run-state.ts';

/** Wrong answers to one question, after which somebody needs more than the question. */
const TRIES = 8;

/**
 * @param changed Numbers of questions to ask again, from 1; those without an answer are always asked.
 * @param command How to go on, as the operator types it.
 * @throws CommandFailure when there are no more answers.
 */
export async function askAll(
  run: Run,
  questions: readonly Question[],
  { changed, command }: { readonly changed: ReadonlySet<number>; readonly command: string },
): Promise<void> {
  const { say } = run.terminal;
  for (const [index, question] of questions.entries()) {
    const number = index + 1;
    if (question.isAnswered(run) && !changed.has(number)) continue;
    say('');
    say(`${number} de ${questions.length}. ${question.title}`);
    for (const line of question.about(run)) say(`   ${line}`);
    await askOne(
      run,
      question,
      `${command} ${number > 1 || question.isAnswered(run) ? 'continua daqui' : 'começa de novo'}`,
    );
  }
}

async function askOne(run: Run, question: Question, goOn: string): Promise<void> {
  const { say } = run.terminal;
  const isKept = question.isSecret === true && question.isAnswered(run);
  const fallback = isKept ? 'a guardada' : question.fallback(run);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const typed = await run.terminal.ask({ message: question.title, fallback, isSecret: question.isSecret });
    if (typed === null)
      throw new CommandFailure(
        `Parou em "${question.title}". ${run.isDry ? 'Foi um ensaio: nada foi guardado.' : `O que já foi respondido está em operator/; ${goOn}.`}`,
      );
    if (isKept && typed === 'a guardada') return;
    if (typed === '') {
      say('   ✗ Esta pergunta não tem uma resposta de costume: escreva uma.');
      continue;
    }
    try {
      const note = await question.take(run, typed);
      if (note !== undefined) say(`   ${note}`);
      return;
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      say(`   ✗ ${error.message}`);
    }
  }
  throw new CommandFailure(
    `"${question.title}" foi recusada ${TRIES} vezes. Veja docs/setup.md, e rode de novo: o que já foi respondido está guardado.`,
  );
}
