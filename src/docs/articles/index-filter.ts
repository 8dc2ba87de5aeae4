/**
 * Filters the list on /docs by level and category, without a framework.
 *
 * The choice is in the address (`?nivel=basico&categoria=notifications`), so it can be shared, and Back undoes it.
 * Rules in <head> hide the other rows (docs/articles/filter-prepaint.ts). Without JavaScript all articles are shown, and a
 * category's link leads to its section.
 */
import { askedAttribute, NARROWED_BY, type NarrowedBy } from './filter-prepaint.ts';

const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-filter]')];
const rows = [...document.querySelectorAll<HTMLElement>('.article-row')];
const sections = [...document.querySelectorAll<HTMLElement>('section[data-categoria]')];
const count = document.querySelector<HTMLElement>('[data-count="articles"]');
const nothing = document.querySelector<HTMLElement>('[data-filter-nothing]');
const whole = count?.textContent ?? '';

/** The filters in the address; unknown values are ignored. */
function chosen(): Readonly<Record<NarrowedBy, string>> {
  const query = new URLSearchParams(location.search);
  const offered = (field: NarrowedBy, value: string): boolean =>
    links.some(({ dataset }) => dataset['filter'] === field && dataset['value'] === value);
  const value = (field: NarrowedBy): string => {
    const asked = query.get(field) ?? '';
    return offered(field, asked) ? asked : '';
  };
  return { nivel: value('nivel'), categoria: value('categoria') };
}

function show(): void {
  const choice = chosen();
  const isNarrowed = NARROWED_BY.some((field) => choice[field] !== '');
  for (const field of NARROWED_BY)
    document.documentElement.setAttribute(askedAttribute(field), choice[field]);
  let left = 0;
  for (const section of sections) {
    const own = rows.filter((row) => section.contains(row));
    const asked = own.filter(({ dataset }) => choice.nivel === '' || dataset['nivel'] === choice.nivel);
    if (choice.categoria === '' || section.dataset['categoria'] === choice.categoria) left += asked.length;
    showLeft(section, asked.length, own.length);
  }
  if (count) count.textContent = isNarrowed ? `${left} de ${rows.length} artigos` : whole;
  if (nothing) nothing.hidden = left > 0;
  for (const link of links) {
    const field = link.dataset['filter'] as NarrowedBy;
    if (choice[field] === link.dataset['value']) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    link.href = address({ ...choice, [field]: link.dataset['value'] ?? '' });
  }
}

/** Shows "2 de 4 artigos" next to the category's name while a level hides some. */
function showLeft(section: HTMLElement, left: number, all: number): void {
  const label = section.querySelector<HTMLElement>('.category-count');
  if (label === null) return;
  label.dataset['whole'] ??= label.textContent ?? '';
  label.textContent = left === all ? label.dataset['whole'] : `${left} de ${label.dataset['whole']}`;
}

function address(choice: Readonly<Record<NarrowedBy, string>>): string {
  const query = new URLSearchParams(
    NARROWED_BY.flatMap((field) => (choice[field] ? [[field, choice[field]]] : [])),
  );
  return query.size === 0 ? '/docs#todos-os-artigos' : `/docs?${query}#todos-os-artigos`;
}

document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-filter]') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  show();
});
addEventListener('popstate', show);
show();
