/** Every method of a store has a caller in functions/. Knip sees exports only, and stores are objects that a function returns. */
import { relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The object that a function `create…(db, …)` returns. */
function storeOf(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (!ts.isFunctionDeclaration(node) || !node.name?.text.startsWith('create')) return;
  if (node.parameters[0]?.name.getText() !== 'db') return;
  return node.body?.statements
    .filter(ts.isReturnStatement)
    .flatMap(({ expression }) => (expression && ts.isObjectLiteralExpression(expression) ? [expression] : []))
    .at(0);
}

const isFunctionProperty = (node: ts.Node): node is ts.PropertySignature =>
  ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type);

/** Methods of stores, and those that no code reads. */
function readStores() {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('functions/tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    'functions',
  );
  const isOurs = (file: string) => !relative('functions', file).startsWith('..');
  const program = ts.createProgram(fileNames.filter(isOurs), options);
  const checker = program.getTypeChecker();
  const read = new Set<ts.Node>();
  /** Method names read through an interface: a store may be handed over as one. */
  const readAsInterface = new Set<string>();
  const methods: { name: string; label: string; node: ts.Node }[] = [];
  const note = (symbol: ts.Symbol | undefined) => {
    for (const declaration of symbol?.declarations ?? []) {
      read.add(declaration);
      if (ts.isMethodSignature(declaration) || isFunctionProperty(declaration))
        readAsInterface.add(declaration.name.getText());
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      note(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText()));
    for (const property of storeOf(node)?.properties ?? []) {
      const name = property.name?.getText();
      const file = relative('functions', property.getSourceFile().fileName);
      if (name) methods.push({ name, label: `${file}: ${name}`, node: property });
    }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles())
    if (!source.isDeclarationFile && isOurs(source.fileName)) visit(source);
  return {
    methods,
    unread: methods.filter(({ name, node }) => !read.has(node) && !readAsInterface.has(name)),
  };
}

test('every store method has a caller', () => {
  const { methods, unread } = readStores();
  expect(methods.length, 'stores were found').toBeGreaterThan(100);
  expect(unread.map(({ label }) => label)).toEqual([]);
});
