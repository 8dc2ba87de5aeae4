/**
 * Shows pictures of an article in full screen, with a second zoom level.
 *
 * A click or double tap zooms into that place, and a second one zooms out; pinching works as usual. The button, Escape
 * and a click outside of the picture close it.
 */

import { loadStyle } from '#lib/load-style.ts';

/** Minimum zoom, even if the file has fewer pixels. */
const ZOOM_MIN = 1.8;

export function enlargePictures(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-picture-dialog]');
  const stage = dialog?.querySelector<HTMLElement>('div');
  const [zoom, close] = dialog?.querySelectorAll('button') ?? [];
  if (!dialog || !stage || !zoom || !close) return;
  const picture = document.createElement('img');

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

  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-picture]')) {
    link.addEventListener('click', async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const shown = link.querySelector('img');
      picture.src = fileFor(link);
      picture.alt = shown?.alt ?? '';
      stage.replaceChildren(picture);
      setZoom(false);
      await loadStyle(dialog.dataset['pictureDialog'] ?? '');
      dialog.showModal();
    });
  }
  picture.addEventListener('click', (event) => {
    event.stopPropagation();
    if ((event as PointerEvent).pointerType !== 'touch') toggleAt(event.clientX, event.clientY);
  });
  picture.addEventListener('dblclick', (event) => {
    if ((event as PointerEvent).pointerType === 'touch' || isTouched())
      toggleAt(event.clientX, event.clientY);
  });
  zoom.addEventListener('click', toggle);
  close.addEventListener('click', () => dialog.close());
  stage.addEventListener('click', () => dialog.close());
}

/** On a phone, the largest size of the crop that is shown in the text. */
function fileFor(link: HTMLAnchorElement): string {
  const cut = link.querySelector<HTMLSourceElement>('source[media]');
  const isShown = cut !== null && matchMedia(cut.media).matches;
  const largest = isShown ? cut.srcset.split(',').at(-1)?.trim().split(' ')[0] : undefined;
  return largest ?? link.href;
}

/** Not every browser reports the pointer type with `dblclick`. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

function zoomedWidth(picture: HTMLImageElement): number {
  return Math.max(picture.naturalWidth, Math.round(picture.clientWidth * ZOOM_MIN));
}
