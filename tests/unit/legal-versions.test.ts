/** An accepted text never changes: a new text, or a number that it cites, needs a new version. */
import { expect, test } from 'vitest';
import { acceptedTexts, frozenText, sourceOf, versionMistakes } from '#build/legal-versions.ts';

test('today’s terms and rules are kept as they are accepted', () => {
  expect(versionMistakes()).toEqual([]);
});

test('a changed text without a new version is refused with what to do', () => {
  const mistakes = versionMistakes((id) => sourceOf(id).replace('em até {facts.refund}', 'em até 9 dias'));
  expect(mistakes).toHaveLength(acceptedTexts.length);
  for (const [index, { id, constant }] of acceptedTexts.entries()) {
    expect(mistakes[index]).toContain(`content/legal/${id}.mdx`);
    expect(mistakes[index]).toContain(constant);
    expect(mistakes[index]).toContain('npm run write:legal');
  }
});

test('a frozen text has its numbers written out, and keeps who the operator is', () => {
  const text = acceptedTexts.map(({ id }) => frozenText(sourceOf(id))).join('\n');
  const left = [...text.matchAll(/(?:facts|billingExamples)\.(?!ts\b)(\w+)/g)].map(([, name]) => name);
  expect([...new Set(left)].sort()).toEqual(['company', 'contacts', 'name', 'tenantExample']);
  expect(text).not.toContain('<PlanLimits');
  expect(
    frozenText('---\nupdated: 2026-01-31\n---\n{facts.day(frontmatter.updated)}, {facts.refund}'),
  ).toContain('31 de janeiro de 2026, 5 dias úteis');
});
