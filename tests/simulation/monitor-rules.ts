/** Rules about monitors beyond the plan: nothing is enforced early or unrecorded, and paying undoes exactly that. */
import { addDays } from '#domain/billing/days.ts';
import type { Facts } from './facts.ts';
import type { SeenMonitors } from './sold-facts.ts';

/** The scheduled work runs a day later at the latest. */
const LATE_DAYS = 1;
/** Of each kind one, one for each of the first three times, and some for changes of plan; an hourly one is too much. */
const MAILS_PER_DAY = 8;
/** Three checks within the hour, then one every five minutes. */
const ROUNDS_OVER_MAX = 15;

const wantedBy = ({ intervals, ownPaused }: SeenMonitors): number => intervals.length - ownPaused.length;

/** Rules that hold at every moment. */
function atOnce({
  running,
  ownPaused,
  pausedByUs,
  intervals,
  day,
  until,
  quietDays,
  insisted,
  mailsToday,
}: SeenMonitors): string[] {
  const found: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && found.push(`${day}: ${what}`));
  const idle = intervals.map(({ id }) => id).filter((id) => !running.includes(id));
  say(
    ownPaused.some((id) => running.includes(id)),
    'um monitor pausado pelo cliente funciona',
  );
  say(
    idle.some((id) => !ownPaused.includes(id) && !pausedByUs.includes(id)),
    'um monitor está parado, e a conta não diz que fomos nós',
  );
  say(
    pausedByUs.some((id) => running.includes(id)),
    'a conta diz que pausamos um monitor que funciona',
  );
  say(
    intervals.some(({ chosen, now, raisedFrom }) => now !== chosen && raisedFrom !== chosen),
    'um intervalo mudou, e a conta não diz o de antes',
  );
  say(
    quietDays > LATE_DAYS && insisted !== null && insisted.roundsOver > ROUNDS_OVER_MAX,
    `um programa ficou acima do plano em ${insisted?.roundsOver} de ${insisted?.rounds} vezes`,
  );
  say(mailsToday > MAILS_PER_DAY, `${mailsToday} e-mails sobre monitores ajustados em um dia`);
  say(
    quietDays > LATE_DAYS && until !== null && addDays(until, LATE_DAYS) < day,
    `o prazo ${until} passou sem efeito`,
  );
  return found;
}

/** Rules between two steps of the same environment. */
function between(before: SeenMonitors, now: SeenMonitors): string[] {
  const found: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && found.push(`${now.day}: ${what}`));
  const isSamePlan = before.plan === now.plan;
  const isSettled =
    isSamePlan && before.quietDays > LATE_DAYS && before.moves === now.moves && before.day < now.day;
  const more = now.pausedByUs.filter((id) => !before.pausedByUs.includes(id));
  say(
    isSamePlan && before.moves === now.moves && more.length > 0 && wantedBy(now) <= now.limit,
    'monitores pausados dentro do plano',
  );
  say(
    isSamePlan &&
      more.length > 0 &&
      before.until !== null &&
      before.until > now.day &&
      wantedBy(before) > before.limit,
    `monitores pausados antes do prazo ${before.until}`,
  );
  say(
    isSettled && before.isOver && before.until === null && now.isOver && now.until === null,
    'acima do plano sem prazo e sem efeito',
  );
  say(
    isSettled &&
      now.intervals.some(({ raisedFrom }) => raisedFrom !== null && raisedFrom >= now.leastInterval),
    'um intervalo que o plano permite continua aumentado',
  );
  return found;
}

/** After a larger plan, enforced monitors run again as far as they fit. */
function afterGrowth(all: readonly SeenMonitors[]): string[] {
  const now = all.at(-1);
  const same = all.filter(({ plan }) => plan === now?.plan);
  const first = all[all.findLastIndex(({ plan }) => plan !== now?.plan) + 1];
  const before = all.findLast(({ plan }) => plan !== now?.plan);
  if (now === undefined || first === undefined || before === undefined || before.limit >= now.limit)
    return [];
  const isSettled =
    now.quietDays > LATE_DAYS && same.length > 1 && first.day < now.day && first.moves === now.moves;
  const isStill = now.pausedByUs.length > 0 && now.running.length < now.limit;
  return isSettled && before.moves === now.moves && isStill
    ? [
        `${now.day}: com lugar para ${now.limit} monitores, ${now.pausedByUs.length} continuam pausados por nós`,
      ]
    : [];
}

export function monitors({ sold, today }: Facts): string[] {
  const newest = sold.monitors.at(-1);
  if (newest === undefined || newest.day !== today) return [];
  const all = sold.monitors.filter(({ account }) => account === newest.account);
  const before = all.at(-2);
  return [...atOnce(newest), ...(before === undefined ? [] : between(before, newest)), ...afterGrowth(all)];
}
