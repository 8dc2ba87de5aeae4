/** Three pulsing pills. Decorative; say in words what is loading. */
export function Spinner({ className = '' }: { className?: string }) {
  return (
    <span
      className={`inline-flex forced-color-adjust-none h-4 items-stretch gap-1 ${className}`}
      aria-hidden="true"
    >
      <i className="animate-breathe w-1 rounded-full bg-current" />
      <i className="animate-breathe w-1 rounded-full bg-current [animation-delay:200ms]" />
      <i className="animate-breathe w-1 rounded-full bg-current [animation-delay:400ms]" />
    </span>
  );
}
