/** The mark, an eye that keeps watch, redrawn for small sizes; and the mark with the name beside it. */

/** The mark alone; decorative, so whatever holds it needs a name. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-mark" />
      <path
        d="M4.5 16C7.4 10.6 11.3 8 16 8s8.6 2.6 11.5 8c-2.9 5.4-6.8 8-11.5 8S7.4 21.4 4.5 16Z"
        fill="#fff"
      />
      <circle cx="16" cy="16" r="5" className="fill-mark-pupil" />
      <circle cx="17.9" cy="14.1" r="1.7" fill="#fff" />
    </svg>
  );
}

/** Mark and name; `name` is the brand of site.json. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="-translate-y-px font-display text-[1.5rem] leading-none font-semibold tracking-[-0.03em]">
        {name}
      </span>
    </span>
  );
}
