/** States of the page of alerts for the accessibility runs. */
import { expect } from '@playwright/test';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import {
  type AlertRecipient,
  type AlertsView,
  alertsEndpoint,
  type FirstMonitor,
  firstMonitorEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import type { View } from './axe-views.ts';

const preferencias: AlertRecipient['preferencias'] = {
  avisos: ['queda', 'retorno', 'manutencao', 'vencimento'],
  silencio: {
    dias: [0, 1, 2, 3, 4, 5, 6],
    de: '22:00',
    ate: '07:00',
    fuso: 'America/Sao_Paulo',
    modo: 'so-quedas',
  },
  lembrete: 6,
};
const recipients: AlertsView['destinatarios'] = [
  { id: 'r1', tipo: 'email', nome: 'ana@padaria.example', estado: 'ativo', dono: true, preferencias },
  {
    id: 'r2',
    tipo: 'email',
    nome: 'beatriz.albuquerque@padaria-central.example',
    estado: 'confirmar',
    preferencias,
  },
  { id: 'r3', tipo: 'telegram', nome: 'Plantão', estado: 'desligado', motivo: 'bloqueou', preferencias },
];
const view: AlertsView = {
  canal: 'ligado',
  desligados: [{ id: 1, nome: 'Loja virtual, página de pagamento' }],
  semCanal: [{ id: 2, nome: 'API de pagamentos' }],
  destinatarios: recipients,
  livres: { email: 8, telegram: 10 },
  cota: { hoje: 41, limite: 50 },
  telegram: true,
  mensagens: (['entregue', 'recusado'] as const).map((estado) => ({
    id: estado,
    destinatario: 'ana@padaria.example',
    tipo: 'email',
    assunto: 'Fora do ar: Loja',
    linhas: ['Loja está fora do ar desde 3h13.'],
    criadoEm: '2026-11-26T06:13:00.000Z',
    estado,
    detalhe: 'o provedor de e-mail',
  })),
};
const answers = (known: Partial<AlertsView> = {}) => ({ [alertsEndpoint]: { ...view, ...known } });
const list: View['reach'] = (page) => expect(page.getByRole('region', { name: 'Quem recebe' })).toBeVisible();

export const alertViews: readonly View[] = [
  { name: 'alerts', path: ALERTS_PAGE, answers: answers(), reach: list },
  {
    name: 'alerts, what is told and when',
    path: ALERTS_PAGE,
    answers: answers(),
    async reach(page) {
      await page.getByRole('button', { name: 'O que chega, e quando' }).click();
      await expect(page.getByLabel('Fuso horário')).toBeVisible();
    },
  },
  {
    name: 'alerts that were switched off in the panel',
    path: ALERTS_PAGE,
    answers: answers({ canal: 'apagado', livres: { email: 0, telegram: 0 }, mensagens: [] }),
    reach: (page) => expect(page.getByText(message('alerts.deleted-title'))).toBeVisible(),
  },
  {
    name: 'a link that ends alerts',
    path: `/avisos/sair#0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    reach: (page) => expect(page.getByRole('button', { name: 'Parar de receber' })).toBeVisible(),
  },
];

/** What is watched first, for views of an environment that watches nothing yet. */
export const firstMonitorOpen = {
  [firstMonitorEndpoint]: { aberto: true, sugestao: 'padaria.com.br' } satisfies FirstMonitor,
};
export const firstMonitorMade = {
  [firstMonitorEndpoint]: {
    aberto: false,
    pedido: {
      endereco: 'https://padaria.com.br',
      estado: 'feito',
      checagens: [{ em: '2026-11-26T06:13:00.000Z', estado: 'up', ms: 230 }],
    },
  } satisfies FirstMonitor,
};
