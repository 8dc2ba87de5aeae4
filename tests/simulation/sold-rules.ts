/** Rules about card, notas fiscais, people and the data of an account. Rules about monitors: monitor-rules.ts. */
import { addDays } from '#domain/billing/days.ts';
import type { Charge, Facts } from './facts.ts';
import type { GivenCard } from './sold-facts.ts';

/** Days after which all scheduled work must be done. */
const SETTLE_DAYS = 2;
/** Days after the deadline on which the newest members may still have access. */
const LATE_DAYS = 1;

/** A card change charges nothing, has the announced result, and the next charge uses the last card. */
export function cards(facts: Facts): string[] {
  const { card } = facts.sold;
  const isSettled = facts.quietDays >= SETTLE_DAYS && facts.seen?.state === 'active' && card !== null;
  return [
    ...facts.sold.cards.flatMap(answeredWrongly),
    ...facts.charges.flatMap((charge) => chargedToOther(facts, charge)),
    ...(isSettled && card.shown !== card.charged
      ? [`a conta mostra o cartão final ${card.shown}, e a assinatura cobra o final ${card.charged}`]
      : []),
  ];
}

function answeredWrongly({ day, end, card, before, after, charged }: GivenCard): string[] {
  const who = `${day}: a troca para o cartão final ${card}`;
  return [
    ...charged.map((id) => `${who} cobrou ou criou ${id}`),
    ...(end === 'changed' && after !== card
      ? [`${who} foi confirmada, e a assinatura cobra o final ${after}`]
      : []),
    ...(end === 'refused' && after !== before
      ? [`${who} foi recusada, e o cartão mudou para o final ${after}`]
      : []),
  ];
}

/** Only when the last card is certain: no other card was given or left open before the charge. */
function chargedToOther({ sold }: Facts, { id, account, subscription, confirmedOn }: Charge): string[] {
  const own = sold.cards.filter((each) => each.account === account && each.end !== 'refused');
  if (confirmedOn === null || own.some(({ day }) => day === confirmedOn)) return [];
  const last = own.findLast(({ day }) => day < confirmedOn);
  if (last?.end !== 'changed' || last.subscription === null || last.subscription !== subscription) return [];
  const used = sold.chargedTo.get(id);
  return used === last.card
    ? []
    : [
        `${confirmedOn}: ${id} foi cobrada no cartão final ${used}, e não no final ${last.card}, trocado em ${last.day}`,
      ];
}

/** One nota for each paid charge, none in force for a refunded one. */
export function notes(facts: Facts): string[] {
  const isQuiet = facts.quietDays >= SETTLE_DAYS;
  const isOld = (day: string | null): boolean => day !== null && addDays(day, SETTLE_DAYS) < facts.today;
  return facts.charges.flatMap(({ id, confirmedOn, returnedOn, lostOn, isDisputed, centavos }) => {
    const inForce = facts.sold.notes.filter((each) => each.charge === id && each.isInForce).length;
    if (inForce > 1) return [`a cobrança ${id} tem ${inForce} notas fiscais`];
    if (inForce === 1 && confirmedOn === null) return [`a cobrança ${id} tem nota fiscal sem ter sido paga`];
    const backOn = returnedOn ?? lostOn;
    if (inForce === 1 && isQuiet && isOld(backOn))
      return [`a cobrança ${id} voltou em ${backOn}, e a nota fiscal dela continua valendo`];
    const isKept = confirmedOn !== null && backOn === null && !isDisputed && centavos > 0;
    return inForce === 0 && isKept && isQuiet && isOld(confirmedOn)
      ? [`a cobrança ${id}, paga em ${confirmedOn}, não tem nota fiscal`]
      : [];
  });
}

/** Extra people have a deadline, and everyone admitted is the owner or a member. */
export function people({ sold, seen, quietDays, today }: Facts): string[] {
  const { team } = sold;
  const isRunning = seen !== null && !['suspended', 'asleep', 'ended'].includes(seen.state);
  if (team === null || quietDays < 1 || !isRunning) return [];
  const { active, seats, overUntil, onList, inGroup, owner } = team;
  const belong = new Set([owner, ...active]);
  const found: string[] = [];
  if (1 + active.length > seats) {
    const who = `${1 + active.length} pessoas com acesso e ${seats} lugares`;
    if (overUntil === null) found.push(`há ${who}, sem dia em que isso termine`);
    else if (addDays(overUntil, LATE_DAYS) < today)
      found.push(`há ${who}, e o prazo terminou em ${overUntil}`);
  }
  for (const [where, those] of [
    ['na lista do ambiente', onList],
    ['no grupo', inGroup],
  ] as const) {
    const strangers = those?.filter((email) => !belong.has(email)) ?? [];
    const missing = those === null ? [] : [...belong].filter((email) => !those.includes(email));
    found.push(...strangers.map((email) => `${email} está ${where}, e não é dono nem participa`));
    found.push(...missing.map((email) => `${email} participa e não está ${where}`));
  }
  return found;
}

/** Looks after which the mail must have arrived: removing the rows, the last look, and the mail are a run each. */
const LOOKS = 3;
const deleters = {
  owner: 'da dona',
  member: 'de quem participou',
  invited: 'de quem foi convidado',
} as const;

/** A deletion that began ends, for an owner after the members' notice, for everybody else at once. */
export function deletions({ sold, quietDays, today }: Facts): string[] {
  if (quietDays < SETTLE_DAYS) return [];
  return sold.deletions
    .filter(({ endedOn, dueOn, looks }) => endedOn === null && looks >= LOOKS && addDays(dueOn, 1) < today)
    .map(({ who, since }) => `a exclusão da conta ${deleters[who]}, pedida em ${since}, não terminou`);
}

/** Only rows that must be kept are left of a deleted account. */
export const erased = ({ sold }: Facts): string[] => [...sold.left];

/** Nobody who watches something, or pays, is put to sleep; and what is in the volume is the same when it was woken. */
export function sleeps({ sold }: Facts): string[] {
  const now = sold.sleeps.at(-1);
  const before = sold.sleeps.at(-2);
  if (now === undefined) return [];
  const who = `${now.day}: loja-${now.account}`;
  const isChanged = now.isWoken && before?.account === now.account && before.volume !== now.volume;
  return [
    ...(now.isAsleep && now.plan !== 'free' ? [`${who} dorme no plano ${now.plan}`] : []),
    ...(now.isAsleep && now.running > 0 ? [`${who} dorme com ${now.running} monitores ligados`] : []),
    ...(isChanged ? [`${who} acordou com outros monitores: ${now.volume}, e não ${before.volume}`] : []),
  ];
}
