/**
 * Replaces the example address in an article with the reader's own environment, known from the last sign-in.
 *
 * A tool's output is left unchanged; its fields are filled in when it is drawn.
 */
import { EXAMPLE_ENVIRONMENT, shownAddress } from '#domain/subdomain/tenant-url.ts';
import { typeInto } from '#lib/type-into.ts';
import { knownEnvironment } from '#session/known-account.ts';

const HOST = shownAddress(EXAMPLE_ENVIRONMENT);

export function showOwnAddress(): void {
  const own = knownEnvironment();
  const article = document.querySelector('article');
  if (own === null || article === null) return;
  for (const sentence of article.querySelectorAll('[data-sample-address]')) sayWhose(sentence, own);
  for (const text of textsIn(article)) {
    text.data = text.data.replaceAll(EXAMPLE_ENVIRONMENT, own).replaceAll(HOST, shownAddress(own));
  }
}

/** Fills in the fields of a tool that would show the example. */
export function fillOwnAddress(tool: HTMLElement): void {
  const own = knownEnvironment();
  if (own === null) return;
  for (const field of tool.querySelectorAll('input')) {
    const isExample =
      field.value === EXAMPLE_ENVIRONMENT ||
      (field.value === '' && field.placeholder === EXAMPLE_ENVIRONMENT);
    if (isExample && field !== document.activeElement) typeInto(field, own);
  }
}

function sayWhose(sentence: Element, own: string): void {
  const code = document.createElement('code');
  code.textContent = own;
  sentence.replaceChildren('Os exemplos mostram o endereço do seu painel, ', code, '.');
}

/** Text nodes outside of tools. */
function textsIn(article: Element): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.includes(HOST) && !node.parentElement?.closest('[data-tool]'))
      found.push(node);
  }
  return found;
}
