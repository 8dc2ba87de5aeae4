/**
 * The carousel of screens: previous and next with wrap-around, position, arrow keys, full view.
 *
 * The slides come as a slot and are not changed. Without JavaScript they are a scrolling row of links to the pictures,
 * and the controls are hidden (showcase.css).
 */
import './showcase.css';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { isPlainPress } from '#lib/follow-session.ts';
import { type FullPicture, FullView } from './full-view.tsx';
import { useCarousel } from './use-carousel.ts';

export interface ShowcaseProps {
  /** Name of the row for a screen reader. */
  readonly label: string;
  /** Names of the slides, in order. */
  readonly names: readonly string[];
  readonly children?: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Showcase({ label, names, children }: ShowcaseProps) {
  const root = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const { index, show, move } = useCarousel(root, names.length);
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

  function close(): void {
    setPicture(null);
    // Safari does not focus a clicked link, so the dialog could not return the focus to it.
    opener.current?.focus({ preventScroll: true });
  }

  return (
    <section
      ref={root}
      className="carousel"
      aria-roledescription="carrossel"
      aria-label={`Carrossel: ${label}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className="carousel-controls" data-print="hide">
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
      </div>
      {children}
      <FullView picture={picture} onClose={close} />
    </section>
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
