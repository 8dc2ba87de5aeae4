/**
 * What a visitor uses of the row of screens: the carousel's controls, and each picture in full view.
 *
 * The slides are the page's own. Without JavaScript they are a scrolling row of links to the pictures.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isPlainPress } from '#lib/press.ts';
import { Carousel } from '#ui/carousel.tsx';

interface ShowcaseProps {
  /** Names of the slides, in order. */
  readonly names: readonly string[];
}

export function Showcase({ names }: ShowcaseProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement>(null);
  const [picture, setPicture] = useState<FullPicture | null>(null);

  const onClick = useEffectEvent((event: MouseEvent): void => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-press]') : null;
    if (link === null || !isPlainPress(event)) return;
    event.preventDefault();
    opener.current = link;
    setPicture(pictureOf(link));
  });

  // Before the browser goes on, because a press may be repeated at once (lib/client-press.ts).
  useLayoutEffect(() => {
    const carousel = dialog.current?.closest<HTMLElement>('[data-island]');
    carousel?.addEventListener('click', onClick);
    return () => carousel?.removeEventListener('click', onClick);
  }, []);

  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === (picture !== null)) return;
    if (picture !== null) element.showModal();
    else element.close();
  }, [picture]);

  function close(): void {
    setPicture(null);
    // Safari does not focus a clicked link, so the dialog could not return the focus to it.
    opener.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <Carousel what="Tela" count={names.length} names={names} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes with Escape */}
      <dialog
        ref={dialog}
        className="full-view"
        aria-label={picture?.alt ?? ''}
        onClose={close}
        onClick={() => dialog.current?.close()}
      >
        <button type="button" aria-label="Fechar">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3 3 10 10M13 3 3 13" />
          </svg>
        </button>
        {picture !== null && <img src={picture.src} alt={picture.alt} />}
      </dialog>
    </>
  );
}

interface FullPicture {
  readonly src: string;
  readonly alt: string;
}

/** Address of the large file of the visible picture, e.g. the phone's. */
function pictureOf(link: HTMLAnchorElement): FullPicture {
  const phone = link.dataset['phone'];
  const isPhone = phone !== undefined && matchMedia(link.dataset['phoneMedia'] ?? 'not all').matches;
  return { src: isPhone ? phone : link.href, alt: link.querySelector('img')?.alt ?? '' };
}
