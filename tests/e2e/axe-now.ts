/** States of "Agora" and of the list of falls for the accessibility runs. */
import { expect, type Page } from '@playwright/test';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import {
  type Now,
  type NowMonitor,
  nowEndpoint,
  type Occurrence,
  type Occurrences,
  occurrencesEndpoint,
} from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import type { View } from './axe-views.ts';

const AT = Date.parse('2026-11-26T06:13:00Z');
const MINUTE = 60_000;

const fallen = (more: Partial<NowMonitor> = {}): NowMonitor =>
  pictured({
    ...{ id: 2, name: 'Loja virtual, página de pagamento', address: 'loja.example/pagar', state: 'down' },
    ...{
      message: 'connect ECONNREFUSED 203.0.113.10:443',
      cause: 'recusou a conexão',
      fall: 12,
      ping: null,
      group: 'Loja',
    },
    ...{ beats: `${'u'.repeat(22)}ppd${'d'.repeat(5)}` },
    ...more,
  });
const several: readonly NowMonitor[] = [
  pictured({ name: 'Site institucional', address: 'padaria.example' }),
  fallen(),
  fallen({ id: 3, name: 'API', fall: 13, seen: { by: 'Ana Maria', at: AT } }),
  pictured({ id: 4, name: 'Blog', doubt: 'unchecked', doubtSince: AT, group: 'Loja' }),
  pictured({ id: 5, name: 'Backup', doubt: 'maintenance', doubtSince: AT, beats: `${'u'.repeat(20)}mmmm` }),
  pictured({ id: 6, name: 'Teste', state: 'outside', reason: 'paused', beats: '' }),
  pictured({ id: 7, name: 'Intranet', state: 'outside', reason: 'detached', beats: 'ddd', interval: 86_400 }),
  pictured({
    id: 8,
    name: 'Novo',
    state: 'new',
    since: Date.now(),
    checkedAt: null,
    beats: '',
    ping: null,
    interval: 86_400,
  }),
];
/** As many as an agency has. */
export const many: readonly NowMonitor[] = Array.from({ length: 500 }, (_, at) =>
  at === 7
    ? fallen({ id: 8 })
    : pictured({ id: at + 1, name: `Loja ${at + 1}`, group: at % 3 === 0 ? null : `Cliente ${at % 9}` }),
);

const told = (at: number): Occurrence['told'] => [
  { recipient: 'ana@padaria.example', at: at + 20_000 },
  { recipient: 'Plantão', at: at + 21_000 },
];
const falls: readonly Occurrence[] = [
  {
    ...{
      fall: 12,
      monitor: { id: 2, name: 'Loja virtual', address: 'loja.example' },
      since: AT,
      until: null,
    },
    ...{
      endedBy: null,
      gap: null,
      message: 'connect ECONNREFUSED 203.0.113.10:443',
      cause: 'recusou a conexão',
      signAt: null,
    },
    ...{ told: told(AT), seen: { by: 'Ana Maria', at: AT + MINUTE } },
  },
  {
    ...{ fall: 11, monitor: { id: 3, name: 'API', address: null }, since: AT - 90 * MINUTE },
    ...{
      until: AT - 80 * MINUTE,
      endedBy: 'up',
      gap: null,
      message: 'Request failed with status code 503',
      cause: 'respondeu HTTP 503',
    },
    ...{ signAt: null, told: told(AT - 90 * MINUTE), seen: null },
  },
  {
    ...{ fall: 10, monitor: { id: 4, name: 'Backup', address: null }, since: AT - 3000 * MINUTE },
    ...{
      until: AT - 2000 * MINUTE,
      endedBy: 'paused',
      gap: null,
      message: '',
      cause: null,
      signAt: AT - 3060 * MINUTE,
    },
    ...{ told: [], seen: null },
  },
];
const listed = (occurrences: readonly Occurrence[]): Occurrences => ({
  ...{ tenant: 'padaria', url: 'https://padaria.example', from: AT, isComplete: false },
  occurrences: [...occurrences],
});

const headline = (words: RegExp | string) => (page: Page) =>
  expect(page.getByRole('region', { name: 'Agora' }).getByText(words).first()).toBeVisible();

const states: readonly (readonly [name: string, Now, RegExp | string])[] = [
  ['all is up', standingNow([pictured()]), 'Tudo no ar'],
  ['several states', standingNow(several), '3 fora do ar'],
  ['five hundred monitors', standingNow(many), /^1 fora do ar desde/],
  ['silent', standingNow(several.slice(0, 3), { isCurrent: false, heardAt: AT }), /^Sem notícia desde/],
  ['no monitor yet', standingNow([]), 'Nenhum monitor ainda'],
];

export const nowViews = (account: AccountAnswer): readonly View[] => [
  ...states.map(
    ([name, answer, words]): View => ({
      name: `now: ${name}`,
      path: '/conta',
      answers: { [accountEndpoint]: account, [nowEndpoint]: answer },
      reach: headline(words),
    }),
  ),
  {
    name: 'now: asleep',
    path: '/conta',
    answers: {
      [accountEndpoint]: {
        ...account,
        sleep: { since: '2026-11-10T12:00:00Z', removesAt: '2027-02-20T12:00:00Z' },
      },
      [nowEndpoint]: { ...standingNow([]), state: 'asleep', isCurrent: false },
    },
    reach: (page) => expect(page.getByRole('button', { name: 'Acordar' })).toBeVisible(),
  },
  {
    name: 'falls of ninety days',
    path: '/conta/ocorrencias',
    answers: { [occurrencesEndpoint]: listed(falls) },
    reach: (page) => expect(page.getByRole('heading', { name: /^Loja virtual/ })).toBeVisible(),
  },
  {
    name: 'no fall in ninety days',
    path: '/conta/ocorrencias',
    answers: { [occurrencesEndpoint]: listed([]) },
    reach: (page) => expect(page.getByText(message('occurrences.none'))).toBeVisible(),
  },
];
