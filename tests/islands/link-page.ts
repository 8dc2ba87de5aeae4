/** A page behind a mail's link, in jsdom: its element with the parts of which one or more are shown. */
import { expect, vi } from 'vitest';

/** A link's secret as the functions write it. */
export const linkToken = `0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`;

interface LinkPage {
  /** With attributes: `leave-alerts data-way="sair"`. */
  readonly element: string;
  /** With its hash. */
  readonly address: string;
  readonly parts: readonly string[];
  /** HTML of the parts that hold more than text. */
  readonly within: Readonly<Record<string, string>>;
}

/** Puts the element into the document; its script was imported before. */
export function openLinkPage({ element, address, parts, within }: LinkPage): void {
  window.history.replaceState(null, '', address);
  const inner = parts.map(
    (part) => `<div data-part="${part}" tabindex="-1" hidden>${within[part] ?? part}</div>`,
  );
  document.body.innerHTML = `<${element}>${inner.join('')}</${element.split(' ')[0]}>`;
}

/** Names of the parts that are shown. */
export const shownParts = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')]
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => dataset['part'] ?? '');
export const untilShown = (expected: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(shownParts()).toEqual(expected));
export const textOf = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
export const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();
