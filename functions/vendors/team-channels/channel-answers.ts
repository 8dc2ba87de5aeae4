/**
 * What each answer of Slack, Discord and Teams (Workflows) to a message means.
 *
 * Words of Slack: api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks and
 * /messaging/webhooks#handling_errors. Of Discord: discord.com/developers/docs/topics/opcodes-and-status-codes, and
 * discord-api-docs #5810, #7137, #7146 for the ban of an address. Of Teams: learn.microsoft.com, "Azure Logic Apps errors".
 * Read on 2026-11-28. What ends a channel ends it only when it comes again: one answer may be a provider's bad minute.
 */
import * as z from 'zod';
import type { TeamKind } from '#domain/alerts/codes.ts';
import type { VendorAnswer } from '#functions/platform/vendor-http.ts';
import {
  type AnswerRow,
  HOUR_MS,
  type Meaning,
  QUOTA_PAUSE_MS,
  rowOf,
  type SampleAnswer,
  stopped,
  unlisted,
} from '#functions/vendors/delivery.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** When a provider does not say how long. */
const PAUSE_MS = 5_000;

const sample = (status: number, body: unknown): SampleAnswer => ({ status, body });

const content: Meaning = { kind: 'message-refused', code: 'content' };
const fails: Meaning = { kind: 'unclear', code: 'unreachable' };
/** A flow of Teams has a host of its customer's own: no answer there says nothing about other customers, and pages no operator. */
const silent: Readonly<Record<TeamKind, Meaning>> = {
  slack: fails,
  discord: fails,
  teams: { kind: 'unclear', code: 'unreachable', ms: MINUTE_MS },
};
const paused: Meaning = { kind: 'recipient-paused', code: 'channel-pause', ms: PAUSE_MS };
const failing = [408, 425, 500, 502, 503, 504] as const;

/** Asked again, until the same was answered so often over so long. */
const endsAfter = (times: number, overMs: number): Meaning => ({
  kind: 'recipient-waits',
  code: 'channel-missing',
  ms: overMs / (times - 1),
  endsAfterWaits: times - 1,
  endsAfterMs: overMs,
});

const closed: Meaning = {
  kind: 'recipient-waits',
  code: 'channel-closed',
  ms: 10 * MINUTE_MS,
  refusedAfterMs: DAY_MS,
  isToldToOthers: true,
};

const slack: readonly AnswerRow[] = [
  {
    name: 'the channel is archived',
    statuses: [410],
    samples: [sample(410, 'channel_is_archived')],
    meaning: { kind: 'recipient-ended', code: 'channel-missing' },
  },
  {
    name: 'the webhook or its channel is gone',
    statuses: [403, 404],
    says: /invalid_token|no_service|no_team|channel_not_found|user_not_found|no_active_hooks/,
    samples: [
      sample(403, 'invalid_token'),
      sample(404, 'no_service'),
      sample(404, 'no_service_id'),
      sample(404, 'no_team'),
      sample(404, 'channel_not_found'),
      sample(404, 'user_not_found'),
    ],
    meaning: endsAfter(3, HOUR_MS),
  },
  {
    name: 'the workspace forbids it',
    statuses: [403],
    says: /action_prohibited|posting_to_general_channel_denied|team_disabled/,
    samples: [
      sample(403, 'action_prohibited'),
      sample(403, 'posting_to_general_channel_denied'),
      sample(403, 'team_disabled'),
    ],
    meaning: closed,
  },
  {
    name: 'the message is refused',
    statuses: [400, 413],
    samples: [
      sample(400, 'invalid_payload'),
      sample(400, 'no_text'),
      sample(400, 'invalid_blocks'),
      sample(400, 'too_many_attachments'),
    ],
    meaning: content,
  },
  { name: 'too many messages', statuses: [429], samples: [sample(429, 'rate_limited')], meaning: paused },
  { name: 'Slack fails', statuses: failing, samples: [sample(500, 'rollup_error')], meaning: fails },
];

const discord: readonly AnswerRow[] = [
  {
    // Of the Workers' shared address, and not of this channel: all channels wait, and none ends.
    name: 'our address is banned',
    statuses: [429, 403],
    says: /error code: 1015|blocked from accessing our API/i,
    samples: [
      sample(429, 'error code: 1015'),
      sample(429, {
        message:
          'You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently.',
      }),
    ],
    meaning: stopped('banned', QUOTA_PAUSE_MS),
  },
  {
    name: 'too many messages',
    statuses: [429],
    says: /retry_after/,
    samples: [sample(429, { message: 'You are being rate limited.', retry_after: 2.5, global: false })],
    meaning: paused,
  },
  {
    name: 'a refusal in front of Discord',
    statuses: [429],
    samples: [sample(429, 'Too Many Requests')],
    meaning: stopped('banned', QUOTA_PAUSE_MS),
  },
  {
    name: 'the webhook is gone',
    statuses: [401, 404],
    errors: ['50027', '10015'],
    samples: [
      sample(404, { message: 'Unknown Webhook', code: 10015 }),
      sample(401, { message: 'Invalid Webhook Token', code: 50027 }),
    ],
    meaning: endsAfter(2, 10 * MINUTE_MS),
  },
  {
    // discord-api-docs #5018: a webhook of a forum, whose address names no topic.
    name: 'a forum takes no message outside of a topic',
    statuses: [400],
    errors: ['220001'],
    samples: [
      sample(400, {
        message: 'Webhooks posted to forum channels must have a thread_name or thread_id',
        code: 220001,
      }),
    ],
    meaning: { kind: 'message-refused', code: 'channel-forum' },
  },
  {
    name: 'the message is refused',
    statuses: [400, 413],
    samples: [
      sample(400, { message: 'Cannot send an empty message', code: 50006 }),
      sample(400, { message: 'Invalid Form Body', code: 50035 }),
    ],
    meaning: content,
  },
  {
    name: 'the server forbids it',
    statuses: [403],
    samples: [sample(403, { message: 'Missing Permissions', code: 50013 })],
    meaning: closed,
  },
  { name: 'Discord fails', statuses: failing, samples: [sample(502, 'Bad Gateway')], meaning: fails },
];

const teams: readonly AnswerRow[] = [
  {
    name: 'the flow is off, gone, or its address changed',
    statuses: [400, 401, 403, 404],
    says: /WorkflowTriggerIsNotEnabled|WorkflowNotFound|DirectApiAuthorizationRequired|AuthorizationFailed|InvalidSignature|MissingSig/i,
    samples: [
      sample(400, { error: { code: 'WorkflowTriggerIsNotEnabled', message: 'Could not execute workflow.' } }),
      sample(404, { error: { code: 'WorkflowNotFound', message: 'The workflow could not be found.' } }),
      sample(401, {
        error: { code: 'DirectApiAuthorizationRequired', message: 'The request must be authenticated.' },
      }),
    ],
    meaning: {
      kind: 'recipient-waits',
      code: 'channel-off',
      ms: 30 * MINUTE_MS,
      endsAfterWaits: 1,
      endsAfterMs: DAY_MS,
      isToldToOthers: true,
    },
  },
  {
    name: 'the address does not let us in',
    statuses: [401, 403],
    samples: [sample(403, ''), sample(401, '')],
    meaning: {
      kind: 'recipient-waits',
      code: 'channel-off',
      ms: 30 * MINUTE_MS,
      endsAfterWaits: 1,
      endsAfterMs: DAY_MS,
      isToldToOthers: true,
    },
  },
  {
    name: 'the message is refused',
    statuses: [400, 413],
    says: /InvalidTemplate|TriggerInputSchemaMismatch|PayloadTooLarge|RequestEntityTooLarge/i,
    samples: [
      sample(400, { error: { code: 'InvalidTemplate', message: 'Unable to process template.' } }),
      sample(400, { error: { code: 'TriggerInputSchemaMismatch', message: 'Input did not match.' } }),
    ],
    meaning: content,
  },
  { name: 'too many messages', statuses: [429], samples: [sample(429, '')], meaning: paused },
  {
    name: 'the flow cannot be started now',
    statuses: failing,
    samples: [sample(502, ''), sample(500, '')],
    meaning: { kind: 'recipient-waits', code: 'unreachable', ms: MINUTE_MS, refusedAfterMs: DAY_MS },
  },
];

/** In this order: the first row that fits decides. */
export const channelAnswers: Readonly<Record<TeamKind, readonly AnswerRow[]>> = { slack, discord, teams };

const DiscordRefusal = z.object({
  code: z.int().optional(),
  /** Seconds, in parts of one. */
  retry_after: z.number().nonnegative().optional(),
  global: z.boolean().optional(),
});

/** What an answer means. A refusal's body is text. */
export function meaningOfChannel(kind: TeamKind, answer: VendorAnswer): Meaning {
  if (answer.outcome === 'ok') return { kind: 'sent' };
  const { status } = answer;
  // A redirect is no answer of theirs.
  if (status === null || (status < 400 && answer.outcome !== 'refused')) return silent[kind];
  const text = answer.outcome === 'refused' && typeof answer.body === 'string' ? answer.body : '';
  const { code, retry_after: seconds, global: isOfAll } = DiscordRefusal.safeParse(jsonOf(text)).data ?? {};
  const meaning =
    rowOf(channelAnswers[kind], { status, error: String(code ?? ''), text })?.meaning ?? unlisted(status);
  if (meaning.kind !== 'recipient-paused') return meaning;
  const asked = seconds ?? ('retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined);
  const ms = asked === undefined ? PAUSE_MS : Math.min(Math.ceil(asked * 1000), DAY_MS);
  return isOfAll === true
    ? { kind: 'provider-waits', code: 'rate', ms: Math.min(ms, QUOTA_PAUSE_MS), pageAfterMs: 5 * MINUTE_MS }
    : { ...meaning, ms };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
