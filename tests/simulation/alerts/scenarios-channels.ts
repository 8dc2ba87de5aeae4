/** Sequences with a name about the team's channels and the webhook, each with its own bad weather. */
import { type TeamKind, teamKinds } from '#domain/alerts/codes.ts';
import { channelWeather, goneAnswers } from './channels.ts';
import { everything, type Scenario } from './script.ts';

export const scenariosOfChannels: Readonly<Record<string, Scenario>> = {
  'every channel has its own bad weather, and knows everything afterwards': {
    async play({ site, minutes, people, world, weather, known }) {
      for (const kind of teamKinds) await people.addAs(0, kind, everything);
      await people.addHook(0);
      await minutes(5);
      const passing = (kind: TeamKind) => channelWeather[kind].filter(({ expects }) => expects !== 'ended');
      const rounds = Math.max(...teamKinds.map((kind) => passing(kind).length));
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of teamKinds) {
          const answers = passing(kind);
          const answer = answers[round % answers.length];
          const to = people.listeners.find((each) => each.kind === kind)?.address ?? '';
          if (answer !== undefined) world.channels.providers[kind].answer(answer, to);
        }
        weather({ hook: 0.6 });
        site('E0M1');
        await minutes(12);
        site('E0M1', 'up');
        await known();
      }
    },
  },
  'the plan has no channels of a team for a while': {
    async play({ site, minutes, people, world, known }) {
      for (const kind of teamKinds) await people.addAs(0, kind, everything);
      await people.addHook(0);
      site('E0M1');
      await known();
      await world.setPlan(0, 'free');
      await minutes(2);
      site('E0M1', 'up');
      site('E0M2');
      await known();
      await world.setPlan(0, 'essential');
      await known();
      await world.setPlan(0, 'pro');
      site('E0M2', 'up');
      site('E0M3');
      await known();
    },
  },
  'a channel that is gone for five minutes goes on, and one that stays gone ends': {
    async play({ site, minutes, people, world, known }) {
      for (const kind of teamKinds)
        for (const _ of ['goes on', 'ends']) await people.addAs(0, kind, everything);
      const { providers } = world.channels;
      const addressesOf = (kind: TeamKind) =>
        people.listeners.flatMap((each) => (each.kind === kind ? [each.address] : []));
      const answerGone = (from: number) => {
        for (const kind of teamKinds)
          for (const to of addressesOf(kind).slice(from)) providers[kind].answer(goneAnswers[kind], to);
      };
      answerGone(0);
      site('E0M1');
      await minutes(7);
      for (const kind of teamKinds) providers[kind].calm();
      answerGone(1);
      await minutes(80);
      // A flow of Teams may be off for a day.
      for (const kind of ['slack', 'discord'] as const)
        for (const to of addressesOf(kind).slice(1)) providers[kind].ended.set(to, world.now());
      await known();
    },
  },
  'a webhook is dead for hours, and learns the newest state': {
    async play({ site, minutes, people, weather, known }) {
      await people.addHook(0);
      weather({ hook: 1 });
      for (let change = 0; change < 3; change += 1) {
        site('E0M1');
        await minutes(10);
        site('E0M1', 'up');
        await minutes(10);
      }
      site('E0M1');
      await minutes(10);
      // Its own schedule asks it again two hours after the first try, or something new does.
      await known(130);
    },
  },
};
