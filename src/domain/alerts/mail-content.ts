/** A message about alerts as a mail has it: what stands in it, and where its words lead. How it looks: the mail's layout. Pure. */
import type { MailLink } from '../email/mail-link.ts';
import { ALERTS_PAGE, SEEN_PAGE } from './alerts-page.ts';
import type { AlertBlock, Tone } from './blocks.ts';
import { monitorUrl } from './message-links.ts';
import type { WrittenAlert } from './words.ts';

/** A state as mails show it. */
export interface AlertState extends AlertBlock {
  /** All of it in one plain text. */
  readonly sentence: string;
  /** Page of the monitor; `null` for none. */
  readonly url: string | null;
}

/** What the mail's words lead to. */
export interface AlertPlaces {
  readonly subdomain: string;
  /** Address of the environment. */
  readonly panel: string;
  readonly siteUrl: string;
  /** Proves who leaves, and of which message somebody says "Estou vendo"; `null` where nobody can. */
  readonly leaveToken: string;
  readonly seenToken: string | null;
}

export interface AlertMailContent {
  readonly subject: string;
  readonly tone: Tone;
  readonly states: readonly AlertState[];
  readonly paragraphs: readonly string[];
  readonly action: MailLink;
  readonly other?: MailLink;
  readonly notes: readonly (string | MailLink)[];
}

/** The same whenever it is asked: all that may change was decided when the message was written. */
export function alertMailContent(
  { subject, tone, lines, shown }: WrittenAlert,
  { subdomain, panel, siteUrl, leaveToken, seenToken }: AlertPlaces,
): AlertMailContent {
  const notes = [
    addressed(shown?.to ?? null, subdomain),
    { label: 'O que chega, e quando', url: `${siteUrl}${ALERTS_PAGE}` },
    { label: 'Sair destes avisos', url: `${siteUrl}/avisos/sair#${leaveToken}` },
  ];
  if (shown === null)
    return {
      ...{ subject, tone: 'warning', states: [], paragraphs: lines, notes },
      action: { label: OPEN_PANEL, url: panel },
    };
  return {
    ...{ subject, tone, notes },
    states: shown.blocks.map((block, at) => ({
      ...block,
      sentence: lines[at] ?? '',
      url: monitorUrl(panel, block.monitor),
    })),
    paragraphs: shown.notes,
    action: panelLink(panel, shown.blocks),
    ...(seenToken !== null && {
      other: { label: 'Estou vendo', url: `${siteUrl}${SEEN_PAGE}#${seenToken}` },
    }),
    ...(shown.next === 'recipients' && {
      other: { label: 'Escolher quem mais é avisado', url: `${siteUrl}${ALERTS_PAGE}` },
    }),
  };
}

const OPEN_PANEL = 'Abrir o painel';

const addressed = (to: string | null, subdomain: string): string =>
  to === null ? `Aviso do painel ${subdomain}.` : `Para ${to}, do painel ${subdomain}.`;

/** To the monitor, where the message is about one. */
function panelLink(panel: string, blocks: readonly { readonly monitor: number | null }[]): MailLink {
  const [only, ...others] = blocks;
  const url = others.length === 0 ? monitorUrl(panel, only?.monitor ?? null) : null;
  return url === null ? { label: OPEN_PANEL, url: panel } : { label: 'Ver no painel', url };
}
