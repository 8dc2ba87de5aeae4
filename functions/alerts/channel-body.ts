/** A message in the form of a team's channel. */
import type { TeamKind } from '#domain/alerts/codes.ts';
import type { ChannelMessage } from '#domain/alerts/formats/channel-message.ts';
import { discordBody } from '#domain/alerts/formats/discord.ts';
import { slackBody } from '#domain/alerts/formats/slack.ts';
import { teamsBody } from '#domain/alerts/formats/teams.ts';

const bodies: Readonly<Record<TeamKind, (message: ChannelMessage) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
};

/** The same bytes whenever it is made: all that may change was decided when the message was written. */
export const bodyOf = (kind: TeamKind, message: ChannelMessage): object => bodies[kind](message);
