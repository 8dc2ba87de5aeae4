/**
 * Takes a question that the list does not answer over to the contact form.
 *
 * What somebody already wrote there stays; the focus goes to the first field that still waits.
 */
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
  if (!isField || field.value !== '' || text === '') return;
  field.value = text;
  // The form looks at a field again when it changes.
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
