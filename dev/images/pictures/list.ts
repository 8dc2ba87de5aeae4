/** The pictures of our own pages in articles: what is on each, and how the page gets there. */
import type { Page } from '@playwright/test';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import { alertsEndpoint, firstMonitorEndpoint, telegramLinkEndpoint } from '#domain/api-schemas/alerts.ts';
import { importEndpoint } from '#domain/api-schemas/import.ts';
import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { nowEndpoint, occurrencesEndpoint } from '#domain/api-schemas/now.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { reportsEndpoint } from '#domain/api-schemas/reports.ts';
import * as known from './answers.ts';

export interface Picture {
  /** In content/docs/_images, with `-dark`, `-phone` and `-phone-dark` beside it. */
  readonly name: string;
  readonly path: string;
  /** Answers of the API that are not those of `usual`, by the end of the address. */
  readonly answers?: Readonly<Record<string, object>>;
  /** Steps from the loaded page to what is shown. */
  readonly reach?: (page: Page) => Promise<void>;
  /** What is in the picture: its first and its last element, by selector. */
  readonly from: string;
  readonly to?: string;
}

/** What every page is answered. */
export const usual: Readonly<Record<string, object>> = {
  [accountEndpoint]: known.account,
  [accountLimitsEndpoint]: known.limits,
  [peopleEndpoint]: known.people,
  [nowEndpoint]: known.nowInOrder,
  [alertsEndpoint]: known.alerts,
  [occurrencesEndpoint]: known.falls,
  [activityEndpoint]: known.activity,
  [reportsEndpoint]: known.reports,
  [`${importEndpoint}?origem=csv`]: known.importRoom,
  [provisioningStatusEndpoint]: known.provisioned,
  [firstMonitorEndpoint]: known.firstMonitor,
};

/** From the progress to the last step. */
const STEPS = 'main div.grid:has(> div > section[aria-labelledby="ambiente-titulo"])';
const region = (id: string): string => `section[aria-labelledby="${id}"]`;

export const pictures: readonly Picture[] = [
  {
    ...{ name: 'own-now', path: '/conta', from: region('agora-titulo') },
    answers: { [nowEndpoint]: known.nowWithFall },
  },
  { name: 'own-now-in-order', path: '/conta', from: region('agora-titulo') },
  { name: 'own-alerts', path: '/conta/avisos', from: region('destinos-titulo') },
  {
    ...{ name: 'own-alert-preferences', path: '/conta/avisos', from: region('destinos-titulo') },
    answers: { [alertsEndpoint]: { ...known.alerts, recipients: known.alerts.recipients.slice(0, 1) } },
    async reach(page) {
      await page.getByRole('button', { name: /^Opções de / }).click();
      await page.getByRole('menuitem', { name: 'Preferências' }).click();
    },
  },
  {
    ...{ name: 'own-alert-code', path: '/conta/avisos', from: region('destinos-titulo') },
    answers: { [alertsEndpoint]: known.alertsWithCode },
  },
  {
    ...{ name: 'own-telegram', path: '/conta/avisos', from: region('telegram-titulo') },
    answers: { [telegramLinkEndpoint]: known.telegramLink },
    async reach(page) {
      await page.getByRole('button', { name: 'Conectar' }).click();
      await page.getByRole('img', { name: /^Código QR/ }).waitFor();
    },
  },
  { name: 'own-alerts-sent', path: '/conta/avisos', from: region('enviados-titulo') },
  { name: 'own-import', path: '/conta/importar', from: region('origem-titulo') },
  {
    ...{ name: 'own-import-preview', path: '/conta/importar', from: region('previa-titulo') },
    async reach(page) {
      await page.getByRole('radio', { name: /CSV|planilha/i }).check();
      const buffer = Buffer.from(known.importFile);
      await page
        .getByLabel('Arquivo', { exact: true })
        .setInputFiles({ name: 'monitores.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Ver o que vem' }).click();
    },
  },
  { name: 'own-take', path: '/conta/dados', from: 'main form' },
  {
    ...{ name: 'own-report', path: '/conta/relatorios' },
    ...{ from: 'article[aria-labelledby="mes-titulo"] > :first-child', to: region('dias-titulo') },
  },
  { name: 'own-activity', path: '/conta/atividade', from: 'main ol' },
  {
    ...{ name: 'own-falls', path: '/conta/ocorrencias' },
    ...{
      from: 'main section[aria-labelledby^="dia-"] >> nth=0',
      to: 'main section[aria-labelledby^="dia-"] >> nth=-1',
    },
  },
  {
    ...{ name: 'own-provisioning', path: '/provisionamento', from: STEPS },
    answers: {
      [provisioningStatusEndpoint]: known.provisioning,
      [firstMonitorEndpoint]: known.firstMonitorOpen,
    },
  },
  { name: 'own-provisioned', path: '/provisionamento', from: STEPS },
];
