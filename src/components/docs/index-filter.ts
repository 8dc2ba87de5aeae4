/**
 * Narrows the list on /docs by level and category, without a framework.
 *
 * The choice stands in the address (`?nivel=basico&categoria=notifications`), so it can be shared and the browser's
 * Back undoes it. Without this script every article is shown, and a category's link leads to its section.
 */

export {};

const FIELDS = ['nivel', 'categoria'] as const;
type Field = (typeof FIELDS)[number];

const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-filter]')];
const rows = [...document.querySelectorAll<HTMLElement>('[data-nivel]')];
const sections = [...document.querySelectorAll<HTMLElement>('section[data-categoria]')];
const count = document.querySelector<HTMLElement>('[data-count="articles"]');
const nothing = document.querySelector<HTMLElement>('[data-filter-nothing]');
const whole = count?.textContent ?? '';

/** What the address asks for; a value that no link offers asks for nothing. */
function chosen(): Readonly<Record<Field, string>> {
  const query = new URLSearchParams(location.search);
  const offered = (field: Field, value: string): boolean =>
    links.some(({ dataset }) => dataset['filter'] === field && dataset['value'] === value);
  const value = (field: Field): string => {
    const asked = query.get(field) ?? '';
    return offered(field, asked) ? asked : '';
  };
  return { nivel: value('nivel'), categoria: value('categoria') };
}

function show(): void {
  const choice = chosen();
  for (const section of sections) {
    const isAsked = choice.categoria === '' || section.dataset['categoria'] === choice.categoria;
    const own = rows.filter((row) => section.contains(row));
    for (const row of own) row.hidden = choice.nivel !== '' && row.dataset['nivel'] !== choice.nivel;
    section.hidden = !isAsked || own.every((row) => row.hidden);
    tellLeft(section, own);
  }
  const left = rows.filter(
    (row) => !row.hidden && row.closest<HTMLElement>('section[data-categoria]')?.hidden === false,
  );
  const isNarrowed = FIELDS.some((field) => choice[field] !== '');
  if (count) count.textContent = isNarrowed ? `${left.length} de ${rows.length} artigos` : whole;
  if (nothing) nothing.hidden = left.length > 0;
  for (const link of links) {
    const field = link.dataset['filter'] as Field;
    if (choice[field] === link.dataset['value']) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    link.href = address({ ...choice, [field]: link.dataset['value'] ?? '' });
  }
}

/** "2 de 4 artigos" beside the category's name while a level hides some of them. */
function tellLeft(section: HTMLElement, own: readonly HTMLElement[]): void {
  const told = section.querySelector<HTMLElement>('.category-count');
  if (told === null) return;
  told.dataset['whole'] ??= told.textContent ?? '';
  const left = own.filter((row) => !row.hidden).length;
  told.textContent = left === own.length ? told.dataset['whole'] : `${left} de ${told.dataset['whole']}`;
}

function address(choice: Readonly<Record<Field, string>>): string {
  const query = new URLSearchParams(
    FIELDS.flatMap((field) => (choice[field] ? [[field, choice[field]]] : [])),
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
