/**
 * What a reader typed or chose in an island that was still asleep, told to it once it is awake: React takes over fields
 * as they stand and does not ask whether they have changed since the page was written.
 */
type Filled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (island: Element): Filled[] => [
  ...island.querySelectorAll<Filled>('input, select, textarea'),
];

/** @returns What tells the island, to be called when it is awake. */
export function rememberFilled(island: Element): () => void {
  const before = fieldsOf(island).map((field) => (isChanged(field) ? stateOf(field) : null));
  return () => {
    for (const [place, field] of fieldsOf(island).entries()) {
      // Typed while the code was at work, or before; choices and ticks made before it has put back.
      const state = isChanged(field) ? stateOf(field) : before[place];
      if (state !== null && state !== undefined) tell(field, state);
    }
  };
}

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
    field.checked = !state;
    field.click();
    return;
  }
  // React compares with what it last saw written through the field itself; the prototype's setter writes past it.
  field.value = String(defaultOf(field));
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state);
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(kind, { bubbles: true }));
}
