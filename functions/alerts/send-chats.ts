/** Hands messages over to chats, one after the other at Telegram's pace; it knows no keys. */
import { chatTextOf } from '#domain/alerts/chat-text.ts';
import { message as words } from '#domain/messages.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { readProvider, type Turn } from '#functions/platform/provider-store.ts';
import type { Meaning } from '#functions/vendors/delivery.ts';
import { beginTry, noteDelay } from './outcome-store.ts';
import {
  awaitTurn,
  idsOf,
  isFresh,
  type Ready,
  type Round,
  SLOW_MS,
  settled,
  takeChatTurns,
  whyItWaits,
  withoutTurn,
} from './round.ts';
import { settleAll, settleAnswer } from './settle-answer.ts';

/** Chats that are written to at the same time: most of it is waiting for the turn, for Telegram and for the database. */
const CHATS_AT_ONCE = 12;
/** Accepted messages that are recorded in one statement. */
const RECORDED_TOGETHER = 10;

/** Writes into every chat that is ready, and records what became of it. */
export async function sendChats(round: Round, ready: readonly Ready[]): Promise<void> {
  if (ready.length === 0) return;
  const { needs } = round;
  const begunAt = needs.clock.now();
  const begun = await beginTry(needs.db, idsOf(ready.filter(isFresh)), null, begunAt);
  // The others were called off meanwhile, or another worker tries them.
  settled(round, ready, withoutTurn(needs));
  const tried = ready.filter((each) => !isFresh(each) || begun.has(each.message.id));
  const turns = await chatTurnsOf(round, tried.length);
  if (turns === null) return void (await noteDelay(needs.db, [...begun], null, begunAt));

  let { provider } = turns;
  let lateMs = 0;
  let isSlow = false;
  const accepted: Ready[] = [];
  const left: Ready[] = [];
  const begunOf = (member: Ready): number | null => (isFresh(member) ? begunAt : null);
  const record = async (): Promise<void> => {
    const since = needs.clock.now();
    const done = accepted.splice(0);
    settled(round, done, null);
    await settleAll(needs, 'telegram', done, { provider, begunAt }, { kind: 'sent' });
    isSlow ||= needs.clock.now() - since > SLOW_MS;
  };
  const send = async ([place, member]: readonly [number, Ready]): Promise<void> => {
    const at = turns.at + place * turns.everyMs;
    await awaitTurn(round, at + lateMs);
    // What comes late must not come at once.
    lateMs = Math.max(lateMs, needs.clock.now() - at);
    // What another worker has by now, it sends.
    if (!(await round.keep()).has(member.recipient.id)) return;
    // An answer meanwhile may have been about everyone; and what is under way when a worker ends comes twice.
    if (provider.resumeAt > needs.clock.now() || isSlow) return void left.push(member);
    const meaning = await writeIntoChat(needs, member);
    if (meaning.kind === 'sent') {
      accepted.push(member);
      if (accepted.length >= RECORDED_TOGETHER) await record();
      return;
    }
    const outcome = await settleAnswer(needs, { ...member, provider, begunAt: begunOf(member) }, meaning);
    settled(round, [member], outcome);
    provider = await readProvider(needs.db, 'telegram');
  };
  try {
    await forEachConcurrently([...tried.entries()], send, undefined, CHATS_AT_ONCE);
  } finally {
    if (accepted.length > 0) await record();
  }
  if (left.length === 0) return;
  const isPaused = provider.resumeAt > needs.clock.now();
  if (isPaused) settled(round, left, { againAt: provider.resumeAt });
  const why = isPaused ? whyItWaits(provider) : null;
  await noteDelay(needs.db, idsOf(left), why, begunAt);
}

/** The round's turns; others where these passed while the database was slow. */
async function chatTurnsOf(round: Round, count: number): Promise<Turn | null> {
  const { chatTurns, needs } = round;
  return chatTurns !== null && chatTurns.at + SLOW_MS > needs.clock.now()
    ? chatTurns
    : takeChatTurns(round, count);
}

async function writeIntoChat(needs: Deps, { recipient, message, place }: Ready): Promise<Meaning> {
  if (needs.messenger === null) throw new Error('There is no bot.');
  const button =
    message.shown?.next === 'seen' ? { label: words('telegram.see'), message: message.id } : null;
  const panel = tenantUrl(needs.tenantUrlTemplate, place.subdomain);
  return needs.messenger.send(recipient.address, chatTextOf(message, panel, needs.siteUrl), button);
}
