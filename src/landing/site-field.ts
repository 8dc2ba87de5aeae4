/** Checks the address in the hero (site-field.astro), keeps it in the tab and opens the sign-up. */
import { keepFirstAddress } from '#lib/first-address.ts';
import { goTo } from '#lib/navigate.ts';

export function carryTypedAddress(): void {
  const form = document.querySelector<HTMLFormElement>('.site-field');
  const field = form?.querySelector<HTMLInputElement>('[type="text"]');
  const error = form?.querySelector<HTMLElement>('[role="alert"]');
  if (!form || !field || !error) return;
  // Its sentences instead of the browser's.
  form.noValidate = true;

  function refuse(sentence: string): void {
    if (!field || !error) return;
    error.textContent = sentence;
    if (sentence === '') field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  }

  field.addEventListener('input', () => refuse(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check(field.value).then(
      (problem) => {
        if (problem === null) {
          keepFirstAddress(field.value);
          goTo(signUpAddress(form));
          return;
        }
        refuse(problem);
        field.focus();
      },
      // The rules could not be loaded: the sign-up page checks what it is sent.
      () => form.submit(),
    );
  });

  async function check(typed: string): Promise<string | null> {
    const { checkFirstAddress } = await import('#domain/alerts/first-address.ts');
    const checked = checkFirstAddress(typed);
    const sentences: Readonly<Record<string, string>> = JSON.parse(form?.dataset['problems'] ?? '{}');
    return checked.ok ? null : (sentences[checked.problem] ?? checked.problem);
  }
}

/** Where the form leads, without what was typed: that is in the tab. */
function signUpAddress(form: HTMLFormElement): string {
  const fixed = [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')];
  return `${form.getAttribute('action')}?${new URLSearchParams(fixed.map(({ name, value }) => [name, value]))}`;
}
