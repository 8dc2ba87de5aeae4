/** Fills in the proposal: plan and cycle of the address, its days, and what the reader types. */
import { addDays, businessDay, formatDay } from '#domain/billing/days.ts';
import { choosePlan } from '#domain/plans/ids.ts';

/** Days for which a proposal is valid; a price is changed no sooner after it was printed (docs/operating.md). */
export const PROPOSAL_DAYS = 15;

/** Names of the cycle in an address, beside those of the other pages. */
const cycles: Readonly<Record<string, string>> = { mensal: 'monthly', anual: 'yearly' };

/** @param root The page's <main>. @param now Milliseconds. */
export function fillProposal(root: HTMLElement, search: URLSearchParams, now: number): void {
  const form = root.querySelector<HTMLFormElement>('form');
  if (form === null) return;
  const asked = search.get('ciclo') ?? '';
  const { plan, cycle } = choosePlan({ plan: search.get('plano'), cycle: cycles[asked] ?? asked }, {});
  choose(form, 'plano', plan);
  choose(form, 'ciclo', cycle);
  const order = search.get('pedido') ?? '';
  choose(form, 'pedido', order);
  // What the address brought is in sight.
  if (order !== '') form.querySelector('details')?.setAttribute('open', '');
  const today = businessDay(now);
  write(root, 'emitida', formatDay(today));
  write(root, 'validade', formatDay(addDays(today, PROPOSAL_DAYS)));
  for (const part of root.querySelectorAll<HTMLElement>('[data-dated], [data-undated]'))
    part.hidden = 'undated' in part.dataset;
  const show = () => showChoice(root, new FormData(form));
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    print();
  });
  show();
}

function choose(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  const isOffered =
    !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value);
  if ((control instanceof HTMLSelectElement || control instanceof HTMLInputElement) && isOffered)
    control.value = value;
}

function write(root: HTMLElement, name: string, text: string): void {
  for (const place of root.querySelectorAll(`[data-written="${name}"]`)) place.textContent = text;
}

function showChoice(root: HTMLElement, typed: FormData): void {
  const field = (name: string): string => String(typed.get(name) ?? '').trim();
  for (const offer of root.querySelectorAll<HTMLElement>('[data-offer]'))
    offer.hidden = offer.dataset['offer'] !== `${field('plano')}-${field('ciclo')}`;
  for (const name of ['empresa', 'cnpj', 'pedido']) {
    write(root, name, field(name));
    for (const row of root.querySelectorAll<HTMLElement>(`[data-row="${name}"]`))
      row.hidden = field(name) === '';
  }
}
