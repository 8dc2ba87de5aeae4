/** What a team's channel takes, whatever a monitor is called and whatever text its owner wrote. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { complaintOf } from '#dev/stand-ins/channels/check-body.ts';
import type { ChannelMessage } from '#domain/alerts/formats/channel-message.ts';
import { discordBody } from '#domain/alerts/formats/discord.ts';
import { slackBody } from '#domain/alerts/formats/slack.ts';
import { teamsBody } from '#domain/alerts/formats/teams.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { NOW, sampleAlerts, withAround } from '#tests/support/sample-alerts.ts';

const SEEN = 'https://vigia.example/avisos/vendo#x';

/** Many falls of monitors with this name, in an own text or ours. */
function falls(count: number, name: string, text?: string): ChannelMessage {
  const given = sampleAlerts['falls-many'] ?? expect.unreachable();
  const lines = given.lines
    .slice(0, count)
    .map((line) => ('monitor' in line ? { ...line, monitor: { ...line.monitor, name } } : line));
  const message = withAround({ ...given, lines, ...(text === undefined ? {} : { text }) });
  return {
    written: writeAlert(message, 'America/Sao_Paulo', NOW),
    ...{ panel: 'https://padaria.vigia.example', siteUrl: 'https://vigia.example', seenUrl: SEEN },
  };
}

const bytesOf = (body: object): number => new TextEncoder().encode(JSON.stringify(body)).length;

function expectTaken(message: ChannelMessage): void {
  const [slack, discord, teams] = [slackBody(message), discordBody(message), teamsBody(message)];
  expect(slack.attachments[0]?.text.length).toBeLessThanOrEqual(3000);
  expect(discord.embeds[0]?.title.length).toBeLessThanOrEqual(256);
  expect(discord.embeds[0]?.description.length).toBeLessThanOrEqual(4096);
  expect(bytesOf(teams)).toBeLessThanOrEqual(28 * 1024);
  for (const [provider, body] of [
    ['slack', slack],
    ['discord', discord],
    ['teams', teams],
  ] as const) {
    expect(complaintOf(provider, body)).toBeNull();
    expect(JSON.stringify(body)).toContain(SEEN);
  }
}

describe('a body is one that its provider takes', () => {
  test.each([
    ['an own text of many short lines', 'Loja', 'a\n'.repeat(249)],
    ['an own text of two lines', 'Loja', '{{name}}\nx'],
    ['names full of markup', '\\"<&>*_`[]'.repeat(14), '{{name}}'.repeat(60)],
    ['names in emoji', '😀'.repeat(75), undefined],
  ])('%s', (_, name, text) => {
    expectTaken(falls(200, name, text));
    expectTaken(falls(1, name, text));
  });

  test('whatever is written', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), texts, fc.option(texts, { nil: undefined }), (...given) =>
        expectTaken(falls(...given)),
      ),
      { numRuns: 40 },
    );
  });
});

test('a name makes no mention, no link and no markup', () => {
  const message = falls(1, '@everyone <!channel> **b** [x](https://mau.example) <https://mau.example|aqui>');
  const [slack, discord] = [slackBody(message), discordBody(message)];
  expect(slack).toMatchObject({ mrkdwn: false });
  const inSlack = `${slack.text} ${slack.attachments[0]?.text}`;
  expect(inSlack).toContain('&lt;!channel&gt;');
  expect(inSlack).not.toMatch(/<(?!https:\/\/(?:padaria\.)?vigia\.example)/);
  const [embed] = discord.embeds;
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  for (const text of [embed?.title, embed?.description]) {
    expect(text).toContain('\\*\\*b\\*\\*');
    expect(text).toContain('\\[x\\](');
  }
});
