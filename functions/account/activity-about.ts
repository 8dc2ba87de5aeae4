/** Which or how many a line of the history is about, in words. The log keeps ids and numbers; names are read here. */
import { kindNames, type OffReason, offSentences } from '#domain/alerts/codes.ts';
import type { Activity } from '#domain/api-schemas/activity.ts';
import { formatDay } from '#domain/billing/days.ts';
import { formatBrand } from '#domain/card/brand.ts';
import { countOfMonitors } from '#domain/limits/words.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { isPlanId } from '#domain/plans/ids.ts';
import { findFirstMonitor } from '#functions/alerts/channel-store.ts';
import { listRecipients, recipientName } from '#functions/alerts/recipient-store.ts';
import type { Deps } from '#functions/compose.ts';
import { listPeopleNames } from '#functions/people/people-store.ts';
import type { ActivityRow } from '#functions/platform/activity.ts';

/** What the ids in the log are called now; what is gone has no name any more. */
export interface Names {
  readonly recipients: ReadonlyMap<string, { readonly name: string; readonly memberId: string | null }>;
  readonly people: ReadonlyMap<string, string>;
  readonly firstMonitor: string | null;
}

export async function readNames({ db }: Pick<Deps, 'db'>, orderId: string): Promise<Names> {
  const [recipients, people, first] = await Promise.all([
    listRecipients(db, orderId),
    listPeopleNames(db, orderId),
    findFirstMonitor(db, orderId),
  ]);
  return {
    recipients: new Map(
      recipients.map((each) => {
        const name = recipientName(each);
        return [
          each.id,
          {
            name: each.kind === 'email' ? name : `“${name}” (${kindNames[each.kind]})`,
            memberId: each.memberId,
          },
        ];
      }),
    ),
    people: new Map(people.map(({ id, name }) => [id, name])),
    firstMonitor: first?.address ?? null,
  };
}

/** The recipient that a line names. */
export const recipientIn = ({ detail }: Pick<ActivityRow, 'detail'>, { recipients }: Names) =>
  wordsOf(detail)
    .map((word) => recipients.get(word))
    .find((each) => each !== undefined);

const wordsOf = (detail: string | null): readonly string[] => detail?.split(' ') ?? [];

/** "Uptime Kuma": what the sources of an import are called. */
const sources: Readonly<Record<string, string>> = {
  'uptime-kuma': 'Uptime Kuma',
  uptimerobot: 'UptimeRobot',
  csv: 'planilha',
};

/** `undefined` where it is not known. */
export function aboutOf(
  row: ActivityRow,
  kind: Activity['kind'],
  names: Names,
  { catalog }: Pick<Deps, 'catalog'>,
): string | undefined {
  const words = wordsOf(row.detail);
  switch (kind) {
    case 'order-reserved':
    case 'upgrade-asked':
    case 'upgrade-applied':
    case 'upgrade-called-off': {
      const plan = words.find(isPlanId);
      const cycle = words.find((word) => word === 'monthly' || word === 'yearly');
      if (plan === undefined) return undefined;
      const { name } = catalog.plan(plan);
      return plan === 'free' || cycle === undefined ? name : `${name}, ${cycleNames[cycle].toLowerCase()}`;
    }
    case 'card-changed': {
      const [, brand, lastFour] = words;
      return brand && lastFour ? `${formatBrand(brand)}, final ${lastFour}` : undefined;
    }
    case 'renewal-failed': {
      const failures = /falha (\d+)/.exec(row.detail ?? '')?.[1];
      return failures && `${failures}ª vez`;
    }
    case 'person-invited':
    case 'person-invited-again':
    case 'person-removed':
    case 'person-paused':
    case 'person-resumed':
      return names.people.get(words[0] ?? '');
    case 'sleep-announced':
    case 'removal-announced':
      return words[0] && formatDay(words[0]);
    case 'limits-chosen':
      return words[0] && countOfMonitors(Number(words[0]));
    case 'first-monitor':
      return names.firstMonitor ?? undefined;
    case 'alert-recipient-on':
    case 'alert-preferences':
    case 'alert-renamed':
    case 'alert-secret':
      return recipientIn(row, names)?.name;
    case 'company-sign-in-on':
    case 'company-sign-in-off':
    case 'support-asked':
    case 'support-answered':
      return words[0];
    case 'alert-seen':
      return words[0] && `${words[0]} ${words[0] === '1' ? 'queda' : 'quedas'}`;
    case 'alert-recipient-off':
    case 'alert-recipient-waits': {
      const name = recipientIn(row, names)?.name;
      const why = words.find((word) => word in offSentences) as OffReason | undefined;
      return name && (why === undefined ? name : `${name}: ${offSentences[why]}`);
    }
    case 'monitors-imported': {
      const [count = '', source = ''] = (row.detail ?? '').split(', ');
      return count && source in sources ? `${count} itens (${sources[source]})` : undefined;
    }
    default:
      return undefined;
  }
}
