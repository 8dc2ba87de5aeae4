/** States of the people page for the accessibility runs: as an owner, as a member, and with an invitation. */

import { expect } from '@playwright/test';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import {
  INVITATION_FRAGMENT,
  type MembersView,
  type OwnersPeople,
  type People,
  readInvitationEndpoint,
} from '#domain/api-schemas/people.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import type { View } from './axe-views.ts';

const owner: OwnersPeople = {
  ...{ role: 'owner', tenant: 'padaria', url: 'http://padaria.localhost:4334', plan: 'pro' },
  seats: { total: 5, taken: 4 },
  members: [
    {
      id: 'p1',
      email: 'beatriz.albuquerque@padaria-central.example',
      name: 'Beatriz',
      joinedAt: '2026-11-20T15:00:00Z',
    },
    { id: 'p2', email: 'caio@padaria.example', joinedAt: '2026-11-21T15:00:00Z', isPaused: true },
  ],
  invitations: [
    { id: 'c1', email: 'duda@padaria.example', expiresAt: '2099-11-30T15:00:00Z' },
    { id: 'c2', email: 'enzo@padaria.example', expiresAt: '2026-11-01T15:00:00Z', isExpired: true },
  ],
};
const member: MembersView = {
  ...{ role: 'member', tenant: 'padaria', url: 'http://padaria.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00Z', owner: 'dona@padaria.example' },
};
const full: OwnersPeople = {
  ...owner,
  ...{ plan: 'essential', seats: { total: 2, taken: 4 }, overUntil: '2099-12-07T15:00:00Z' },
};

const states = {
  'people of an owner': owner,
  'people beyond the plan': full,
  'people as a member': member,
  'people as a member whose environment is going to be deleted': {
    ...member,
    ...{ isPaused: true, deletionAfter: '2099-12-07T15:00:00Z' },
  },
  'people of nobody': { role: 'none' },
} satisfies Readonly<Record<string, People>>;

export const peopleViews: readonly View[] = [
  {
    name: 'account of a member',
    path: '/conta',
    answers: { [accountEndpoint]: member },
    reach: (page) => expect(page.getByRole('region', { name: 'Painel em que você trabalha' })).toBeVisible(),
  },
  ...Object.entries(states).map(
    ([name, answer]): View => ({
      name,
      path: PEOPLE_PAGE,
      answers: { [peopleEndpoint]: answer },
      reach: (page) =>
        expect(
          page
            .locator('main')
            .getByRole('heading', { level: 2 })
            .or(page.getByText('Escolher um plano'))
            .first(),
        ).toBeVisible(),
    }),
  ),
  {
    name: 'asked before removing',
    path: PEOPLE_PAGE,
    answers: { [peopleEndpoint]: owner },
    async reach(page) {
      await page
        .getByRole('button', { name: /^Retirar / })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'an e-mail that is none',
    path: PEOPLE_PAGE,
    answers: { [peopleEndpoint]: owner },
    async reach(page) {
      await page.getByLabel('E-mail de quem você convida').fill('duda@');
      await page.getByRole('button', { name: 'Convidar', exact: true }).click();
      await expect(page.getByLabel('E-mail de quem você convida')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'an invitation in hand',
    path: `${PEOPLE_PAGE}#${INVITATION_FRAGMENT}=${'a'.repeat(64)}`,
    answers: {
      [peopleEndpoint]: { role: 'none' },
      [readInvitationEndpoint]: {
        ...{ tenant: 'padaria', owner: 'beatriz@padaria.example', name: 'Beatriz' },
        ...{ email: 'duda@padaria.example', expiresAt: '2099-12-01T15:00:00Z' },
      },
    },
    reach: (page) => expect(page.getByRole('region', { name: 'Você recebeu um convite' })).toBeVisible(),
  },
];
