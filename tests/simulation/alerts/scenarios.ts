/**
 * Short sequences with a name: each is a way in which an alert was, or may be, lost, late, false or double. They are played
 * before anything is drawn, and the mutants (mutants.ts) are found by them.
 *
 * One environment: `E0M1` is checked each minute with one retry, `E0M2` each minute without, `E0M3` each ten minutes, and
 * `E0M4` waits for a sign each fifteen minutes. Its owner is told everything, and reminded each hour; a chat is told falls
 * at night; a colleague is told everything.
 */
import { closeWindows } from './acts.ts';
import { planWindow, switchGroup, warnOfCertificate } from './acts-ahead.ts';
import {
  acceptInvitation,
  chooseMonitors,
  leaveOrJoin,
  lowerOrRaise,
  pauseOrResume,
  sayByButton,
  sayByLink,
  sayOnPage,
} from './acts-people.ts';
import { copyVolume, putCopyBack } from './copies.ts';
import { answerNamed } from './provider-answers.ts';
import { scenariosAhead } from './scenarios-ahead.ts';
import { scenariosOfChannels } from './scenarios-channels.ts';
import { EVENING, everything, HOUR, MINUTE, nightly, type Scenario, START, wordsFor } from './script.ts';
import { onStage, type Rehearsed } from './stage.ts';

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...scenariosAhead,
  ...scenariosOfChannels,
  'a fall and its return, in calm': {
    play: ({ site, minutes, inCalm, known }) =>
      inCalm(async () => {
        for (const name of ['E0M1', 'E0M2', 'E0M3']) {
          site(name);
          await minutes(30);
          site(name, 'up');
          await minutes(15);
        }
        await known(1);
      }),
  },
  'reminders are as often as chosen, and end with the fall': {
    async play({ site, minutes, known }) {
      site('E0M1');
      await minutes(4 * 60 + 10);
      site('E0M1', 'up');
      await minutes(3 * 60);
      await known();
    },
  },
  'paused while down, back up after the pause': {
    async play({ site, minutes, switchTo, known }) {
      site('E0M1');
      await minutes(10);
      switchTo('E0M1', false);
      await minutes(10);
      await known();
      site('E0M1', 'up');
      switchTo('E0M1', true);
      await known(90);
    },
  },
  'paused while down, still down after the pause': {
    async play({ site, minutes, switchTo, known }) {
      site('E0M1');
      await minutes(10);
      switchTo('E0M1', false);
      await minutes(200);
      switchTo('E0M1', true);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'paused while down, still down, and the record is lost then': {
    async play({ site, minutes, switchTo, environment, known }) {
      for (const pauseMinutes of [2, 10]) {
        site('E0M1');
        await minutes(20);
        switchTo('E0M1', false);
        await minutes(pauseMinutes);
        switchTo('E0M1', true);
        await minutes(0.1);
        environment().stopCompanion();
        environment().loseRecord();
        environment().startCompanion();
        await minutes(1);
        await environment().setUp();
        await known();
        site('E0M1', 'up');
        await known();
      }
    },
  },
  'a member comes while it is down, has no seat for a while, and leaves': {
    async play({ site, minutes, world, people, known }) {
      site('E0M1');
      await minutes(10);
      await acceptInvitation(world, people, 0, everything);
      const member = people.listeners.find(({ memberId }) => memberId !== undefined);
      if (member === undefined) throw new Error('no member');
      await known();
      await pauseOrResume(world, member);
      await minutes(30);
      site('E0M1', 'up');
      site('E0M2');
      await minutes(30);
      await pauseOrResume(world, member);
      await known();
      await leaveOrJoin(world, member);
      site('E0M2', 'up');
      site('E0M1');
      await known();
      await leaveOrJoin(world, member);
      await known();
    },
  },
  'a recipient chooses monitors, and the plan has no choice for a while': {
    async play({ site, world, people, known }) {
      const chooser = people.listeners.at(-1);
      if (chooser === undefined) throw new Error('no such recipient');
      await chooseMonitors(world, people, chooser, ['E0M2']);
      site('E0M1');
      await known();
      await lowerOrRaise(world, 0);
      await known();
      await lowerOrRaise(world, 0);
      site('E0M1', 'up');
      site('E0M2');
      await known();
      await chooseMonitors(world, people, chooser, null);
      site('E0M3');
      await known();
    },
  },
  'somebody looks after each fall, by mail, in a chat, and on a page': {
    async play({ site, minutes, world, people, known }) {
      const [owner, chat, colleague] = people.listeners;
      if (owner === undefined || chat === undefined || colleague === undefined)
        throw new Error('no such recipient');
      site('E0M1');
      await minutes(10);
      await sayByLink(world, people, colleague);
      await minutes(130);
      site('E0M2');
      await minutes(10);
      await sayByButton(world, people, chat);
      await known(70);
      site('E0M1', 'up');
      site('E0M2', 'up');
      await known();
      site('E0M2');
      await minutes(10);
      await sayOnPage(world, people, owner);
      await known(130);
      site('E0M2', 'up');
      await known();
    },
  },
  'paused by our limits while down': {
    async play({ site, minutes, switchTo, known }) {
      site('E0M1');
      await minutes(10);
      switchTo('E0M1', false, 'limit');
      await known(90);
      site('E0M1', 'up');
      switchTo('E0M1', true, 'limit');
      await known();
    },
  },
  'the channel is taken off and put back while down': {
    async play({ site, minutes, channel, known }) {
      site('E0M1');
      await minutes(10);
      channel('E0M1', false);
      await minutes(10);
      channel('E0M1', true);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'the channel is put on a monitor that is down': {
    async play({ site, minutes, channel, known }) {
      channel('E0M1', false);
      await minutes(5);
      site('E0M1');
      await minutes(100);
      channel('E0M1', true);
      await known();
    },
  },
  'the channel is deleted and offered again while down': {
    async play({ site, minutes, environment, known }) {
      site('E0M1');
      await minutes(10);
      environment().instance().raw.exec('DELETE FROM notification');
      environment().follow('channel');
      environment().look(environment().instance().all().length);
      await minutes(20);
      site('E0M2');
      await minutes(10);
      await environment().setUp({ restore: true });
      await known();
      site('E0M1', 'up');
      site('E0M2', 'up');
      await known();
    },
  },
  'history is cleared while down': {
    async play({ site, minutes, environment, idOf, world, known }) {
      site('E0M1');
      await minutes(10);
      environment().instance().clearHistory(idOf('E0M1'));
      world.sites.note('E0M1', { what: 'forgotten', at: world.now() });
      await minutes(90);
      site('E0M1', 'up');
      await minutes(3 * 60);
      await known();
    },
  },
  'events are cleared while the API is off': {
    async play({ site, minutes, weather, environment, idOf, known }) {
      weather({ api: 1 });
      site('E0M1');
      await minutes(10);
      environment().instance().clearEvents(idOf('E0M1'));
      await minutes(2);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'a copy from before the fall is put back, instance first': {
    async play({ site, minutes, environment, world, known }) {
      const copy = copyVolume(environment(), world.now());
      await minutes(20);
      site('E0M1');
      await minutes(20);
      await putCopyBack(world, environment(), copy, { isCompanionFirst: false });
      site('E0M1', 'up');
      await known(4 * 60);
    },
  },
  'a copy from within a fall is put back, companion first': {
    async play({ site, minutes, environment, world, known }) {
      site('E0M1');
      await minutes(20);
      const copy = copyVolume(environment(), world.now());
      await minutes(10);
      site('E0M1', 'up');
      await minutes(60);
      await putCopyBack(world, environment(), copy, { isCompanionFirst: true, waits: 40 });
      await known(4 * 60);
    },
  },
  'a fall right after a copy was put back by hand': {
    async play({ site, minutes, environment, world, known }) {
      const copy = copyVolume(environment(), world.now());
      await minutes(5);
      for (const state of ['refuses', 'up', 'refuses', 'up'] as const) {
        site('E0M2', state);
        await minutes(5);
      }
      await putCopyBack(world, environment(), copy, { isCompanionFirst: true, byHand: true });
      await minutes(3);
      site('E0M2');
      await minutes(10);
      site('E0M2', 'up');
      await known();
    },
  },
  "the functions' database is turned back over a return": {
    async play({ site, minutes, world, known }) {
      site('E0M1');
      site('E0M3');
      await minutes(30);
      const turnBack = world.copyFunctions();
      await minutes(5);
      site('E0M1', 'up');
      await minutes(20);
      turnBack();
      await known(7 + 5);
      await minutes(3 * 60);
      await known();
    },
  },
  "the functions' database is turned back over a fall": {
    async play({ site, minutes, world, known }) {
      const turnBack = world.copyFunctions();
      site('E0M1');
      await minutes(20);
      turnBack();
      await known(12);
      site('E0M1', 'up');
      await known();
    },
  },
  "the functions' database is turned back by forty minutes, and nobody was silent": {
    async play({ minutes, world, known }) {
      const turnBack = world.copyFunctions();
      await minutes(40);
      turnBack();
      await known();
    },
  },
  "the functions' database is turned back twice to one moment": {
    async play({ site, minutes, world, people, known }) {
      const turnBack = world.copyFunctions();
      site('E0M1');
      site('E0M2');
      await minutes(20);
      turnBack();
      await minutes(5);
      site('E0M2', 'up');
      await minutes(3);
      turnBack();
      await people.addAs(0, 'email', everything);
      await known(12);
      site('E0M1', 'up');
      await known();
    },
  },
  "the functions' database is turned back, and then to a later moment": {
    async play({ site, minutes, world, people, known }) {
      site('E0M1');
      await minutes(10);
      const turnToFall = world.copyFunctions();
      site('E0M1', 'up');
      await minutes(10);
      const turnToReturn = world.copyFunctions();
      site('E0M1');
      await minutes(10);
      turnToFall();
      await minutes(8);
      turnToReturn();
      await people.addAs(0, 'email', everything);
      await known(12);
      site('E0M1', 'up');
      await known();
    },
  },
  'a fall and its return while the API is off': {
    async play({ site, minutes, weather, known }) {
      weather({ api: 1 });
      site('E0M1');
      await minutes(10);
      site('E0M1', 'up');
      await minutes(10);
      site('E0M1');
      await minutes(10);
      site('E0M1', 'up');
      await minutes(5);
      await known();
    },
  },
  'reports arrive after their successors': {
    async play({ site, minutes, weather, known }) {
      weather({ late: 0.7 });
      for (let change = 0; change < 8; change += 1) {
        site('E0M2', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(11);
      }
      await known(80);
    },
  },
  'answers to reports are lost': {
    async play({ site, minutes, weather, known }) {
      weather({ api: 0.6 });
      for (let change = 0; change < 7; change += 1) {
        site('E0M2', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(12);
      }
      await known(80);
    },
  },
  'two companions, the later on a copied volume': {
    async play({ site, minutes, environment, known }) {
      site('E0M1');
      await minutes(10);
      environment().startSecond(true);
      await minutes(3);
      site('E0M1', 'up');
      site('E0M2');
      await minutes(10);
      environment().endFirst();
      await environment().setUp();
      await known();
      site('E0M2', 'up');
      await known();
    },
  },
  'the record is lost while down': {
    async play({ site, minutes, environment, known }) {
      site('E0M1');
      site('E0M2');
      await minutes(20);
      environment().stopCompanion();
      environment().loseRecord();
      site('E0M2', 'up');
      environment().startCompanion();
      await minutes(5);
      await environment().setUp();
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'mail and chats are off for forty minutes': {
    async play({ site, minutes, weather, known }) {
      weather({ mail: 1, telegram: 1 });
      site('E0M1');
      await minutes(21);
      site('E0M1', 'up');
      await minutes(20);
      await known();
    },
  },
  'answers of mail and chats are lost while it returns': {
    async play({ site, minutes, weather, known }) {
      weather({ mail: 0.7, telegram: 0.7 });
      for (let change = 0; change < 6; change += 1) {
        site('E0M1', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(14);
      }
      await known(80);
    },
  },
  'a night with quiet hours': {
    startAt: EVENING,
    async play({ site, minutes, known }) {
      await minutes(3 * 60 - 20);
      site('E0M1');
      await minutes(20);
      site('E0M1', 'up');
      await minutes(5 * 60);
      site('E0M2');
      await minutes(8 * 60);
      await known();
      site('E0M2', 'up');
      await known();
    },
  },
  'a return waits for the morning': {
    startAt: EVENING,
    async play({ site, minutes, known }) {
      await minutes(3 * 60);
      site('E0M1');
      await minutes(5);
      site('E0M1', 'up');
      await minutes(8 * 60);
      await known();
    },
  },
  'a return waits for the morning, and its monitor is deleted': {
    startAt: EVENING,
    async play({ site, minutes, environment, idOf, known }) {
      site('E0M1');
      await minutes(3 * 60);
      site('E0M1', 'up');
      await minutes(3 * 60);
      environment().instance().delete(idOf('E0M1'));
      environment().follow('deleted');
      await minutes(5 * 60);
      await known();
    },
  },
  'somebody comes while it is down': {
    async play({ site, minutes, people, known }) {
      site('E0M1');
      await minutes(60);
      await people.addAs(0, 'email', everything);
      await people.addAs(0, 'telegram', everything);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'the account changes its address while it is down': {
    async play({ site, minutes, people, known }) {
      site('E0M1');
      await minutes(10);
      await people.changeOwnerAddress(0);
      await minutes(10);
      site('E0M1', 'up');
      await known();
    },
  },
  'the account changes its address after it said to look after a fall': {
    async play({ site, minutes, world, people, known }) {
      const [owner] = people.listeners;
      if (owner === undefined) throw new Error('no such recipient');
      site('E0M1');
      await minutes(10);
      await sayOnPage(world, people, owner);
      await known();
      await people.changeOwnerAddress(0);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'somebody leaves': {
    async play({ site, minutes, people, known }) {
      await people.leaveOrReturn(people.listeners.at(-1));
      await minutes(5);
      site('E0M1');
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'a monitor is made without the channel, in a group that has it': {
    async play({ minutes, environment, world, known }) {
      const instance = environment().instance();
      const { raw } = instance;
      raw.exec(`INSERT INTO monitor (name, type, active, interval) VALUES ('Todos', 'group', 1, 60)`);
      raw.exec(
        'INSERT INTO monitor_notification (monitor_id, notification_id) SELECT MAX(m.id), MAX(n.id) FROM monitor m, notification n',
      );
      const rhythm = { interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 };
      const name = instance.add(rhythm, { isBare: true });
      raw
        .prepare(`UPDATE monitor SET parent = (SELECT id FROM monitor WHERE type = 'group') WHERE name = ?`)
        .run(name);
      // It is watched from now on, whoever has to see to it.
      world.sites.note(name, { what: 'enters', at: world.now() });
      await minutes(5);
      instance.site.set(name, 'refuses');
      await known();
    },
  },
  'fifty tests, and then two falls': {
    async play({ site, minutes, environment, world, known }) {
      await world.setPlan(0, 'free');
      for (let test = 0; test < 55; test += 1) {
        await environment().test();
        await minutes(1.1);
      }
      for (const state of ['refuses', 'up', 'refuses'] as const) {
        site('E0M1', state);
        await known(20);
      }
    },
  },
  'an unstable monitor stays down': {
    async play({ site, minutes, known }) {
      for (let change = 0; change < 9; change += 1) {
        site('E0M2', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(3);
      }
      await minutes(30);
      await known(40);
      site('E0M2', 'up');
      await known(140);
    },
  },
  'an unstable monitor ends up, and falls a day later': {
    async play({ site, minutes, known }) {
      for (let change = 0; change < 10; change += 1) {
        site('E0M2', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(2);
      }
      await known(140);
      site('E0M2');
      await known();
      site('E0M2', 'up');
      await known();
    },
  },
  'a monitor that falls all day folds, and another one falls': {
    async play({ site, minutes, known }) {
      for (let change = 0; change < 150; change += 1) {
        site('E0M2', change % 2 === 0 ? 'refuses' : 'up');
        await minutes(1.1);
      }
      site('E0M2', 'up');
      site('E0M1');
      await known(140);
    },
  },
  'forty monitors change five thousand times in a day, and a quiet one falls': {
    async play({ site, minutes, environment, idOf, known }) {
      const rhythm = { interval: 60, retryInterval: 60, maxretries: 0, timeout: 10 };
      // Eight at a time, each checked some seconds after the others: a message names twenty.
      const groups: string[][] = [];
      for (let group = 0; group < 5; group += 1) {
        groups.push(Array.from({ length: 8 }, () => environment().instance().add(rhythm)));
        await minutes(0.2);
      }
      await environment().setUp();
      await minutes(5);
      for (let change = 0; change < 2 * 71; change += 1)
        for (const [place, group] of groups.entries()) {
          // They end one group after the other.
          if (change < 2 * (59 + 3 * place))
            for (const name of group) site(name, change % 2 === 0 ? 'refuses' : 'up');
          await minutes(0.2);
        }
      site('E0M1');
      await known(140);
      for (const name of groups.flat()) environment().instance().delete(idOf(name));
      environment().follow('deleted');
      await known();
    },
  },
  'a long name that ends inside an emoji': {
    async play({ site, minutes, environment, known }) {
      const rhythm = { interval: 60, retryInterval: 60, maxretries: 0, timeout: 10 };
      const name = environment()
        .instance()
        .add(rhythm, { more: `-${'🚚'.repeat(100)}` });
      await environment().setUp();
      await minutes(5);
      site(name);
      await minutes(5);
      site('E0M1');
      await known();
      site(name, 'up');
      await known();
    },
  },
  'maintenance over a fall': {
    async play({ site, minutes, environment, idOf, world, known }) {
      for (const returns of [false, true]) {
        site('E0M1');
        await minutes(15);
        environment()
          .instance()
          .openWindow([idOf('E0M1')]);
        world.sites.note('E0M1', { what: 'window', at: world.now(), isOpen: true });
        await minutes(100);
        if (returns) site('E0M1', 'up');
        closeWindows(world);
        await known();
        site('E0M1', 'up');
        await known();
      }
    },
  },
  'a group is paused while one of its monitors is down': {
    async play({ site, minutes, world, environment, known }) {
      switchGroup(world, environment());
      site('E0M3');
      await minutes(25);
      switchGroup(world, environment());
      await known();
      switchGroup(world, environment());
      await known();
      site('E0M3', 'up');
      await known();
    },
  },
  'a certificate comes near to its end, and a copy is put back': {
    async play({ minutes, world, environment, idOf, known }) {
      const monitor = { id: idOf('E0M1'), name: 'E0M1' };
      await minutes(30);
      warnOfCertificate(world, environment(), monitor);
      await minutes(30);
      const copy = copyVolume(environment(), world.now());
      warnOfCertificate(world, environment(), monitor);
      await minutes(60);
      await putCopyBack(world, environment(), copy, { isCompanionFirst: false });
      await minutes(30);
      await known();
    },
  },
  'a word that a window begins soon waits at its provider until it began': {
    async play({ minutes, world, environment, idOf, weather, known }) {
      const monitor = { id: idOf('E0M1'), name: 'E0M1' };
      planWindow(world, environment(), monitor, world.now() + 16 * MINUTE * 1000);
      await minutes(6);
      planWindow(world, environment(), monitor, world.now() + 20 * MINUTE * 1000);
      weather({ mail: 1, telegram: 1 });
      await minutes(25);
      await known();
    },
  },
  'retries are raised while down': {
    async play({ site, minutes, environment, idOf, known }) {
      site('E0M2');
      await minutes(10);
      environment().instance().edit(idOf('E0M2'), { maxretries: 30 });
      await minutes(10);
      environment().instance().edit(idOf('E0M2'), { maxretries: 60 });
      await minutes(10);
      site('E0M2', 'up');
      await known();
    },
  },
  'a monitor is made again under an old id': {
    async play({ site, minutes, environment, idOf, known, world }) {
      site('E0M1');
      await minutes(10);
      const id = idOf('E0M1');
      environment().instance().delete(id);
      environment().follow('deleted');
      await minutes(0.1);
      const rhythm = { interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 };
      const name = environment().instance().add(rhythm, { id });
      environment().follow('detached');
      await known();
      world.environments[0]?.instance().site.set(name, 'refuses');
      await known();
    },
  },
  'a job gives no sign': {
    async play({ site, minutes, known }) {
      await minutes(40);
      site('E0M4');
      await known(70);
      site('E0M4', 'up');
      await known();
    },
  },
  'a job is silent after its monitor was edited': {
    async play({ site, minutes, environment, idOf, known }) {
      await minutes(40);
      site('E0M4');
      await minutes(10);
      environment().instance().edit(idOf('E0M4'), { maxretries: 0 });
      await known(70);
    },
  },
  'stopped over a fall, and woken': {
    async play({ site, minutes, environment, world, known }) {
      site('E0M1');
      await minutes(20);
      world.setState(0, 'suspended');
      environment().stopCompanion();
      environment().stopInstance();
      await minutes(4 * 60);
      site('E0M1', 'up');
      world.setState(0, 'active');
      environment().startCompanion();
      await minutes(0.3);
      environment().startInstance();
      await environment().setUp();
      await known();
    },
  },
  'the instance hangs, and its companion lives': {
    async play({ site, minutes, environment, known }) {
      site('E0M1');
      await minutes(20);
      environment().instance().hang(true);
      await minutes(4 * 60);
      site('E0M1', 'up');
      environment().instance().hang(false);
      await known();
    },
  },
  'the companion is away while it falls and returns': {
    async play({ site, minutes, environment, known }) {
      environment().stopCompanion();
      site('E0M1');
      await minutes(10);
      site('E0M1', 'up');
      await minutes(30);
      site('E0M2');
      await minutes(30);
      environment().startCompanion();
      await known();
    },
  },
  'the daily clean-up takes the first failing check': {
    async play({ site, minutes, environment, known, people }) {
      site('E0M3');
      await minutes(26 * 60);
      environment().instance().cleanUp();
      environment().stopCompanion();
      environment().startCompanion();
      await people.addAs(0, 'telegram', everything);
      await known();
    },
  },
  'the daily clean-up takes the first failing check while the API is off': {
    async play({ site, minutes, environment, weather, known }) {
      weather({ api: 1 });
      site('E0M3');
      await minutes(26 * 60);
      environment().instance().cleanUp();
      environment().stopCompanion();
      environment().startCompanion();
      await known();
    },
  },
  'the sender’s domain is not verified for five minutes': {
    async play({ site, minutes, people, known }) {
      people.answerAs('dominio');
      site('E0M1');
      await minutes(8);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'the sender’s domain is not verified while it returns': {
    async play({ site, minutes, people, known }) {
      people.answerAs('dominio');
      site('E0M1');
      await minutes(21);
      site('E0M1', 'up');
      await minutes(10);
      await known();
    },
  },
  'a refusal that nobody has seen before': {
    async play({ site, minutes, people, known }) {
      people.answerAs('desconhecida');
      site('E0M1');
      await minutes(8);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
  'a chat refuses whatever names one monitor': {
    async play({ site, minutes, world, known }) {
      const answer = answerNamed('chat', 'codificacao');
      if (answer !== null) world.telegram.refuseNaming('E0M1', answer);
      site('E0M1');
      await minutes(10);
      site('E0M2');
      await minutes(50);
      world.sites.checkpoints.push({ at: world.now(), isLast: false });
      site('E0M1', 'up');
      site('E0M2', 'up');
      await known();
    },
  },
  'a chat refuses one text for ever': {
    async play({ site, minutes, people, known }) {
      people.answerAs('codificacao');
      site('E0M1');
      await minutes(8);
      await known();
      site('E0M1', 'up');
      await known();
    },
  },
};

/** Plays one of them. */
export function playScenario(name: string): Promise<Rehearsed> {
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`no scenario "${name}"`);
  return onStage({ seed: 1, startAt: scenario.startAt ?? START, plans: ['pro'] }, async (stage) => {
    const { world, people } = stage;
    const [environment] = world.environments;
    const instance = environment?.instance();
    instance?.add({ interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 });
    instance?.add({ interval: 60, retryInterval: 60, maxretries: 0, timeout: 10 });
    instance?.add({ interval: 600, retryInterval: 60, maxretries: 1, timeout: 48 });
    instance?.add({ interval: 900, retryInterval: 60, maxretries: 1, timeout: 48 }, { isPush: true });
    environment?.startInstance();
    environment?.startCompanion();
    await environment?.setUp();
    await people.addOwner(0, everything);
    await people.addAs(0, 'telegram', nightly);
    await people.addAs(0, 'email', { ...everything, reminderHours: 0 });
    await world.pass(HOUR / 3);
    await scenario.play(wordsFor(stage));
    // Whoever is on hears of a last fall of everything that is up.
    await world.pass(10 * MINUTE);
    const probe = world.now();
    for (const { name: each } of environment?.instance().all() ?? [])
      environment?.instance().site.set(each, 'refuses');
    await world.pass(50 * MINUTE);
    world.sites.checkpoints.push({ at: world.now(), isLast: true });
    return [probe];
  });
}
