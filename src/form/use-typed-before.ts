/** Keeps what was typed into a page's fields before React had them. */
import { useLayoutEffect, useState } from 'react';
import { typeInto } from '#lib/type-into.ts';

/**
 * Tells the island's fields what they already hold.
 *
 * On a page that was changed before, as by a translator, React draws new fields: they get text and focus of the earlier
 * ones.
 *
 * @param ids Of the fields, the same in the page and in the browser.
 */
export function useTypedBefore(ids: readonly string[]): void {
  // While rendering, because React removes the earlier fields before its effects.
  const [before] = useState(() => {
    if (typeof document === 'undefined') return { fields: [], focused: undefined };
    return { fields: fieldsOf(ids), focused: document.activeElement?.id };
  });
  useLayoutEffect(() => {
    const fields = fieldsOf(before.fields.map(({ id }) => id));
    for (const [place, earlier] of before.fields.entries()) {
      const field = fields[place];
      if (field === undefined) continue;
      typeInto(field, earlier.value);
      if (field !== earlier && field.id === before.focused) field.focus({ preventScroll: true });
    }
  }, [before]);
}

const fieldsOf = (ids: readonly string[]) =>
  ids.flatMap((id) => {
    const field = document.getElementById(id);
    const isField =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    return isField ? [field] : [];
  });
