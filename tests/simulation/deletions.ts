/** Deletions that people requested of their own accounts: each must end, for owner, member, former member and invited. */
import { addDays, businessDay } from '#domain/billing/days.ts';
import type { Deleter, Deletion } from './sold-facts.ts';
import type { Account, World } from './world.ts';

/** The notice that members of an environment have. */
const NOTICE_DAYS = 7;

/** @param onEnd Called once for each that has ended. */
export function createDeletions(world: World, onEnd: (who: Deleter, person: Account) => void) {
  const begun: (Deletion & { readonly person: Account; endedOn: string | null; looks: number })[] = [];
  const today = () => businessDay(world.now());

  /** The last mail that such a person gets. */
  const isMailed = ({ email }: Account, since: string): boolean =>
    world
      .services()
      .mail.state.messages.some(
        ({ to, subject, receivedAt }) =>
          to.includes(email) && subject === 'Sua conta foi apagada' && businessDay(receivedAt) >= since,
      );

  return {
    begin(who: Deleter, person: Account) {
      const since = today();
      const dueOn = who === 'owner' ? addDays(since, NOTICE_DAYS) : since;
      begun.push({ who, person, since, dueOn, endedOn: null, looks: 0 });
    },
    /** Looks which ones have ended; called once after each step. */
    follow() {
      for (const each of begun) {
        if (each.endedOn !== null) continue;
        if (today() > each.dueOn) each.looks += 1;
        if (!isMailed(each.person, each.since)) continue;
        each.endedOn = today();
        onEnd(each.who, each.person);
      }
    },
    get all() {
      return begun.map(({ person: _, ...each }) => each);
    },
  };
}
