/**
 * Button, and a link that looks like one.
 *
 * Rendered by Astro without a client directive, it ships no JavaScript. With `href` it is a link; use that for
 * navigation.
 */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'signal' | 'quiet';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  /** Use `primary` once per view, and `signal` only on an inverted background. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width of its column. */
  isWide?: boolean | undefined;
}

interface Common extends Look {
  children: ReactNode;
  /** Busy: shows a spinner and ignores clicks. */
  isPending?: boolean | undefined;
}

export type ButtonProps = Common &
  (
    | ({ href: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>)
    | ({ href?: undefined } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>)
  );

/** Classes of the button (styles/button.css), for elements not rendered by React. */
export function buttonClass({ variant = 'primary', size = 'md', isWide = false }: Look = {}): string {
  return `button-look button-${variant} button-${size}${isWide ? ' w-full' : ''}`;
}

export function Button({ variant, size, isWide, isPending, className, children, ...rest }: ButtonProps) {
  const look = `${buttonClass({ variant, size, isWide })}${className ? ` ${className}` : ''}`;
  const busy = isPending ? { 'aria-busy': true, 'aria-disabled': true } : {};
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...busy} className={look}>
        {isPending && <span className="button-pending" />}
        {children}
      </a>
    );
  }
  return (
    <button type="button" {...rest} {...busy} className={look}>
      {isPending && <span className="button-pending" />}
      {children}
    </button>
  );
}
