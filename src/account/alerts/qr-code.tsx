/** A link as a QR code: dark on light in both themes, because cameras expect it. */
import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg border border-line-strong bg-white fill-black forced-color-adjust-none"
    >
      <path d={path} />
    </svg>
  );
}
