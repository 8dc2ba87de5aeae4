/** A word in a mail that leads somewhere. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}
