/** Articles that lead from an empty environment to its first alert; named by the ready page, the account and a mail. */
export const firstAlertArticles = {
  monitor: '/docs/quick-start',
  telegram: '/docs/notifications/telegram',
} as const;
