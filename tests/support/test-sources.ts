/** The tests of a file by their title, with everything their source says: read from the code, not run. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Title → source of each `test(…)` and `test.each(…)(…)`. The source takes in the list it is made from in a loop, and the
 * file's own constants and functions that it names: a table of cases often stands above it.
 */
export function readTests(file: string): ReadonlyMap<string, string> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const own = ownDeclarations(source);
  const tests = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      const text = `${node.getText(source)}\n${loopOf(node)}`;
      if (title && ts.isStringLiteralLike(title)) tests.set(title.text, withNamed(text, own));
      if (title && ts.isTemplateExpression(title))
        tests.set(title.getText(source).slice(1, -1), withNamed(text, own));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tests;
}

/** `test`, `test.each(cases)`, `test.skip` and the like; never `test.describe`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test';
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return false;
  const { expression, name } = callee.expression;
  return ts.isIdentifier(expression) && expression.text === 'test' && name.text === 'each';
}

function loopOf(node: ts.Node): string {
  for (let around = node.parent; around; around = around.parent) {
    if (ts.isForOfStatement(around)) return around.expression.getText();
  }
  return '';
}

function ownDeclarations(source: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      found.set(statement.name.text, statement.getText(source));
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name)) found.set(name.text, statement.getText(source));
    }
  }
  return found;
}

function withNamed(text: string, own: ReadonlyMap<string, string>): string {
  const taken = new Set<string>();
  let whole = text;
  for (let grew = true; grew; ) {
    grew = false;
    for (const [name, declaration] of own) {
      if (taken.has(name) || !new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(whole)) continue;
      taken.add(name);
      whole += `\n${declaration}`;
      grew = true;
    }
  }
  return whole;
}
