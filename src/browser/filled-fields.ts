/**
 * Restores what a reader typed or chose in an island before it was hydrated. React takes over fields as they are and
 * does not notice earlier changes.
 */
type Filled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (island: Element): Filled[] => [
  ...island.querySelectorAll<Filled>('input, select, textarea'),
];

/**
 * Call before hydration; from then on the reader's last change to each field is recorded.
 *
 * @returns A function to call after hydration, which passes the changes to React.
 */
export function rememberFilled(island: Element): () => Promise<void> {
  const filled = fieldsOf(island).map((field) => (isChanged(field) ? stateOf(field) : undefined));
  const remembering = new AbortController();
  let carriesMeaning = false;
  const remember = ({ target }: Event): void => {
    const place = fieldsOf(island).indexOf(target as Filled);
    if (!carriesMeaning && place !== -1) filled[place] = stateOf(target as Filled);
  };
  for (const type of ['input', 'change'])
    island.addEventListener(type, remember, { capture: true, signal: remembering.signal });

  const replayAll = (): void => {
    carriesMeaning = true;
    for (const [place, field] of fieldsOf(island).entries()) {
      // React may have reset selections and checkboxes.
      const state = isChanged(field) ? stateOf(field) : filled[place];
      if (state !== undefined) replay(field, state);
    }
    carriesMeaning = false;
  };

  return async () => {
    // React attaches its listeners in a transition, so wait one turn.
    await turn();
    replayAll();
    // In a large island the first event may only trigger hydration of a field, so repeat it.
    await turn();
    replayAll();
    remembering.abort();
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const isCheckbox = (field: Filled): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type);

const stateOf = (field: Filled): string | boolean => (isCheckbox(field) ? field.checked : field.value);

function defaultOf(field: Filled): string | boolean {
  if (isCheckbox(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return (
    [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.options[0]?.value ?? ''
  );
}

const isChanged = (field: Filled): boolean => stateOf(field) !== defaultOf(field);

function replay(field: Filled, state: string | boolean): void {
  if (isCheckbox(field)) {
    // Skip unselected radios: a click would select them.
    if (field.type === 'radio' && !state) return;
    field.checked = !state;
    field.click();
    return;
  }
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  // Setting the value moves the caret to the end, so restore it.
  const text = field instanceof HTMLSelectElement || field !== document.activeElement ? null : field;
  const { selectionStart = null, selectionEnd = null } = text ?? {};
  // React ignores an unchanged value: set another one first, then the real one with the prototype's setter.
  field.value = `${state}0`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state);
  field.dispatchEvent(new Event(kind, { bubbles: true }));
  if (selectionStart !== null) text?.setSelectionRange(selectionStart, selectionEnd);
}
