/** The field above explained messages: shows those that a pasted one may be, and says how many. */
import { findMessages } from '#docs/tools/rules/find-messages.ts';

const list = document.querySelector<HTMLElement>('[data-messages]');
const field = document.querySelector<HTMLInputElement>('.message-search input');
const status = document.querySelector<HTMLElement>('.message-search [role=status]');
/** Folds that hold several messages open with what is found in them. */
const groups = [...(list?.querySelectorAll<HTMLDetailsElement>('.fold:has(.field)') ?? [])];
const entries = [...(list?.querySelectorAll<HTMLElement>('.fold:not(:has(.field)), .field') ?? [])];
const messages = entries.map((entry) => ({
  title: entry.querySelector('h3, dt')?.textContent ?? '',
  text: entry.textContent ?? '',
}));

function show(): void {
  if (list === null || field === null || status === null) return;
  const isAsked = field.value.trim() !== '';
  const found = new Set(findMessages(messages, field.value).map((place) => entries[place]));
  list.toggleAttribute('data-filtered', isAsked);
  for (const entry of entries) {
    const isFound = isAsked && found.has(entry);
    entry.toggleAttribute('data-found', isFound);
    if (entry instanceof HTMLDetailsElement && isAsked) entry.open = isFound && found.size <= 3;
  }
  for (const group of groups) group.open = isAsked && group.querySelector('[data-found]') !== null;
  status.textContent = !isAsked
    ? ''
    : found.size === 0
      ? 'Nenhuma mensagem assim. Tente um pedaço menor, sem nomes e números.'
      : `${found.size} de ${entries.length} mensagens`;
}

field?.addEventListener('input', show);
show();
