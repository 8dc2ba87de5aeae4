/** One line of a message in the channel's formatting. */
import type { ReactNode } from 'react';
import type { Channel, Line } from '#docs/tools/rules/channel-text.ts';
import type { Mark, Piece } from '#docs/tools/rules/marked-text.ts';

/** A line of the channel's own message: a label in bold, then its text. */
export function LabelledLine({
  channel,
  line: { label, text },
}: {
  readonly channel: Channel;
  readonly line: Line;
}) {
  if (label === undefined) return <p>{text}</p>;
  return (
    <p>
      <strong>{label}</strong>
      {text === '' ? null : channel === 'discord' ? <br /> : ': '}
      {text}
    </p>
  );
}

export function MarkedLine({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <p>
      {pieces.map(({ text, marks }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by their position.
        <span key={place}>{marks.reduceRight<ReactNode>(under, text)}</span>
      ))}
    </p>
  );
}

function under(inner: ReactNode, mark: Mark): ReactNode {
  switch (mark) {
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'strike':
      return <s>{inner}</s>;
    case 'code':
      return <code>{inner}</code>;
    // Underlined; a link leads nowhere in a preview.
    default:
      return <u>{inner}</u>;
  }
}
