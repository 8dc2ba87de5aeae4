/** `/api/conta/dados`: a person's own export and deletion, with the code of the operators' commands (LGPD, art. 18). */
import { ExportedCustomer } from '#domain/api-schemas/operations.ts';
import {
  DeletionPreview,
  DeletionRequest,
  dataCopyEndpoint,
  deletionEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/api-schemas/own-data.ts';
import { DELETION_NOTICE_DAYS } from '#domain/people/seats.ts';
import type { Deps } from '#functions/compose.ts';
import { account, freshSignIn } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { COPIES_PER_DAY } from './data-copies.ts';
import { exportCustomer } from './export-customer.ts';
import { previewDeletion } from './preview-deletion.ts';
import { readOwnData, requestDeletion } from './request-deletion.ts';

type Needs = NeedsOf<typeof exportCustomer> &
  NeedsOf<typeof previewDeletion> &
  NeedsOf<typeof requestDeletion> &
  Pick<Deps, 'dataCopies'>;
const route = routesWith<Needs>();

export const ownDataRoutes = [
  route({
    name: 'ownData',
    method: 'get',
    path: ownDataEndpoint,
    chapter: 'Conta',
    summary: 'Se a exclusão da conta foi pedida',
    use: [account('account')],
    answers: { 200: { description: 'A exclusão em andamento, se há uma.', schema: OwnDataResponse } },
    errors: [],
    handle: (c, needs) => readOwnData(needs, c.var.identity),
  }),
  route({
    name: 'dataCopy',
    method: 'post',
    path: dataCopyEndpoint,
    chapter: 'Conta',
    summary: 'Uma cópia dos próprios dados',
    description: `Sem corpo. Tudo o que o site guarda sobre a conta, com um índice em português; até ${COPIES_PER_DAY} cópias por dia.`,
    use: [account('account'), freshSignIn()],
    answers: { 200: { description: 'Os dados, em um formato aberto.', schema: ExportedCustomer } },
    errors: ['not-found', 'payment-unavailable'],
    handle: async (c, needs) => {
      const { subject } = c.var.identity;
      await needs.dataCopies.take(subject);
      try {
        return await exportCustomer(needs, subject);
      } catch (error) {
        await needs.dataCopies.uncount(subject);
        throw error;
      }
    },
  }),
  route({
    name: 'deletionPreview',
    method: 'get',
    path: deletionEndpoint,
    chapter: 'Conta',
    summary: 'O que uma exclusão da conta remove e o que fica',
    use: [account('account')],
    answers: {
      200: { description: 'O que acontece, o que se deve e o que a lei guarda.', schema: DeletionPreview },
    },
    errors: [],
    handle: (c, needs) => previewDeletion(needs, c.var.identity),
  }),
  route({
    name: 'deletion',
    method: 'post',
    path: deletionEndpoint,
    chapter: 'Conta',
    summary: 'Apagar a própria conta',
    description:
      'A renovação termina primeiro; depois vão o ambiente, a conta e os dados que podem ser apagados. Quem trabalha no ' +
      `ambiente é avisado, e ele espera ${DELETION_NOTICE_DAYS} dias, a não ser que todos concordem. Corre sozinha, e um ` +
      'e-mail avisa no fim. Repetir não muda nada.',
    use: [account('account'), freshSignIn(), json(DeletionRequest)],
    answers: { 200: { description: 'A exclusão em andamento.', schema: OwnDataResponse } },
    errors: ['upgrade-open'],
    handle: (c, needs) => requestDeletion(needs, c.var.identity, c.var.body.confirma),
  }),
];
