/**
 * What the companion makes in the instance: the channel, its place on monitors, and the monitor that was asked for first.
 *
 * What was made is recorded before the next step, so that an interrupted start makes nothing twice.
 */

import { requiredFields } from '#domain/import/columns.ts';
import { ownTimes } from '#domain/import/own-times.ts';
import { cutText } from '#domain/text/cut-text.ts';
import {
  findChannel,
  findMonitor,
  groupsWith,
  hasMonitor,
  readBeats,
  readChannel,
  readUntold,
} from './alert-monitors.ts';
import type { AlertRecord, FirstMonitor } from './alert-record.ts';
import { type Ask, Refusal } from './bootstrap.ts';
import type { AlertsReport, AlertsSetUp } from './contract.ts';
import type { Log } from './log.ts';

export const CHANNEL_NAME = 'Avisos da Vigia';
const ATTACH_AT_ONCE = 20;

/** What we choose for a new HTTP monitor; the rest is the instance's own default. */
function monitorFor({ address, interval }: FirstMonitor, channel: number) {
  return {
    ...requiredFields,
    type: 'http',
    name: cutText(new URL(address).hostname, 150),
    url: address,
    parent: null,
    interval,
    // Told within the minute: a site that hangs is tried again ten seconds after its first try was given up.
    ...ownTimes,
    notificationIDList: { [channel]: true },
    expiryNotification: address.startsWith('https:'),
    // The instance asks the registry before it stores a check, without a time-out; domain-expiry.ts asks instead.
    domainExpiryNotification: false,
    httpBodyEncoding: 'json',
  };
}

/** A monitor as a place of the channel; `key` tells it from another that had its id before. */
interface Place {
  readonly id: number;
  readonly key: string;
}

/** @param options `state` gives the record as it is now; `notifyUrl` is where the instance reaches this companion. */
export function createChannel({
  database,
  notifyUrl,
  log,
  state,
  saveState,
}: {
  database: string;
  notifyUrl: string;
  log: Log;
  state: () => AlertRecord;
  saveState: (change: Partial<AlertRecord>) => void;
}) {
  const channelConfig = () => ({
    name: CHANNEL_NAME,
    type: 'webhook',
    isDefault: true,
    applyExisting: true,
    webhookURL: notifyUrl,
    httpMethod: 'post',
    webhookContentType: 'custom',
    webhookCustomBody: '{"message": {{ msg | json }}}',
  });

  const attachedMonitors = () => {
    const { channel } = state();
    return channel === null ? null : readChannel(database, channel);
  };

  /** Groups that the instance does not let us change; a start tries them again. */
  const stuckGroups = new Set<number>();
  const groups = () => groupsWith(database, state().channel).filter((id) => !stuckGroups.has(id));

  /**
   * Makes the channel where there is none of ours. The instance attaches it to everything that exists, groups included,
   * and its own form to every new one.
   */
  async function makeChannel(ask: Ask) {
    const known = findChannel(database, CHANNEL_NAME, notifyUrl);
    const channel = known ?? (await ask('addNotification', channelConfig(), null)).id;
    const seen =
      readChannel(database, channel)?.flatMap(({ key, isAttached }) => (isAttached ? [key] : [])) ?? [];
    saveState({ channel, seen });
    await clearGroups(ask);
  }

  /** A switch on a group would look like an alert of it. */
  async function clearGroups(ask: Ask) {
    for (const id of groups().slice(0, ATTACH_AT_ONCE)) {
      const { monitor } = await ask('getMonitor', id);
      const notificationIDList = { ...monitor.notificationIDList, [String(state().channel)]: false };
      try {
        await ask('editMonitor', { ...monitor, notificationIDList });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        log({ event: 'alert-detach-refused', monitor: id, reason: error.message });
        stuckGroups.add(id);
      }
    }
  }

  /** Puts the channel on a monitor. The whole monitor is written back, so it is read at the last moment. */
  async function attach(ask: Ask, { id, key }: Place) {
    const { monitor } = await ask('getMonitor', id);
    const notificationIDList = { ...monitor.notificationIDList, [String(state().channel)]: true };
    await ask('editMonitor', { ...monitor, notificationIDList });
    noteSeen(key);
  }

  const noteSeen = (key: string) => saveState({ seen: [...new Set([...state().seen, key])] });

  /** Puts it on monitors that were never seen before, and takes it off groups; some at a time. */
  async function follow(ask: Ask) {
    await clearGroups(ask);
    const monitors = attachedMonitors();
    if (monitors === null) return;
    const seen = new Set(state().seen);
    const fresh = monitors.filter(({ key }) => !seen.has(key));
    const known = monitors.filter(({ key, isAttached }) => seen.has(key) || isAttached).map(({ key }) => key);
    if (known.join() !== state().seen.join()) saveState({ seen: known });
    for (const place of fresh.filter(({ isAttached }) => !isAttached).slice(0, ATTACH_AT_ONCE))
      await attachOrSkip(ask, place);
  }

  /** A monitor that the instance does not let us change is left as it is. */
  async function attachOrSkip(ask: Ask, place: Place) {
    try {
      await attach(ask, place);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log({ event: 'alert-attach-refused', monitor: place.id, reason: error.message });
      noteSeen(place.key);
    }
  }

  /** Makes the monitor that was asked for first. */
  async function makeFirst(ask: Ask) {
    const { first, channel } = state();
    if (channel === null || first === null || first.state !== 'waiting') return;
    // After an interrupted start the monitor may be there; a monitor of the customer's own serves as well.
    const known = findMonitor(database, first.address);
    try {
      const monitor = known ?? (await ask('add', monitorFor(first, channel))).monitorID;
      saveState({ first: { ...first, state: 'made', monitor } });
      const place = attachedMonitors()?.find(({ id }) => id === monitor);
      if (place === undefined) return;
      noteSeen(place.key);
      if (!place.isAttached) await attachOrSkip(ask, place);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      saveState({ first: { ...first, state: 'refused', reason: cutText(error.message, 300) } });
    }
  }

  /** The wish that applies: the same one is done once; another may replace it until its monitor is made. */
  function firstOf(wish: AlertsSetUp['first']): FirstMonitor | null {
    const { first } = state();
    if (wish === null) return first;
    if (first?.key === wish.key && (first.address === wish.address || first.state === 'made')) return first;
    return { ...wish, state: 'waiting', monitor: null, reason: null };
  }

  function reportMonitor({ key, state, monitor, reason }: FirstMonitor): AlertsReport['first'] {
    const isMade = state === 'made' && monitor !== null && hasMonitor(database, monitor);
    return {
      key,
      state: state === 'made' && !isMade ? 'deleted' : state,
      monitor,
      reason,
      beats: isMade ? readBeats(database, monitor) : [],
    };
  }

  return {
    /** Running monitors whose fall nothing tells; without those that get our channel in a moment. */
    untold() {
      const seen = new Set(state().seen);
      const waiting = new Set(attachedMonitors()?.flatMap(({ id, key }) => (seen.has(key) ? [] : [id])));
      return readUntold(database, state().channel).filter(({ id }) => !waiting.has(id));
    },
    /** Monitors, and whether they have the channel; `null` while there is none. */
    monitors: attachedMonitors,
    make: makeChannel,
    /** Puts it back on these monitors where it is not. */
    async attachAgain(ask: Ask, ids: readonly number[]) {
      const wanted = new Set(ids);
      for (const place of attachedMonitors() ?? [])
        if (wanted.has(place.id) && !place.isAttached) await attachOrSkip(ask, place);
    },
    /** True when a monitor is new, or a group has the channel. */
    isBehind() {
      const seen = new Set(state().seen);
      return (attachedMonitors()?.some(({ key }) => !seen.has(key)) ?? false) || groups().length > 0;
    },
    follow,
    makeFirst,
    firstOf,
    reportFirst() {
      const { first } = state();
      return first === null ? null : reportMonitor(first);
    },
  };
}
