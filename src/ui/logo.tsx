/** The mark, with or without the name. */
import { mark } from '#ui/mark.ts';

/** The mark; decorative, so its link or button needs a name. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`forced-color-adjust-none ${className}`} aria-hidden="true">
      <rect width="32" height="32" rx={mark.radius} className="fill-mark" />
      <path d={mark.eye} fill="#fff" />
      <circle {...mark.pupil} className="fill-mark-pupil" />
      <circle {...mark.glint} fill="#fff" />
    </svg>
  );
}

/** Mark and name; `name` is the brand from site.json. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="logo-name">{name}</span>
    </span>
  );
}
