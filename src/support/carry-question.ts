/**
 * Copies an unanswered question into the contact form.
 *
 * Text already in the form stays; the focus moves to the first empty field.
 */
import { typeInto } from '#lib/type-into.ts';

const SUBJECT = 'Pergunta';

export function carryQuestion(root: HTMLElement): void {
  root.addEventListener('faq:ask', (event) => {
    const question = String((event as CustomEvent<unknown>).detail ?? '');
    root.querySelector<HTMLElement>('[role="tab"][href="#contato"]')?.click();
    const form = root.querySelector('form');
    if (!form) return;
    fill(form, 'assunto', question === '' ? '' : SUBJECT);
    fill(form, 'mensagem', question);
    const fields = [
      ...form.querySelectorAll<HTMLInputElement>('[name="nome"], [name="email"], [name="mensagem"]'),
    ];
    (fields.find(({ value }) => value === '') ?? fields.at(-1))?.focus();
  });
}

function fill(form: HTMLFormElement, name: string, text: string): void {
  const field = form.elements.namedItem(name);
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isField && field.value === '' && text !== '') typeInto(field, text);
}
