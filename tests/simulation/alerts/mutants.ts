/**
 * Mutants of the alerts: what a careless version would do, or what ours once did, each by one line. The sequence with a
 * name (scenarios.ts) that it is about must find it, by the rule that judges it.
 *
 * Two defects are about no time and no order, and an ordinary test finds each.
 */
import type { Mutant } from '../mutant.ts';

const by = (scenario: string, rule: string): Pick<Mutant, 'run' | 'says'> => ({
  run: ['tests/simulation/alerts/run.ts', '--sequences', '0', '--seed', '1', '--scenario', scenario],
  says: new RegExp(rule.replaceAll('.', String.raw`\.`)),
});

/** @param name Of the test, or its beginning. */
const byTest = (file: string, name: string): Pick<Mutant, 'run' | 'says'> => ({
  run: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=worker',
    '--retry=0',
    '--reporter=tap-flat',
    file,
  ],
  says: new RegExp(`^not ok .*${name}`, 'm'),
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
    right: 'return isRunning && isDown && level.since === line.since && isCurrent(level, now);',
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
    right: 'const base = { base: revision, over: null, falls: falls.taken, events: events.taken };',
    wrong: 'const base = { base: revision, over: null, falls: falls.taken.slice(1), events: events.taken };',
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
  'a-bound-for-all-monitors-together': {
    file: 'functions/alerts/fall-statements.ts',
    right: `unseen_until, turn > \${FALLS_A_DAY}, \${now} FROM counted AS stated WHERE \${isAccepted} ORDER BY place`,
    wrong: `unseen_until, turn > \${FALLS_A_DAY}, \${now} FROM counted AS stated WHERE \${isAccepted}
      AND (SELECT COUNT(*) FROM alert_falls WHERE order_id = \${orderId}) < 2000 ORDER BY place`,
    ...by('forty monitors', 'R1.1 told'),
  },
  'a-name-is-cut-inside-an-emoji': {
    file: 'src/domain/text/cut-text.ts',
    right: '  let end = 0;',
    wrong: '  if (max < text.length) return text.slice(0, max);\n  let end = 0;',
    ...by('ends inside an emoji', 'R1.1 told'),
  },
  'a-refused-text-blocks-its-chat': {
    file: 'functions/vendors/telegram/chat-answers.ts',
    right: "meaning: { kind: 'message-refused', code: 'content' },",
    wrong: "meaning: { kind: 'recipient-waits', code: 'content', ms: 60_000 } as Meaning,",
    ...by('a chat refuses whatever names one monitor', 'R1.1 told'),
  },
  'a-fall-begins-at-its-oldest-row': {
    file: 'companion/alert-comparison.ts',
    right: "else if (each.outside === null && (known === undefined || known.state === 'outside'))",
    wrong:
      "else if (each.outside === null && (known === undefined || known.run !== null || known.state === 'outside'))",
    ...by('first failing check while the API is off', 'R2.2 since'),
  },
  'a-mail-that-came-back-undetermined-ends-its-reader': {
    file: 'functions/vendors/mail/mail-notices.ts',
    right: 'bounce?.type === PERMANENT',
    wrong: "bounce?.type !== 'Transient'",
    ...byTest('tests/worker/provider-notices.test.ts', 'an undetermined bounce does not'),
  },
  'long-messages-to-the-bot-are-refused': {
    file: 'functions/alerts/routes.ts',
    right: '    bodyBytesMax: 256 * 1024,\n',
    wrong: '',
    ...byTest('tests/worker/alerts-reports.test.ts', 'a stranger’s long message'),
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
  'what-was-called-off-comes-all-the-same': {
    file: 'companion/alert-maintenance.ts',
    right: '  if (!active) return [];\n',
    wrong: '',
    ...by('is called off before it begins', 'R2.1 nothing of what was called off'),
  },
  'only-a-planned-end-is-an-end': {
    file: 'companion/alert-maintenance.ts',
    right: "if (entry.said.includes('start') && !entry.said.includes('end')) {",
    wrong: "if (entry.said.includes('start') && !entry.said.includes('end') && (entry.until ?? at) <= at) {",
    ...by('is called off while it runs', 'R1.4 each window is told'),
  },
  'a-window-ends-when-somebody-looks': {
    file: 'companion/alert-maintenance.ts',
    right: 'const endedAt = Math.min(entry.until ?? at, at);',
    wrong: 'const endedAt = at;',
    ...by('a window ends while', 'R2.2 when it began or ended'),
  },
  'a-renewal-is-not-believed': {
    file: 'companion/domain-expiry.ts',
    right: "const expiry = answer.kind === 'expires' ? answer.at : entry.expiry;",
    wrong: "const expiry = entry.expiry ?? (answer.kind === 'expires' ? answer.at : null);",
    ...by('a domain is renewed', 'R1.5 each warning once'),
  },
  'a-lost-record-warns-of-domains-again': {
    file: 'companion/expiry-events.ts',
    right: "const letter = kind === 'certificate' ? 'c' : 'd';",
    wrong: "const letter = kind === 'certificate' ? 'c' : 'd' + now;",
    ...by('record of domains is lost', 'R1.5 each warning once'),
  },
  'a-domain-is-warned-of-once': {
    file: 'companion/domain-expiry.ts',
    right: 'told?.day === day && told.warning <= warning',
    wrong: 'told?.day === day',
    ...by('a domain is renewed', 'R1.4 each warning is told'),
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
    file: 'src/domain/alerts/lines.ts',
    right: "  lines.some(({ what }) => what !== 'test' && what !== 'seen');",
    wrong: "  lines.some(({ what }) => what !== 'seen');",
    ...by('fifty tests', 'R1.1 told'),
  },
  'a-report-is-taken-on-any-revision': {
    file: 'functions/alerts/report-store.ts',
    right: `    WHERE revision = \${base ?? over ?? 0}`,
    wrong: `    WHERE revision >= 0 * \${base ?? over ?? 0}`,
    ...by('turned back', 'R[12].'),
  },
  'a-whole-statement-is-counted-as-any-other': {
    file: 'functions/alerts/report-store.ts',
    right: `MAX(revision + 1, \${seconds})`,
    wrong: 'revision + 1',
    ...by('and then to a later moment', 'R1.6 newcomers'),
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
    right: '  if (before === null)\n    return {',
    wrong:
      '  if (before !== undefined) return { ...nothing, ready: head, isMore: true };\n  if (before === null)\n    return {',
    ...by('not verified while it returns', 'R2.1 what is down'),
  },
  'newcomers-hear-nothing': {
    file: 'src/domain/alerts/story.ts',
    right:
      '  const untold = open !== null && (open.since !== past.since || past.hasLeft || isPerhaps) ? open : null;',
    wrong:
      '  const untold = open !== null && open.seq > facts.readFall && open.since !== past.since ? open : null;',
    ...by('somebody comes while it is down', 'R1.6 newcomers'),
  },
  'who-is-no-member-any-more-is-told': {
    file: 'functions/alerts/member-store.ts',
    right: `    statement(db)\`DELETE FROM alert_recipients WHERE \${isGone}\`,\n`,
    wrong: '',
    ...by('a member comes while it is down', 'R1.3 nothing after leaving'),
  },
  'everybody-hears-of-every-monitor': {
    file: 'src/domain/alerts/preferences.ts',
    right: '  monitors === null || monitors.includes(key);',
    wrong: '  monitors === null || monitors.includes(key) || key !== "";',
    ...by('a recipient chooses monitors', 'R1.3 only chosen monitors'),
  },
  'what-is-looked-after-is-reminded-of': {
    file: 'src/domain/alerts/situation.ts',
    right: '      until === null && by !== null ?',
    wrong: '      until !== null && by !== null ?',
    ...by('somebody looks after each fall', 'R1.2 no reminder of what is looked after'),
  },
  'who-looks-after-it-is-told-so': {
    file: 'src/domain/alerts/story.ts',
    right: ' || open.seen.who === reader) return null;',
    wrong: ') return null;',
    ...by('somebody looks after each fall', 'R1.5 no word to who said it'),
  },
  'a-webhook-gets-the-newest-first': {
    file: 'functions/alerts/post-store.ts',
    right: 'ORDER BY p.sequence`',
    wrong: 'ORDER BY p.sequence DESC`',
    ...by('every channel has its own bad weather', 'R1 webhook: E0M1 out of order'),
  },
  'each-post-has-the-number-one': {
    file: 'functions/alerts/post-events.ts',
    right: '{ location: location ?? LOCATION_UNKNOWN, sequence }',
    wrong: '{ location: location ?? LOCATION_UNKNOWN, sequence: sequence ** 0 }',
    ...by('a webhook is dead for hours', 'R1 webhook: E0M1 out of order'),
  },
  'posts-to-a-webhook-are-work-as-any-other': {
    file: 'functions/alerts/names.ts',
    right: "export const POST_WORK = 'alert-post';",
    wrong: 'export const POST_WORK = ALERT_WORK;',
    ...byTest('tests/worker/alerts-webhooks.test.ts', 'a dead webhook takes one connection'),
  },
  'a-webhook-is-posted-everything-at-once': {
    file: 'functions/alerts/post-events.ts',
    right: 'if (!(await post(needs, recipient, next, hasFailed))) return undefined;',
    wrong:
      'if (!(await Promise.all(heads.map((head) => post(needs, recipient, head, hasFailed)))).every(Boolean)) return undefined;',
    ...byTest('tests/worker/alerts-webhooks.test.ts', 'a dead webhook takes one connection'),
  },
  'a-workspace-that-forbids-it-ends-its-channel': {
    file: 'functions/vendors/team-channels/channel-answers.ts',
    right: `const closed: Meaning = {
  kind: 'recipient-waits',`,
    wrong: `const closed: Meaning = {
  kind: 'recipient-ended',`,
    ...by('every channel has its own bad weather', 'R1.3 who is on is told: https://hooks.slack.com'),
  },
  'a-ban-of-our-address-ends-channels': {
    file: 'functions/vendors/team-channels/channel-answers.ts',
    right: `      }),
    ],
    meaning: stopped('banned', QUOTA_PAUSE_MS),`,
    wrong: `      }),
    ],
    meaning: { kind: 'recipient-ended', code: 'banned' },`,
    ...by('every channel has its own bad weather', 'R1.3 who is on is told: https://discord.com'),
  },
  'a-flow-that-is-off-ends-its-channel': {
    file: 'functions/vendors/team-channels/channel-answers.ts',
    right: `message: 'The request must be authenticated.' },
      }),
    ],
    meaning: {
      kind: 'recipient-waits',`,
    wrong: `message: 'The request must be authenticated.' },
      }),
    ],
    meaning: {
      kind: 'recipient-ended',`,
    ...by('every channel has its own bad weather', 'R1.3 who is on is told: https://prod-1'),
  },
  'a-plan-without-channels-tells-them-all-the-same': {
    file: 'functions/alerts/tell-recipient.ts',
    right: 'if (place?.plan != null && !needs.catalog.plan(place.plan).alerts.kinds.includes(kind)) {',
    wrong: 'if (place?.plan === undefined) {',
    ...by('no channels of a team', 'R1.3 only chosen monitors'),
  },
  'a-channel-that-is-gone-once-ends': {
    file: 'functions/alerts/settle-answer.ts',
    right: 'if (endsAfterWaits !== undefined && waits >= endsAfterWaits && isOld) {',
    wrong: 'if (endsAfterWaits !== undefined) {',
    ...by('stays gone ends', 'R1.3 who is on is told'),
  },
  'a-channel-that-stays-gone-is-asked-for-ever': {
    file: 'functions/alerts/settle-answer.ts',
    right: 'if (endsAfterWaits !== undefined && waits >= endsAfterWaits && isOld) {',
    wrong: 'if (endsAfterWaits !== undefined && waits < 0 && isOld) {',
    ...by('stays gone ends', 'R1.3 who is gone is off'),
  },
};
