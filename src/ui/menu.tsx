/**
 * A button that opens a short list of actions (the menu button of the ARIA Authoring Practices Guide).
 *
 * Arrows move, Home and End jump, a letter finds, Escape and Tab close. The focus returns to the button before an action
 * runs, so that the action may move it on. Written by hand: the usual libraries position with styles made at run time,
 * which the CSP refuses.
 */
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';

/** One action. */
export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  /** Of the button. */
  readonly id?: string;
  /** Name of the button for screen readers, with what the actions are about. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A press of the mouse does not move the focus: leaving it would close the list before the click. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

export function Menu({ id, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { length } = items;

  useEffect(() => {
    if (isOpen) list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[at]?.focus();
  }, [isOpen, at]);

  const openAt = (index: number): void => {
    setAt(index);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const next = isOpen ? nextOf(event.key, at, items) : firstOf(event.key, length);
    if (isOpen && (event.key === 'Escape' || event.key === 'Tab')) close();
    else if (next !== null) openAt(next);
    else return;
    // Tab goes on from the button.
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its button and items, which bubble
    <div
      className="relative inline-block"
      onKeyDown={move}
      onMouseDown={keepFocus}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => (isOpen ? close() : openAt(0))}
        className="grid size-11 cursor-pointer place-items-center rounded-md border border-transparent text-ink-soft hover:border-control hover:text-ink aria-expanded:border-control aria-expanded:bg-sunken aria-expanded:text-ink"
      >
        <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden="true">
          <circle cx="8" cy="2.5" r="1.6" />
          <circle cx="8" cy="8" r="1.6" />
          <circle cx="8" cy="13.5" r="1.6" />
        </svg>
      </button>
      {isOpen ? (
        <div
          ref={list}
          id={listId}
          role="menu"
          aria-label={label}
          className="absolute end-0 top-full z-20 mt-1 grid min-w-52 rounded-lg border border-line-strong bg-surface p-1.5 shadow-float"
        >
          {items.map(({ label: name, onChoose }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onChoose();
              }}
              className="min-h-11 cursor-pointer rounded-md px-3 text-start text-ui whitespace-nowrap hover:bg-sunken focus:bg-sunken"
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** On the closed button: where an arrow opens the list; Enter and Space are its clicks. */
function firstOf(key: string, length: number): number | null {
  if (key === 'ArrowDown') return 0;
  return key === 'ArrowUp' ? length - 1 : null;
}

/** Where a key leads from an item; `null` for a key that leads nowhere. */
function nextOf(key: string, at: number, items: readonly MenuItem[]): number | null {
  const { length } = items;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length;
    case 'ArrowUp':
      return (at + length - 1) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
  }
  if (key.length !== 1 || key === ' ') return null;
  const order = items.map((_, step) => (at + 1 + step) % length);
  return (
    order.find((index) => items[index]?.label.toLocaleLowerCase('pt-BR').startsWith(key.toLowerCase())) ??
    null
  );
}
