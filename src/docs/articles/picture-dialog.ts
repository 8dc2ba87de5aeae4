/**
 * Shows the pictures of an article in full screen, one at a time, with a second zoom level.
 *
 * A click or tap closes it, on the picture and beside it (requirements 001 §2 and §4); two quick ones zoom into that
 * place, and the button zooms too. The arrow keys and two buttons lead to the other pictures, also those in closed steps.
 */

import { loadStyle } from '#lib/load-style.ts';

/** Minimum zoom, even if the file has fewer pixels. */
const ZOOM_MIN = 1.8;
/** How long a click waits for a second one before it closes. */
const DOUBLE_MS = 250;

export function enlargePictures(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-picture-dialog]');
  if (!dialog) return;
  const [stage, caption, picture] = [element('div'), element('p', 'picture-caption'), element('img')];
  const [bar, place] = [element('p', 'picture-bar'), element('span')];
  place.role = 'status';
  const [previous, next] = [button('‹', 'Anterior'), button('›', 'Próxima')];
  const [zoom, close] = [button('Ampliar'), button('Fechar')];
  bar.append(place, previous, next, zoom, close);
  dialog.append(bar, stage, caption);
  let shown: HTMLAnchorElement | undefined;

  const setZoom = (isZoomed: boolean): void => {
    picture.style.width = isZoomed ? `${zoomedWidth(picture)}px` : '';
    stage.toggleAttribute('data-zoomed', isZoomed);
    zoom.textContent = isZoomed ? 'Ver inteira' : 'Ampliar';
  };
  const toggleAt = (x: number, y: number): void => {
    const before = picture.getBoundingClientRect();
    const [left, top] = [(x - before.left) / before.width, (y - before.top) / before.height];
    setZoom(!stage.hasAttribute('data-zoomed'));
    const { width, height } = picture.getBoundingClientRect();
    stage.scrollTo(left * width - stage.clientWidth / 2, top * height - stage.clientHeight / 2);
  };
  const toggle = (): void => {
    const { left, top, width, height } = picture.getBoundingClientRect();
    toggleAt(left + width / 2, top + height / 2);
  };
  const show = (link: HTMLAnchorElement): void => {
    const all = picturesOfTheme();
    shown = link;
    picture.src = fileFor(link);
    picture.alt = link.querySelector('img')?.alt ?? '';
    caption.textContent = link.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
    place.textContent = all.length > 1 ? `${all.indexOf(link) + 1} de ${all.length}` : '';
    previous.hidden = next.hidden = all.length < 2;
    stage.replaceChildren(picture);
    setZoom(false);
  };
  /** Steps through the pictures, with wrap-around. */
  const move = (by: 1 | -1): void => {
    const all = picturesOfTheme();
    const other = shown && all.at((all.indexOf(shown) + by) % all.length);
    if (other) show(other);
  };

  // On the document, because the panels of long lists arrive later.
  document.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-picture]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link);
    await loadStyle(dialog.dataset['pictureDialog'] ?? '');
    if (!dialog.open) dialog.showModal();
  });
  onOneOrTwo(stage, {
    one: () => dialog.close(),
    two: ({ clientX, clientY }) => toggleAt(clientX, clientY),
  });
  zoom.addEventListener('click', toggle);
  close.addEventListener('click', () => dialog.close());
  previous.addEventListener('click', () => move(-1));
  next.addEventListener('click', () => move(1));
  dialog.addEventListener('keydown', ({ key }) => {
    if (stage.hasAttribute('data-zoomed')) return;
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  });
}

function element<T extends keyof HTMLElementTagNameMap>(name: T, className = ''): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(name), { className });
}

/** @param label Name for screen readers, where the text is a sign. */
function button(text: string, label?: string): HTMLButtonElement {
  const made = Object.assign(element('button'), { type: 'button', textContent: text });
  if (label !== undefined) made.ariaLabel = label;
  return made;
}

/** Tells one click from two quick ones; not by `dblclick`, which not every phone sends. */
function onOneOrTwo(element: HTMLElement, acts: Record<'one' | 'two', (event: MouseEvent) => void>): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  element.addEventListener('click', (event) => {
    if (waiting === undefined) {
      waiting = setTimeout(() => {
        waiting = undefined;
        acts.one(event);
      }, DOUBLE_MS);
      return;
    }
    clearTimeout(waiting);
    waiting = undefined;
    acts.two(event);
  });
}

/** The article's pictures in reading order, without those of the other theme. */
const picturesOfTheme = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[data-picture]')].filter(
    (link) => getComputedStyle(link).display !== 'none',
  );

/** On a phone, the largest size of the crop that is shown in the text. */
function fileFor(link: HTMLAnchorElement): string {
  const cut = link.querySelector<HTMLSourceElement>('source[media]');
  const isShown = cut !== null && matchMedia(cut.media).matches;
  const largest = isShown ? cut.srcset.split(',').at(-1)?.trim().split(' ')[0] : undefined;
  return largest ?? link.href;
}

function zoomedWidth(picture: HTMLImageElement): number {
  return Math.max(picture.naturalWidth, Math.round(picture.clientWidth * ZOOM_MIN));
}
