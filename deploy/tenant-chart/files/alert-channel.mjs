/**
 * What the companion makes in the instance: the channel, its place on monitors, and the monitor that was asked for first.
 *
 * What was made is recorded before the next step, so that an interrupted start makes nothing twice.
 */
import {
  findChannel,
  findMonitor,
  groupsWith,
  hasMonitor,
  readBeats,
  readChannel,
  readUntold,
} from './alert-monitors.mjs';
import { Refusal } from './bootstrap.mjs';
import { cutText } from './text.mjs';

export const CHANNEL_NAME = 'Avisos da Vigia';
const ATTACH_AT_ONCE = 20;

/** What the instance's own form sends for a new HTTP monitor (src/pages/EditMonitor.vue), with our channel. */
function monitorFor({ address, interval }, channel) {
  return {
    type: 'http',
    name: cutText(new URL(address).hostname, 150),
    url: address,
    parent: null,
    method: 'GET',
    interval,
    retryInterval: Math.max(20, Math.min(60, interval)),
    resendInterval: 0,
    maxretries: 2,
    // Unset, the instance multiplies its default by a thousand twice.
    timeout: Math.min(48, Math.floor(interval * 0.8)),
    notificationIDList: { [channel]: true },
    ignoreTls: false,
    upsideDown: false,
    expiryNotification: address.startsWith('https:'),
    domainExpiryNotification: false,
    maxredirects: 10,
    accepted_statuscodes: ['200-299'],
    saveResponse: false,
    saveErrorResponse: true,
    responseMaxLength: 1024,
    httpBodyEncoding: 'json',
    authMethod: null,
    ipFamily: null,
    dns_resolve_type: 'A',
    dns_resolve_server: '1.1.1.1',
    conditions: [],
    kafkaProducerBrokers: [],
    kafkaProducerSaslOptions: { mechanism: 'None' },
    rabbitmqNodes: [],
  };
}

/**
 * @param {{ database: string, bellUrl: string, log: (event: object) => void, kept: () => object,
 *   keep: (change: object) => void }} options `kept` is the record as it is now.
 */
export function createChannel({ database, bellUrl, log, kept, keep }) {
  const channelConfig = () => ({
    name: CHANNEL_NAME,
    type: 'webhook',
    isDefault: true,
    applyExisting: true,
    webhookURL: bellUrl,
    httpMethod: 'post',
    webhookContentType: 'custom',
    webhookCustomBody: '{"message": {{ msg | json }}}',
  });

  const attachedMonitors = () => (kept().channel === null ? null : readChannel(database, kept().channel));

  /** Groups that the instance does not let us change; a start tries them again. */
  const stuckGroups = new Set();
  const groups = () => groupsWith(database, kept().channel).filter((id) => !stuckGroups.has(id));

  /**
   * Makes the channel where there is none of ours. The instance attaches it to everything that exists, groups included,
   * and its own form to every new one.
   */
  async function makeChannel(ask) {
    const known = findChannel(database, CHANNEL_NAME, bellUrl);
    const channel = known ?? (await ask('addNotification', channelConfig(), null)).id;
    const seen =
      readChannel(database, channel)?.flatMap(({ id, isAttached }) => (isAttached ? [id] : [])) ?? [];
    keep({ channel, seen });
    await clearGroups(ask);
  }

  /** A switch on a group would look like an alert of it. */
  async function clearGroups(ask) {
    for (const id of groups().slice(0, ATTACH_AT_ONCE)) {
      const { monitor } = await ask('getMonitor', id);
      const notificationIDList = { ...monitor.notificationIDList, [kept().channel]: false };
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
  async function attach(ask, id) {
    const { monitor } = await ask('getMonitor', id);
    const notificationIDList = { ...monitor.notificationIDList, [kept().channel]: true };
    await ask('editMonitor', { ...monitor, notificationIDList });
    keep({ seen: [...new Set([...kept().seen, id])] });
  }

  /** Puts it on monitors that were never seen before, and takes it off groups; some at a time. */
  async function follow(ask) {
    await clearGroups(ask);
    const monitors = attachedMonitors();
    if (monitors === null) return;
    const seen = new Set(kept().seen);
    const fresh = monitors.filter(({ id }) => !seen.has(id));
    const known = monitors.filter(({ id, isAttached }) => seen.has(id) || isAttached).map(({ id }) => id);
    if (known.join() !== kept().seen.join()) keep({ seen: known });
    for (const { id } of fresh.filter(({ isAttached }) => !isAttached).slice(0, ATTACH_AT_ONCE))
      await attachOrSkip(ask, id);
  }

  /** A monitor that the instance does not let us change is left as it is. */
  async function attachOrSkip(ask, id) {
    try {
      await attach(ask, id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log({ event: 'alert-attach-refused', monitor: id, reason: error.message });
      keep({ seen: [...new Set([...kept().seen, id])] });
    }
  }

  /** Makes the monitor that was asked for first. */
  async function makeFirst(ask) {
    const { first } = kept();
    if (first === null || first.state !== 'waiting') return;
    // After an interrupted start the monitor may be there; a monitor of the customer's own serves as well.
    const known = findMonitor(database, first.address);
    try {
      const monitor = known ?? (await ask('add', monitorFor(first, kept().channel))).monitorID;
      keep({ first: { ...first, state: 'made', monitor }, seen: [...new Set([...kept().seen, monitor])] });
      if (known !== null) await attachOrSkip(ask, known);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      keep({ first: { ...first, state: 'refused', reason: cutText(error.message, 300) } });
    }
  }

  /** The wish that applies: the same one is done once; another may replace it until its monitor is made. */
  function firstOf(wish) {
    const { first } = kept();
    if (wish === null) return first;
    if (first?.key === wish.key && (first.address === wish.address || first.state === 'made')) return first;
    return { ...wish, state: 'waiting', monitor: null, reason: null };
  }

  function reportMonitor({ key, state, monitor, reason }) {
    const isMade = state === 'made' && hasMonitor(database, monitor);
    return {
      key,
      state: state === 'made' && !isMade ? 'deleted' : state,
      monitor,
      reason,
      beats: isMade ? readBeats(database, monitor) : [],
    };
  }

  return {
    /**
     * Running monitors whose fall nothing tells; without those that get our channel in a moment.
     * @returns {{ id: number, name: string }[]}
     */
    untold() {
      const isOn = attachedMonitors() !== null;
      const seen = new Set(kept().seen);
      return readUntold(database, kept().channel).filter(({ id }) => !isOn || seen.has(id));
    },
    /** Monitors, and whether they have the channel; `null` while there is none. */
    monitors: attachedMonitors,
    make: makeChannel,
    /** Puts it back on these monitors where it is not. */
    async attachAgain(ask, ids) {
      const wanted = new Set(ids);
      for (const { id, isAttached } of attachedMonitors() ?? [])
        if (wanted.has(id) && !isAttached) await attachOrSkip(ask, id);
    },
    /** True when a monitor is new, or a group has the channel. */
    isBehind() {
      const seen = new Set(kept().seen);
      return (attachedMonitors()?.some(({ id }) => !seen.has(id)) ?? false) || groups().length > 0;
    },
    follow,
    makeFirst,
    firstOf,
    reportFirst: () => (kept().first === null ? null : reportMonitor(kept().first)),
  };
}
