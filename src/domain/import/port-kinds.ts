/** Codes by which UptimeRobot's API v2 and its files name the usual ports (`sub_type`). */
const kinds: readonly (readonly [code: string, name: string, port: number])[] = [
  ['1', 'http', 80],
  ['2', 'https', 443],
  ['3', 'ftp', 21],
  ['4', 'smtp', 25],
  ['5', 'pop3', 110],
  ['6', 'imap', 143],
];

/**
 * The port that a code or its name stands for; `undefined` for `99`, a port of one's own, and for what is unknown.
 * @param kind `4`, `SMTP`, `SMTP (25)`.
 */
export function portOfKind(kind: string | undefined): number | undefined {
  const word = (kind ?? '').trim().toLowerCase();
  const [known] = /^[a-z\d]+/.exec(word) ?? [''];
  return kinds.find(([code, name]) => code === known || name === known)?.[2];
}

/** A cell with a port: its number, also in `Custom (8080)`, or a code for it. */
export function portOfCell(cell: string): number | undefined {
  const byKind = portOfKind(cell);
  if (byKind !== undefined) return byKind;
  const digits = /(?:^|\()\s*(\d{1,5})\s*\)?$/.exec(cell.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
