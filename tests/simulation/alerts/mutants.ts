/**
 * Mutants of the alerts: what a careless version would do, or what ours once did, each by one line. The sequence with a
 * name (scenarios.ts) that it is about must find it, by the rule that judges it.
 *
 * Two defects are about no time and no order, and ordinary tests find them: a mail that came back without a clear reason
 * ends nobody (tests/worker/alerts-consent.test.ts), and a stranger's long message to the bot is taken
 * (tests/worker/alerts-reports.test.ts).
 */
import type { Mutant } from '../mutant.ts';

const by = (scenario: string, rule: string): Pick<Mutant, 'run' | 'says'> => ({
  run: ['tests/simulation/alerts/run.ts', '--sequences', '0', '--seed', '1', '--scenario', scenario],
  says: new RegExp(rule.replaceAll('.', String.raw`\.`)),
});

export const alertMutants: Readonly<Record<string, Mutant>> = {
  'told-at-the-end-of-the-day': {
    file: 'src/domain/alerts/next-message.ts',
    right: 'return Math.min(Math.max(firstAt + GATHER_MS, groupedAt), firstAt + WAIT_MAX_MS);',
    wrong: 'return Math.max(nextShareAt(firstAt), groupedAt);',
    ...by('in calm', 'R1.1 in time'),
  },
  'everybody-is-switched-off': {
    file: 'functions/alerts/recipient-store.ts',
    right: `WHERE id = \${recipientId} AND (state <> 'off'`,
    wrong: "WHERE (state <> 'off'",
    ...by('somebody leaves', 'R1.3 who is on is told'),
  },
  'told-again-each-minute': {
    file: 'src/domain/alerts/next-message.ts',
    right: '    mark: { ...after, toldAt: now },\n    wakeAt,',
    wrong: '    mark: { ...mark, toldAt: now },\n    wakeAt: now + 60_000,',
    ...by('in calm', 'R1.5 once'),
  },
  'forgets-without-a-word': {
    file: 'src/domain/alerts/story.ts',
    right: "    if (endedBy === 'up')\n      lines.push({",
    wrong: "    if (endedBy === 'up' && gap !== null)\n      lines.push({",
    ...by('in calm', 'R1.2 not stuck'),
  },
  'the-present-is-excused-by-its-time': {
    file: 'functions/alerts/decide.ts',
    right: "return level?.state === 'down' && level.since === line.since && isCurrent(level, now);",
    wrong: 'return true;',
    ...by('answers of mail and chats are lost', 'R2.1 what is down'),
  },
  'reminds-of-what-it-remembers': {
    file: 'src/domain/alerts/story.ts',
    right: `  if (!isDownSince(level, since) || level.doubt !== null) return null;
  const { monitor, createdAt } = level;
  return {
    at: toldAt + reminderHours * HOUR_MS,
    isCurrent: isCurrent(level, now),`,
    wrong: `  const { monitor, createdAt } = level;
  return {
    at: toldAt + reminderHours * HOUR_MS,
    isCurrent: true,`,
    ...by('a night with quiet hours', 'R1.2 reminders'),
  },
  'unstable-is-for-ever': {
    file: 'src/domain/alerts/story.ts',
    right: '  const isStable = isUnstable && changes.count <= CHANGES_MAX;',
    wrong: '  const isStable = isUnstable && changes.count < 0;',
    ...by('an unstable monitor ends up', 'R1.4'),
  },
  'what-the-instance-calls-important': {
    file: 'companion/alert-reading.ts',
    right: 'WHERE id > ? ORDER BY id LIMIT',
    wrong: 'WHERE id > ? AND important = 1 ORDER BY id LIMIT',
    ...by('in calm', 'R2.2 since'),
  },
  'a-chat-is-told-twice': {
    file: 'functions/vendors/telegram/messenger.ts',
    right: "      const answer = await call('sendMessage', {",
    wrong:
      "      await call('sendMessage', { chat_id: chat, text });\n      const answer = await call('sendMessage', {",
    ...by('in calm', 'R1.5 once'),
  },
  'the-morning-never-comes': {
    file: 'src/domain/alerts/next-message.ts',
    right: '    ...(isHeld && quietEnd !== null ? [quietEnd] : []),\n',
    wrong: '',
    ...by('a return waits for the morning', 'R1.2 not stuck'),
  },
  'who-left-returns-without-a-word': {
    file: 'src/domain/alerts/story.ts',
    right: "  if (since !== null && hasLeft && level?.state === 'up') {",
    wrong: "  if (since !== null && hasLeft && level?.state === 'new') {",
    ...by('paused while down, back up', 'R1.2 not stuck'),
  },
  'both-ends-in-one-outage-are-nothing': {
    file: 'companion/alert-report.ts',
    right: 'const base = { base: revision, falls: falls.taken, events: events.taken };',
    wrong: 'const base = { base: revision, falls: falls.taken.slice(1), events: events.taken };',
    ...by('a fall and its return while the API is off', 'R1.4 nothing vanishes'),
  },
  'a-domain-that-is-not-verified-ends-recipients': {
    file: 'functions/vendors/mail/mail-answers.ts',
    right: `      ),
    ],
    meaning: stopped('sender-domain'),`,
    wrong: `      ),
    ],
    meaning: { kind: 'recipient-ended' } as Meaning,`,
    ...by('domain is not verified', 'R1.3 who is on is told'),
  },
  'an-unknown-refusal-ends-recipients': {
    file: 'functions/vendors/delivery.ts',
    right: `  kind: 'message-refused',
  code: \`unlisted-\${status}\`,
  mayBeOurs: true,`,
    wrong: `  kind: 'recipient-ended',
  code: \`unlisted-\${status}\`,`,
    ...by('a refusal that nobody', 'R1.3 who is on is told'),
  },
  'a-bound-drops-quiet-monitors': {
    file: 'src/domain/alerts/shares.ts',
    right: 'export const monitorsADay = (monitors: number): number => 4 * monitors;',
    wrong: 'export const monitorsADay = (monitors: number): number => monitors / monitors;',
    ...by('a monitor that falls all day', 'R1.1 told'),
  },
  'a-pause-is-no-leaving': {
    file: 'companion/alert-reading.ts',
    right:
      "    if (row.active === 0) return limited.has(row.id) ? 'limit' : 'paused';\n    if (lineOf(row).some(({ active }) => active === 0)) return 'paused';",
    wrong: '',
    ...by('paused', 'R1.2'),
  },
  'a-paused-group-changes-nothing': {
    file: 'companion/alert-reading.ts',
    right: "    if (lineOf(row).some(({ active }) => active === 0)) return 'paused';\n",
    wrong: '',
    ...by('a group is paused', 'R1.2 not stuck'),
  },
  'a-warning-is-new-each-time': {
    file: 'companion/expiry-events.ts',
    right: `:\${warning}:\${utcDay(at)}`,
    wrong: `:\${warning}:\${utcDay(at)}:\${now}`,
    ...by('a certificate comes near', 'R1.5 each warning once'),
  },
  'only-the-first-warning-of-an-end-is-told': {
    file: 'companion/expiry-events.ts',
    right: `:\${warning}:\${utcDay(at)}`,
    wrong: `:\${utcDay(at)}`,
    ...by('a certificate comes near', 'R1.4 each warning is told'),
  },
  'a-window-begins-soon-for-ever': {
    file: 'src/domain/alerts/lines.ts',
    right: "if (line.what === 'maintenance-soon' && line.window.from > now)",
    wrong: "if (line.what === 'maintenance-soon')",
    ...by('a window begins soon', 'R2.1 what begins soon'),
  },
  'rows-of-a-copy-are-news': {
    file: 'companion/alert-reporting.ts',
    right: '    if (!isOther && newest >= record.cursor) return;',
    wrong:
      '    if (newest >= record.cursor) return;\n    if (isOther) return saveState({ cursor: 0, monitors: {} });',
    ...by('put back', 'R[12].'),
  },
  'a-group-stands-for-its-monitors': {
    file: 'companion/alert-channel.ts',
    right: 'fresh.filter(({ isAttached }) => !isAttached).slice(0, ATTACH_AT_ONCE)',
    wrong: 'fresh.filter(({ isAttached }) => isAttached).slice(0, ATTACH_AT_ONCE)',
    ...by('in a group that has it', 'R1.1 told'),
  },
  'a-silent-job-is-left-to-the-instance': {
    file: 'companion/alert-push.ts',
    right: '  if (at <= deadline) return null;',
    wrong: '  if (at <= deadline + 86_400_000) return null;',
    ...by('a job gives no sign', 'R1.1 told'),
  },
  'tests-use-up-the-share': {
    file: 'functions/alerts/situation-store.ts',
    right: 'sentToday: day?.messages ?? 0,',
    wrong: 'sentToday: (day?.messages ?? 0) + rowsOf(events).length + (readSeq > 50 ? 50 : 0),',
    ...by('fifty tests', 'R1.'),
  },
  'a-report-is-taken-on-any-revision': {
    file: 'functions/alerts/report-store.ts',
    right: '    WHERE revision = COALESCE(',
    wrong: '    WHERE revision >= 0 * COALESCE(',
    ...by('turned back', 'R[12].'),
  },
  'a-database-that-was-turned-back-calls-everybody-silent': {
    file: 'functions/alerts/tell-silence.ts',
    right: 'const isAway = needs.clock.now() - dueAt > AWAY_MS;',
    wrong: 'const isAway = needs.clock.now() < dueAt;',
    ...by('turned back by forty minutes', 'R1.7 only silence is told'),
  },
  'silence-is-told-to-nobody': {
    file: 'functions/alerts/tell-silence.ts',
    right: '    if (each.silenceToldAt !== null) continue;',
    wrong: '    if (each.silenceToldAt === null) continue;',
    ...by('the companion is away', 'R1.7 silence is told'),
  },
  'words-are-frozen': {
    file: 'functions/alerts/prepare-message.ts',
    right:
      '  if (before === null) return { ...nothing, ready: await rewordMessage(db, recipient, head, facts, now) };',
    wrong: '  if (before !== undefined) return { ...nothing, ready: head };',
    ...by('not verified while it returns', 'R2.1 what is down'),
  },
  'newcomers-hear-nothing': {
    file: 'src/domain/alerts/story.ts',
    right: '  const untold = open !== null && (open.since !== past.since || past.hasLeft) ? open : null;',
    wrong:
      '  const untold = open !== null && open.seq > facts.readFall && open.since !== past.since ? open : null;',
    ...by('somebody comes while it is down', 'R1.6 newcomers'),
  },
};
