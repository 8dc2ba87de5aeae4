/**
 * Actions on documentation pages, without a framework.
 *
 * Owns: opening the search, copying code, marking the section being read. Does not own: the search itself
 * (islands/search), enlarged pictures (picture-dialog.ts) or offline reading (keep-offline.ts). Loaded at the reader's
 * first interaction (wake.ts). Without it pictures open as files, the search button leads to /docs, and code can be
 * selected.
 */

import { loadStyle } from '#lib/load-style.ts';
import { copyCodeOnRequest } from './copy-code.ts';
import { offerOffline } from './keep-offline.ts';
import { showOwnAddress } from './own-address.ts';
import { enlargePictures } from './picture-dialog.ts';

openSearchOnRequest();
enlargePictures();
copyCodeOnRequest();
showOwnAddress();
markCurrentSection();
void offerOffline();

function openSearchOnRequest(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-search-dialog]');
  if (dialog === null) return;
  const styled = searchStyleOnDemand();
  const open = async (): Promise<void> => {
    await styled();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  dialog.addEventListener('keydown', (event) => {
    // In some browsers the first Escape only clears the field.
    if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    dialog.close();
  });
  document.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest('[data-search-open]') === null) return;
    event.preventDefault();
    void open();
  });
  document.addEventListener('keydown', (event) => {
    const isShortcut =
      event.key === '/' && !isWriting(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isShortcut && !isCommand) return;
    event.preventDefault();
    void open();
  });
}

/** Loads the search window's styles now, or at the latest when it is opened. */
function searchStyleOnDemand(): () => Promise<unknown> {
  const href = document.querySelector<HTMLElement>('[data-search-style]')?.dataset['searchStyle'];
  const load = async (): Promise<void> => {
    if (href !== undefined) await loadStyle(href);
  };
  for (const sign of ['pointerover', 'touchstart', 'keydown', 'focusin'])
    addEventListener(sign, () => void load(), { once: true, passive: true, capture: true });
  return load;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a[href^="#"]')];
  const sections = links.flatMap(
    (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [],
  );
  if (sections.length === 0) return;
  const mark = (): void => {
    // A section is current once its heading reaches the upper third; the last one at the end of the page.
    const line = innerHeight / 3;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = sections.filter((section) => section.getBoundingClientRect().top <= line);
    const current = isAtEnd ? sections.at(-1) : (passed.at(-1) ?? sections[0]);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let isQueued = false;
  addEventListener(
    'scroll',
    () => {
      if (isQueued) return;
      isQueued = true;
      requestAnimationFrame(() => {
        isQueued = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
