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

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-md border font-semibold no-underline select-none ' +
  'text-center leading-tight transition-[background-color,border-color,color,transform] duration-(--duration-quick) ' +
  'active:translate-y-px disabled:opacity-60 aria-disabled:opacity-60 aria-busy:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-primary bg-primary text-on-primary hover:bg-primary-hover hover:border-primary-hover',
  secondary: 'border-control bg-surface text-ink hover:border-ink hover:bg-paper',
  signal: 'border-pill bg-pill text-on-pill hover:bg-pill-hover hover:border-pill-hover',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-10 px-3.5 text-ui',
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-12 px-5 text-base',
};

/** Classes of the button, for elements not rendered by React. */
export function buttonClass({ variant = 'primary', size = 'md', isWide = false }: Look = {}): string {
  return `${base} ${variants[variant]} ${sizes[size]}${isWide ? ' w-full' : ''}`;
}

export function Button({ variant, size, isWide, isPending, className, children, ...rest }: ButtonProps) {
  const look = `${buttonClass({ variant, size, isWide })}${className ? ` ${className}` : ''}`;
  const busy = isPending ? { 'aria-busy': true, 'aria-disabled': true } : {};
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...busy} className={look}>
        {isPending && <PendingMark />}
        {children}
      </a>
    );
  }
  return (
    <button type="button" {...rest} {...busy} className={look}>
      {isPending && <PendingMark />}
      {children}
    </button>
  );
}

/** An indicator at the edge, positioned absolutely, so that the label does not move. */
function PendingMark() {
  return (
    <span className="forced-color-adjust-none animate-breathe absolute inset-y-0 left-1.5 my-auto h-4 w-1 rounded-full bg-current" />
  );
}
