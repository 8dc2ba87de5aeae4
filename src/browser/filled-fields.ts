/**
 * What a reader typed or chose in an island that was still asleep, told to it once it is awake: React takes over fields
 * as they stand and does not ask whether they have changed since the page was written.
 */
type Filled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (island: Element): Filled[] => [
  ...island.querySelectorAll<Filled>('input, select, textarea'),
];

/**
 * To be called before React takes the island over: from then on the reader's last change to a field counts.
 *
 * @returns What tells the island, once it is awake; settles when it knows.
 */
export function rememberFilled(island: Element): () => Promise<void> {
  const filled = fieldsOf(island).map((field) => (isChanged(field) ? stateOf(field) : undefined));
  const remembering = new AbortController();
  let isTelling = false;
  const remember = ({ target }: Event): void => {
    const place = fieldsOf(island).indexOf(target as Filled);
    if (!isTelling && place !== -1) filled[place] = stateOf(target as Filled);
  };
  for (const type of ['input', 'change'])
    island.addEventListener(type, remember, { capture: true, signal: remembering.signal });

  const tellAll = (): void => {
    isTelling = true;
    for (const [place, field] of fieldsOf(island).entries()) {
      // Choices and ticks may have been put back by React.
      const state = isChanged(field) ? stateOf(field) : filled[place];
      if (state !== undefined) tell(field, state);
    }
    isTelling = false;
  };

  return async () => {
    // React attaches its listeners within a transition: give it a turn before.
    await turn();
    tellAll();
    // Of a large island React may not have taken over the fields by then: an event makes it, and it hears the next.
    await turn();
    tellAll();
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

function tell(field: Filled, state: string | boolean): void {
  if (isCheckbox(field)) {
    // The one that was chosen instead tells it; a click would choose this one.
    if (field.type === 'radio' && !state) return;
    field.checked = !state;
    field.click();
    return;
  }
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  // Writing the value moves the cursor to its end.
  const text = field instanceof HTMLSelectElement || field !== document.activeElement ? null : field;
  const { selectionStart = null, selectionEnd = null } = text ?? {};
  // React compares with what it last saw written through the field itself; the prototype's setter writes past it.
  field.value = `${state}0`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state);
  field.dispatchEvent(new Event(kind, { bubbles: true }));
  if (selectionStart !== null) text?.setSelectionRange(selectionStart, selectionEnd);
}
