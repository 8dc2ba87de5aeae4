/**
 * Opens the demonstration in its own tab.
 *
 * The tab must open during the click, or the browser would block it. It lies in front of this page, so it shows the
 * sentence about the wait itself, and gets its address a second later. Without JavaScript it is a link.
 */

import { goTo } from '#lib/navigate.ts';
import { isPlainPress } from '#lib/press.ts';

const LOADING_MS = 1000;

export function openDemoOnPress(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-demo]');
    if (!link || !isPlainPress(event)) return;
    event.preventDefault();
    if (link.ariaBusy !== 'true') open(link, link.dataset['demo'] ?? '');
  });
}

function open(link: HTMLAnchorElement, sentence: string): void {
  const label = link.textContent;
  const status = link.nextElementSibling;
  const tab = window.open('', '_blank');
  if (tab !== null) {
    tab.opener = null;
    writeWait(tab.document, sentence);
  }
  link.ariaBusy = 'true';
  link.textContent = sentence;
  if (status) status.textContent = sentence;
  setTimeout(() => {
    link.ariaBusy = null;
    link.textContent = label;
    if (status) status.textContent = '';
    // If the browser refuses a new tab, use this one.
    if (tab === null) goTo(link.href);
    else if (!tab.closed) tab.location.replace(link.href);
  }, LOADING_MS);
}

/** Looks like this page. Only the CSSOM sets styles, because the new tab has this page's security policy. */
function writeWait(tab: Document, sentence: string): void {
  const page = getComputedStyle(document.documentElement);
  const place = tab.createElement('p');
  place.textContent = sentence;
  place.setAttribute('role', 'status');
  Object.assign(place.style, { margin: 'auto', padding: '2rem', textAlign: 'center' });
  Object.assign(tab.documentElement.style, {
    backgroundColor: page.backgroundColor,
    color: page.color,
    colorScheme: page.colorScheme,
    font: '1.125rem/1.6 system-ui, sans-serif',
  });
  Object.assign(tab.body.style, { display: 'grid', minHeight: '100svh', margin: '0' });
  tab.documentElement.lang = document.documentElement.lang;
  tab.title = sentence;
  tab.body.replaceChildren(place);
}
