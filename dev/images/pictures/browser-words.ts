/** Words that are the browser's own: the one that takes the pictures knows only English. */
import type { Page } from '@playwright/test';

/** As Chrome says them in Brazil. */
const words: Readonly<Record<string, string>> = {
  'Choose File': 'Escolher arquivo',
  'No file chosen': 'Nenhum arquivo escolhido',
};

interface DomNode {
  readonly backendNodeId: number;
  readonly nodeValue: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

const within = (node: DomNode): readonly DomNode[] =>
  [...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap((each) => [each, ...within(each)]);

/** Puts them into Portuguese; they stand in parts of the page that no script of it reaches. */
export async function translateBrowserWords(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  for (const { backendNodeId, nodeValue, attributes = [] } of within(root)) {
    const word =
      words[nodeValue] ?? attributes.map((value) => words[value]).find((found) => found !== undefined);
    if (word === undefined) continue;
    const { object } = await session.send('DOM.resolveNode', { backendNodeId });
    await session.send('Runtime.callFunctionOn', {
      ...{ objectId: object.objectId ?? '', arguments: [{ value: word }] },
      functionDeclaration:
        'function (word) { if (this.nodeType === 3) this.nodeValue = word; else this.value = word; }',
    });
  }
  await session.detach();
}
