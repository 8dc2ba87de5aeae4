/**
 * The controls of the carousel of screens: previous and next with wrap-around, position, arrow keys, full view.
 *
 * The slides are the page's own. Without JavaScript they are a scrolling row of links to the pictures, and the controls
 * are hidden (showcase.css).
 */
import { useEffect, useRef, useState } from 'react';
import { isPlainPress } from '#lib/press.ts';
import { useCarousel } from './use-carousel.ts';

export interface ShowcaseProps {
  /** Names of the slides, in order. */
  readonly names: readonly string[];
  /** The section around the controls and the slides; absent on the server. */
  readonly carousel?: HTMLElement | null;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Showcase({ names, carousel = null }: ShowcaseProps) {
  const opener = useRef<HTMLElement>(null);
  const { index, show, move } = useCarousel(carousel, names.length);
  const [picture, setPicture] = useState<FullPicture | null>(null);
  const [announcement, setAnnouncement] = useState('');

  function moveAndTell(step: number): void {
    const next = (index + step + names.length) % names.length;
    move(step);
    setAnnouncement(`Tela ${next + 1} de ${names.length}: ${names[next]}`);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined || picture !== null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveAndTell(step);
  }

  function onClick(event: MouseEvent): void {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-screen]') : null;
    if (link === null || !isPlainPress(event)) return;
    event.preventDefault();
    opener.current = link;
    setPicture(pictureOf(link));
  }

  useEffect(() => {
    carousel?.addEventListener('keydown', onKeyDown);
    carousel?.addEventListener('click', onClick);
    return () => {
      carousel?.removeEventListener('keydown', onKeyDown);
      carousel?.removeEventListener('click', onClick);
    };
  });

  function close(): void {
    setPicture(null);
    // Safari does not focus a clicked link, so the dialog could not return the focus to it.
    opener.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <ol className="carousel-position">
        {names.map((name, place) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Tela ${place + 1}: ${name}`}
              aria-current={place === index ? 'true' : undefined}
              onClick={() => show(place)}
            />
          </li>
        ))}
      </ol>
      <p className="carousel-count" aria-hidden="true">
        {index + 1} de {names.length}
      </p>
      <Arrow label="Tela anterior" path="M10 3 5 8l5 5" onPress={() => moveAndTell(-1)} />
      <Arrow label="Próxima tela" path="m6 3 5 5-5 5" onPress={() => moveAndTell(1)} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <FullView picture={picture} onClose={close} />
    </>
  );
}

function Arrow({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <button type="button" className="carousel-arrow" aria-label={label} onClick={onPress}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Address of the large file of the visible picture, e.g. the phone's. */
function pictureOf(link: HTMLAnchorElement): FullPicture {
  const phone = link.dataset['phone'];
  const isPhone = phone !== undefined && matchMedia(link.dataset['phoneMedia'] ?? 'not all').matches;
  return { src: isPhone ? phone : link.href, alt: link.querySelector('img')?.alt ?? '' };
}

interface FullPicture {
  readonly src: string;
  readonly alt: string;
}

interface FullViewProps {
  /** `null` while closed. */
  readonly picture: FullPicture | null;
  readonly onClose: () => void;
}

/**
 * One picture in a full-window <dialog>. A click anywhere or Escape closes it, and the focus returns to its opener.
 */
function FullView({ picture, onClose }: FullViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === (picture !== null)) return;
    if (picture !== null) element.showModal();
    else element.close();
  }, [picture]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes with Escape
    <dialog
      ref={dialog}
      className="full-view"
      aria-label={picture?.alt ?? ''}
      onClose={onClose}
      onClick={() => dialog.current?.close()}
    >
      <button type="button" aria-label="Fechar">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </button>
      {picture !== null && <img src={picture.src} alt={picture.alt} />}
    </dialog>
  );
}
