/** Who is told: people come, choose, leave, are refused, and change their address. By the verbs of the product. */

import { teamKinds } from '#domain/alerts/codes.ts';
import { type AlertPreferences, alertKinds, type QuietHours } from '#domain/alerts/preferences.ts';
import { recipientsMax } from '#domain/alerts/shares.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { addChannel } from '#functions/alerts/channel-recipients.ts';
import { followOwner } from '#functions/alerts/follow-owner.ts';
import {
  addEmailRecipient,
  connectChat,
  findRecipient,
  listRecipients,
  savePreferences,
  switchRecipientOff,
} from '#functions/alerts/recipient-store.ts';
import { switchOn } from '#functions/alerts/switch-on.ts';
import { newSecret } from '#functions/alerts/webhook-store.ts';
import type { Chance } from '../chance.ts';
import type { Act } from './act.ts';
import { peopleActs } from './acts-people.ts';
import { channelAddress, channelWeather } from './channels.ts';
import { type Listener, onSince } from './listeners.ts';
import { answerNamed, chatAnswers, mailAnswers } from './provider-answers.ts';
import type { World } from './world.ts';

/** In one environment; a share is for as many as its plan allows. */
const PEOPLE_MAX: Readonly<Record<PlanId, number>> = { free: 2, essential: 3, pro: 4, enterprise: 4 };
const ZONES = ['America/Sao_Paulo', 'America/Sao_Paulo', 'America/Manaus'];

interface Noted extends Pick<Listener, 'environment' | 'address' | 'kind' | 'isOwner' | 'memberId'> {
  readonly orderId: string;
  readonly preferences: AlertPreferences | undefined;
}

export class People {
  readonly listeners: Listener[] = [];
  /** Copies of the functions' database from before do not know who came or left since. */
  #count = 0;
  readonly #hooks: number[] = [];
  readonly #world: World;
  readonly #chance: Chance;

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.#chance = chance;
  }

  #draw(): AlertPreferences {
    const chance = this.#chance;
    const quiet: QuietHours = {
      days: chance.pick([
        [0, 1, 2, 3, 4, 5, 6],
        [1, 2, 3, 4, 5],
      ]),
      wholeDays: [],
      ...chance.pick([
        { from: '22:00', until: '07:00' },
        { from: '12:00', until: '14:00' },
      ]),
      zone: chance.pick(ZONES),
      mode: chance.pick(['falls-only', 'hold-all']),
    };
    return {
      kinds: chance.hits(0.7) ? alertKinds : chance.pick([['fall'], ['return'], ['fall', 'return']] as const),
      quiet: chance.hits(0.5) ? quiet : null,
      reminderHours: chance.pick([0, 1, 6, 24] as const),
      monitors: null,
      text: null,
    };
  }

  /** @param names Of the monitors that it chose; `null` for all. */
  async choose(
    listener: Listener,
    preferences: AlertPreferences,
    names: readonly string[] | null = null,
  ): Promise<void> {
    const { deps, now } = this.#world;
    const { orderId } = this.#world.environments[listener.environment] ?? { orderId: '' };
    const { id, kind } = listener;
    await savePreferences(deps.db, { id, orderId, kind }, JSON.stringify(preferences), now());
    listener.choices.push({ from: now(), preferences, names });
  }

  /** The owner's address, which needs no code. */
  async addOwner(environment: number, preferences?: AlertPreferences): Promise<void> {
    this.#count += 1;
    const address = `dono-${this.#count}@loja-${environment}.example`;
    const { deps, environments } = this.#world;
    const { orderId } = environments[environment] ?? { orderId: '' };
    this.#world.setOwnerAddress(environment, address);
    await followOwner(deps, orderId);
    await this.note({ environment, orderId, address, kind: 'email', isOwner: true, preferences });
  }

  /** Takes somebody in who is a recipient now. */
  async note({
    environment,
    orderId,
    address,
    kind,
    isOwner,
    memberId,
    preferences: wanted,
  }: Noted): Promise<void> {
    const at = this.#world.now();
    const found = (await listRecipients(this.#world.deps.db, orderId)).find(
      (each) => each.address === address,
    );
    if (found === undefined) return;
    const preferences = wanted ?? this.#draw();
    const listener: Listener = {
      ...{
        number: this.listeners.length,
        id: found.id,
        kind,
        address,
        environment,
        isOwner,
        former: [],
        choices: [],
      },
      ...{ kinds: preferences.kinds, on: [{ from: at, until: null }] },
      ...(memberId === undefined ? {} : { memberId }),
    };
    this.listeners.push(listener);
    await this.choose(listener, preferences);
  }

  /** An address that proves itself by its code, or a chat that opens its link, as far as the plan has room. */
  async add(environment: number): Promise<string | null> {
    const plan = this.#world.plans[environment] ?? 'free';
    const here = this.listeners.filter((each) => each.environment === environment);
    if (here.length >= PEOPLE_MAX[plan]) return null;
    const kinds = ['email', 'telegram', ...teamKinds] as const;
    return this.addAs(environment, plan === 'free' ? 'telegram' : this.#chance.pick(kinds));
  }

  /** @param preferences Drawn without them. */
  async addAs(environment: number, kind: Listener['kind'], preferences?: AlertPreferences): Promise<string> {
    const { deps, environments, now, plans } = this.#world;
    const { orderId } = environments[environment] ?? { orderId: '' };
    this.#count += 1;
    const address =
      kind === 'email'
        ? `plantao-${this.#count}@loja-${environment}.example`
        : kind === 'telegram'
          ? `${7000 + this.#count}`
          : channelAddress(kind, `c${this.#count}`);
    const recipient = { id: `r-${address}`, orderId, address };
    const most = recipientsMax(plans[environment] ?? 'free');
    if (kind === 'telegram') await connectChat(deps.db, recipient, address, most, now());
    else if (kind !== 'email')
      await addChannel(deps.db, recipient, { kind, label: address, secret: null }, most, now());
    else {
      await addEmailRecipient(deps.db, recipient, most, now());
      const added = await findRecipient(deps.db, recipient.id);
      if (added !== null) await switchOn(deps, added, 'reader');
    }
    await this.note({ environment, orderId, address, kind, isOwner: false, preferences });
    return `${address} is added to ${environment}`;
  }

  /** A webhook, where the plan has one; its program is judged by itself (judge-posts.ts). */
  async addHook(environment: number): Promise<void> {
    const { deps, environments, now, plans } = this.#world;
    const { orderId } = environments[environment] ?? { orderId: '' };
    const plan = plans[environment] ?? 'free';
    if (!deps.catalog.plan(plan).alerts.kinds.includes('webhook')) return;
    const address = channelAddress('webhook', `e${environment}`);
    const about = { kind: 'webhook', label: address, secret: newSecret() } as const;
    await addChannel(deps.db, { id: `r-${address}`, orderId, address }, about, recipientsMax(plan), now());
    this.#hooks.push(environment);
  }

  /** Environments with a webhook that the plan has at the end. */
  hooksThatKnow(): readonly number[] {
    const { deps, plans } = this.#world;
    return this.#hooks.filter((each) =>
      deps.catalog.plan(plans[each] ?? 'free').alerts.kinds.includes('webhook'),
    );
  }

  /** Somebody leaves by the link, or comes back. */
  async leaveOrReturn(listener = this.#chance.pick(this.listeners)): Promise<string | null> {
    const { deps, now, providers } = this.#world;
    if (providers.some(({ ended }) => ended.has(listener.address))) return null;
    const recipient = await findRecipient(deps.db, listener.id);
    if (recipient === null || listener.isPaused) return null;
    const last = listener.on.at(-1);
    if (onSince(listener, now()) !== null && last !== undefined) {
      await switchRecipientOff(deps.db, listener.id, 'left', {}, now());
      last.until = now();
      return `${listener.address} leaves`;
    }
    if (listener.kind === 'telegram') {
      const { orderId } = this.#world.environments[listener.environment] ?? { orderId: '' };
      const most = recipientsMax(this.#world.plans[listener.environment] ?? 'free');
      if (
        !(await connectChat(
          deps.db,
          { id: listener.id, orderId, address: listener.address },
          listener.address,
          most,
          now(),
        ))
      )
        return null;
    } else if ((await switchOn(deps, recipient, 'reader')) !== 'yes') return null;
    // Whoever is switched on again begins without memory, as a newcomer does.
    listener.on.push({ from: now(), until: null, isAnew: true });
    return `${listener.address} is on again`;
  }

  /** The account has another address: the old one gets nothing from then on. */
  async changeOwnerAddress(environment = this.#chance.pick([0, 1])): Promise<string | null> {
    const { now, mail, deps, environments } = this.#world;
    const { orderId } = environments[environment] ?? { orderId: '' };
    const former = this.listeners.find((each) => each.isOwner && each.environment === environment);
    if (former === undefined || onSince(former, now()) === null || mail.ended.has(former.address))
      return null;
    this.#count += 1;
    const address = `dono-${this.#count}@loja-${environment}.example`;
    this.#world.setOwnerAddress(environment, address);
    await followOwner(deps, orderId);
    const row = (await listRecipients(deps.db, orderId)).find((each) => each.address === address);
    if (row === undefined) return null;
    former.former.push({ address: former.address, until: now() });
    // It goes on where the old one was, with its choices.
    Object.assign(former, { id: row.id, address });
    return `the owner of ${environment} is ${address}`;
  }

  async chooseAgain(): Promise<string | null> {
    const listener = this.#chance.pick(this.listeners);
    if (onSince(listener, this.#world.now()) === null) return null;
    // What is told depends on the kinds all along; hours and reminders may change.
    await this.choose(listener, { ...this.#draw(), kinds: listener.kinds });
    return `${listener.address} chooses other hours`;
  }

  /** A provider answers something from its table. */
  answer(): string {
    const { mail, telegram, channels } = this.#world;
    const { address, kind } = this.#chance.pick(this.listeners);
    const answers = kind === 'email' ? mailAnswers : kind === 'telegram' ? chatAnswers : channelWeather[kind];
    const answer = this.#chance.pick(answers);
    const provider = kind === 'email' ? mail : kind === 'telegram' ? telegram : channels.providers[kind];
    provider.answer(answer, address);
    return `${kind} answers ${answer.status} ${JSON.stringify(answer.body).slice(0, 90)} (${address})`;
  }

  /** Both providers answer something by its name in their stand-ins, to everybody. */
  answerAs(name: string): void {
    const { mail, telegram } = this.#world;
    for (const { address, kind } of this.listeners) {
      if (kind !== 'email' && kind !== 'telegram') continue;
      const answer = kind === 'email' ? answerNamed('mail', name) : answerNamed('chat', name);
      if (answer !== null) (kind === 'email' ? mail : telegram).answer(answer, address);
    }
  }

  /** What a person asks for is done: whoever sees that it was not asks again. */
  async done<T>(work: () => Promise<T>): Promise<T> {
    const { weather } = this.#world;
    const { death } = weather;
    weather.death = 0;
    try {
      return await work();
    } finally {
      weather.death = death;
    }
  }

  acts(): readonly (readonly [weight: number, act: Act])[] {
    return [
      [2, () => this.done(() => this.add(this.#chance.pick([0, 1])))],
      [2, () => this.done(() => this.leaveOrReturn())],
      [1, () => this.done(() => this.changeOwnerAddress())],
      [1, () => this.done(() => this.chooseAgain())],
      [2, () => this.answer()],
      ...peopleActs(this),
    ];
  }
}
