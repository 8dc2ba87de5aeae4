/** Puts what was read into the page; what could not be read stays as it was, but nothing is called up. */
import type { AvailabilityAnswer, Incident } from '#domain/api-schemas/availability.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { availability as sentences } from '#domain/messages/availability.ts';
import { readAvailability } from './read.ts';
import { firstDay, isBeforeAll, sinceWords } from './since.ts';
import {
  alertTimeWords,
  barsWords,
  dayWords,
  monthCells,
  nowWords,
  stateWords,
  writeMonth,
} from './words.ts';

const AGAIN_MS = 60_000;

/** Reads now, and each minute while the page is looked at. */
export function keepShown(root: HTMLElement): void {
  const refresh = async (): Promise<void> => {
    if (!document.hidden) show(root, await readAvailability(root.dataset['address']));
  };
  void refresh().then(() => {
    // An incident's own address: it exists only now.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  setInterval(refresh, AGAIN_MS);
  document.addEventListener('visibilitychange', refresh);
}

function show(root: HTMLElement, answer: AvailabilityAnswer | null): void {
  const { state, title, details } = nowWords(answer);
  const now = part(root, 'now');
  now.dataset['state'] = state;
  // A live region repeats what is replaced, so only what is new is.
  say(part(root, 'title'), title);
  say(part(root, 'details'), details);
  for (const row of root.querySelectorAll<HTMLElement>('[data-row]')) {
    const found = answer?.parts.find(({ id }) => id === row.dataset['row']);
    const word = part(row, 'word');
    word.dataset['state'] = found?.state ?? 'unmeasured';
    say(word, stateWords[found?.state ?? 'unmeasured']);
    if (found && answer) showBars(part(row, 'bars'), found.days, firstDay(answer.parts));
  }
  if (answer === null) return;
  const since = sinceWords(answer.parts);
  if (since !== null) say(part(root, 'since'), since);
  showMonths(root, answer);
  const alertTime = part(root, 'alert-time');
  say(alertTime, isBeforeAll(answer) ? (alertTime.dataset['before'] ?? '') : alertTimeWords(answer.alerts));
  part(root, 'incidents').replaceChildren(...answer.incidents.map(incidentOf));
  part(root, 'no-incidents').hidden = answer.incidents.length > 0;
}

/** @param first Of the days that are shown. */
function showBars(bars: HTMLElement, days: AvailabilityAnswer['parts'][number]['days'], first: number): void {
  bars.setAttribute('aria-label', barsWords(days.slice(first)));
  const all = bars.children as HTMLCollectionOf<HTMLElement>;
  for (const [index, day] of days.entries()) {
    const bar = all[index];
    if (bar === undefined) continue;
    bar.hidden = index < first;
    bar.dataset['day'] = day.bar;
    bar.title = dayWords(day);
  }
}

function showMonths(root: HTMLElement, { months }: AvailabilityAnswer): void {
  const rows = months.map((month) => {
    const [name = '', ...cells] = monthCells(month);
    const head = made('th', name);
    head.scope = 'row';
    const last = made('td');
    if (month.hasMinutes) {
      const link = made('a', 'CSV');
      link.href = `${root.dataset['minutes']}${month.month}`;
      link.append(hiddenWords(` com os minutos de ${writeMonth(month.month)}`));
      last.append(link);
    }
    const row = made('tr');
    row.append(head, ...cells.map((text) => made('td', text)), last);
    return row;
  });
  if (rows.length === 0) return;
  const body = part(root, 'months');
  body.replaceChildren(...rows);
  keepRoles(body.closest('table'));
}

/** Drawn as lines (styles/availability.css, on a phone), a table is none for some browsers. */
const roles = {
  'thead, tbody': 'rowgroup',
  tr: 'row',
  'thead th': 'columnheader',
  'tbody th': 'rowheader',
  td: 'cell',
} as const;

function keepRoles(table: HTMLTableElement | null): void {
  table?.setAttribute('role', 'table');
  for (const [selector, role] of Object.entries(roles))
    for (const element of table?.querySelectorAll(selector) ?? []) element.setAttribute('role', role);
}

function incidentOf({ id, title, startedAt, endedAt, texts }: Incident): HTMLElement {
  const article = made('article');
  article.id = id;
  const when = made(
    'p',
    `${formatMoment(startedAt)}${endedAt === null ? '. Em andamento.' : ` a ${formatMoment(endedAt)}. `}`,
  );
  if (endedAt !== null) when.append(sentences['availability.ended']);
  when.className = 'when';
  const told = texts.map(({ at, text }) => {
    const item = made('li');
    const time = made('time', formatMoment(at));
    time.dateTime = new Date(at).toISOString();
    item.append(time, ' ', text);
    return item;
  });
  const list = made('ul');
  list.className = 'told';
  list.append(...told);
  article.append(made('h3', title), when, list);
  return article;
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function hiddenWords(text: string): HTMLElement {
  const words = made('span', text);
  words.className = 'sr-only';
  return words;
}

function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** @throws Error when the page does not have it. */
function part(root: HTMLElement, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-part="${name}"]`);
  if (found === null) throw new Error(`The page has no ${name}.`);
  return found;
}
