/** Types into a field of the page as a person does. React hears of it, unlike of a value set by `field.value`. */
export function typeInto(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
