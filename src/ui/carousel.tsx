/**
 * The controls of a row of slides: previous and next with wrap-around, position, arrow keys.
 *
 * The slides are the page's own, in a `data-slides` inside the same `data-island`. Without JavaScript they are a row that
 * scrolls, and the controls are hidden.
 */
import './carousel.css';
import { useRef, useState } from 'react';
import { useCarousel } from './use-carousel.ts';

interface CarouselProps {
  /** What a slide is, as said with "anterior" and "próxima": "Imagem". */
  readonly what: string;
  readonly count: number;
  /** Names of the slides, in order: with them each has a mark that leads to it. */
  readonly names?: readonly string[];
}

export function Carousel({ what, count, names = [] }: CarouselProps) {
  const position = useRef<HTMLParagraphElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const nameOf = (index: number): string => (names[index] === undefined ? '' : `: ${names[index]}`);
  const { index, show, move } = useCarousel(position, count, (next) =>
    setAnnouncement(`${what} ${next + 1} de ${count}${nameOf(next)}`),
  );

  return (
    <>
      {names.length > 0 && (
        <ol className="carousel-marks">
          {names.map((name, place) => (
            <li key={name}>
              <button
                type="button"
                aria-label={`${what} ${place + 1}: ${name}`}
                aria-current={place === index ? 'true' : undefined}
                onClick={() => show(place)}
              />
            </li>
          ))}
        </ol>
      )}
      <p ref={position} className="carousel-position" aria-hidden="true">
        {`${index + 1} de ${count}`}
      </p>
      <Arrow label={`${what} anterior`} path="M10 3 5 8l5 5" onPress={() => move(-1)} />
      <Arrow label={`Próxima ${what.toLowerCase()}`} path="m6 3 5 5-5 5" onPress={() => move(1)} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
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
