/** Articles that lead from an empty environment to its first alert; named by the ready page, the account and a mail. */
export const firstAlertArticles = {
  monitor: '/docs/quick-start',
  email: '/docs/notifications/email-smtp',
  telegram: '/docs/notifications/telegram',
} as const;
