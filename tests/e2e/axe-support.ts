/** The pages about support messages for the accessibility runs. */
import { expect } from '@playwright/test';
import type { AnsweredMessage, OwnMessages } from '#domain/api-schemas/support.ts';
import { message } from '#domain/messages.ts';
import {
  ANSWERED_PAGE,
  answeredLookEndpoint,
  MESSAGES_PAGE,
  ownMessagesEndpoint,
} from '#domain/support/support-pages.ts';
import type { View } from './axe-views.ts';

const AT = Date.parse('2026-11-26T06:12:00Z');
const written = {
  ...{ number: '3F9A27C1', subject: 'O painel não abre desde as nove', at: AT },
  ...{ dueAt: AT + 1_800_000, answeredAt: null },
};

export const supportViews: readonly View[] = [
  {
    name: 'messages to support',
    path: MESSAGES_PAGE,
    answers: {
      [ownMessagesEndpoint]: {
        ...{ plan: 'essential', isOwner: true },
        messages: [
          { ...written, dueAt: Date.parse('2099-11-26T06:42:00Z') },
          { ...written, number: 'A0B1C2D3' },
          { ...written, number: 'FFFF0000', answeredAt: AT + 600_000 },
        ],
      } satisfies OwnMessages,
    },
    reach: (page) => expect(page.getByText('Passou do prazo')).toBeVisible(),
  },
  {
    name: 'no message to support',
    path: MESSAGES_PAGE,
    answers: { [ownMessagesEndpoint]: { plan: null, isOwner: false, messages: [] } satisfies OwnMessages },
    reach: (page) => expect(page.getByText(message('support.messages-none'))).toBeVisible(),
  },
  {
    name: 'a link that says that a message was answered',
    path: `${ANSWERED_PAGE}#0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    answers: { [answeredLookEndpoint]: { ...written, plan: 'enterprise' } satisfies AnsweredMessage },
    reach: (page) => expect(page.getByRole('button', { name: 'Já respondi' })).toBeVisible(),
  },
];
