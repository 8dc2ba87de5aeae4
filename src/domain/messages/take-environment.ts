/** Sentences about the environment's data as a file. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const movingOut = {
  'own-data.environment-stopped':
    'O painel está parado, e os dados dele estão guardados. Peça os arquivos ao suporte: eles são seus, também sem pagamento.',
  'own-data.environment-asleep':
    'O painel está dormindo, e os dados dele estão guardados. Acorde-o na sua conta, e baixe os arquivos quando ele responder.',
  'own-data.environment-failed-title': 'O arquivo não foi baixado',
  'own-data.environment-broken':
    'A conexão caiu no meio, e o arquivo não veio inteiro. Nada mudou no painel: baixe de novo.',
  'own-data.environment-saved': 'O arquivo foi baixado. Guarde-o em um lugar seguro.',
} as const;

export const message = writer({ ...shared, ...movingOut });
