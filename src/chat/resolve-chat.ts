/**
 * Completes the help window's states at build time: inserts numbers and addresses and checks every link.
 *
 * Pure: the site's pages come in as a parameter.
 */
import { alertNote, alertTime, alertWithin } from '#domain/plans/alert-time.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { writeCount } from '#domain/reports/words.ts';
import { contactsOf } from '#lib/contacts.ts';
import type { PublicConfig } from '#lib/public-config.ts';
import { authRedirectUrl } from '#session/session-destination.ts';
import type { ChatStateFile } from '../schemas/chat.ts';
import type { ChatMenu, ChatOption, ChatRow } from './chat-menu.ts';

export interface ChatSources {
  /** Content of content/chat by state. */
  readonly states: ReadonlyMap<string, ChatStateFile>;
  readonly stateIds: readonly string[];
  readonly catalog: Catalog;
  readonly config: PublicConfig;
  /** Public paths of the site's pages: "/docs/quick-start", "/termos.html". */
  readonly paths: ReadonlySet<string>;
}

const SUPPORT_PATH = '/suporte';
type OptionFile = ChatStateFile['options'][number];

/** @throws Error With one Portuguese line per mistake: file and what was expected. */
export function resolveChat(sources: ChatSources): ChatMenu {
  const { states, stateIds } = sources;
  const mistakes = [
    ...stateIds.filter((id) => !states.has(id)).map((id) => `${id}.json: falta este arquivo.`),
    ...states
      .keys()
      .filter((id) => !stateIds.includes(id))
      .map((id) => `${id}.json: este estado não existe; os estados são ${stateIds.join(', ')}.`),
    ...unreachable(sources).map((id) => `${id}.json: nenhuma opção leva a este estado.`),
  ];
  const known = placeholders(sources);
  const menu: Record<string, ChatMenu[string]> = {};
  for (const [id, state] of states) {
    const fill = (text: string): string =>
      text.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
        const value = known.get(name);
        if (value === undefined) {
          mistakes.push(`${id}.json: ${whole} não existe; use ${[...known.keys()].join(', ')}.`);
        }
        return value ?? whole;
      });
    menu[id] = {
      say: state.say.map(fill),
      rows: state.show === undefined ? [] : rowsOf[state.show](sources),
      options: state.options.flatMap((option) => {
        const resolved = resolveOption(option, sources);
        if (resolved === 'missing') mistakes.push(`${id}.json: a página ${option.href} não existe.`);
        return resolved === null || resolved === 'missing'
          ? []
          : [{ ...resolved, label: fill(option.label) }];
      }),
    };
  }
  if (mistakes.length > 0) {
    throw new Error(mistakes.map((line) => `content/chat/${line}`).join('\n'));
  }
  return menu;
}

/** `null`: hidden for now; `missing`: the author's link has no target. */
function resolveOption(option: OptionFile, { config, paths }: ChatSources): ChatOption | null | 'missing' {
  const { label, goTo, href, session, contact } = option;
  if (goTo !== undefined) return { label, goTo };
  if (href !== undefined) return paths.has(href.split(/[?#]/)[0] ?? '') ? { label, href } : 'missing';
  if (session !== undefined) return { label, href: authRedirectUrl(config.apiUrl, session) };
  const { email, whatsapp } = contactsOf(config.site);
  if (contact === 'email') return { label, href: email.href };
  if (contact === 'whatsapp') return { label, href: whatsapp.href, isOutside: true };
  return paths.has(SUPPORT_PATH) ? { label, href: SUPPORT_PATH } : null;
}

function unreachable({ states, stateIds }: ChatSources): string[] {
  const reached = new Set([...states.values()].flatMap(({ options }) => options.map(({ goTo }) => goTo)));
  return stateIds.filter((id) => states.has(id) && id !== 'init' && !reached.has(id as OptionFile['goTo']));
}

/** Placeholders that sentences and labels may contain in braces. */
function placeholders({ catalog, config }: ChatSources): ReadonlyMap<string, string> {
  const known = new Map([
    ['name', config.site.name],
    ['alertNote', alertNote],
    ['yearlyDiscount', `${catalog.yearlyDiscountPercent}%`],
  ]);
  for (const { id, name, limits } of catalog.plans) {
    known.set(`${id}.name`, name);
    known.set(`${id}.price`, catalog.displayPrice(id, 'monthly').amount);
    known.set(`${id}.monitors`, String(limits.monitors));
    known.set(`${id}.users`, String(limits.users));
    known.set(`${id}.interval`, formatHeartbeat(limits.heartbeatSeconds));
    known.set(`${id}.alert`, alertTime(limits.heartbeatSeconds));
  }
  return known;
}

const rowsOf: Record<'plans' | 'contacts', (sources: ChatSources) => ChatRow[]> = {
  plans: ({ catalog }) =>
    catalog.plans.map(({ id, name, limits }) => {
      const { amount, period } = catalog.displayPrice(id, 'monthly');
      const numbers = [
        writeCount(limits.monitors, 'monitor', 'monitores'),
        writeCount(limits.users, 'usuário', 'usuários'),
        `a cada ${formatHeartbeat(limits.heartbeatSeconds)}`,
        alertWithin(limits.heartbeatSeconds).toLowerCase(),
      ];
      return { term: `${name}, ${amount}${period}`, detail: numbers.join(' · ') };
    }),
  contacts: ({ config }) => {
    const { email, whatsapp } = contactsOf(config.site);
    const hours = config.site.hours.map(({ days, time }) => `${days}, ${time}`);
    return [
      { term: 'E-mail', detail: email.text, href: email.href },
      { term: whatsapp.name, detail: whatsapp.text, href: whatsapp.href },
      { term: 'Horário', detail: hours.join(' · ') },
    ];
  },
};
