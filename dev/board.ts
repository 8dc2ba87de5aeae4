/** The board that `npm start` prints at the end: addresses, a demo account, test cards and numbers. */
import { testCards, validExamples } from './demonstration.ts';
import type { StackAddresses } from './ports.ts';
import { demoUser } from './stand-ins/identity/index.ts';

type Row = readonly [label: string, value: string, note?: string];

const page = '/__stand-in';

function addressRows(at: StackAddresses): Row[] {
  const tenant = (name: string): string => at.tenantUrlTemplate.replace('{tenant}', name);
  return [
    ['Site', at.siteUrl],
    ['Documentação', `${at.siteUrl}/docs`],
    ['Criar conta', `${at.siteUrl}/checkout?plan=free`],
    ['Ambiente de demonstração', tenant('demo')],
    ['Status do serviço', tenant('status')],
    ['Identidade', `${at.identityUrl}${page}`, 'no lugar do Keycloak'],
    ['Pagamentos', `${at.asaasUrl}${page}`, 'no lugar do Asaas'],
    ['Implantação', `${at.argocdUrl}${page}`, 'no lugar do Argo CD'],
    ['Ambientes dos clientes', `http://localhost:${at.tenantsPort}${page}`, tenant('{subdomínio}')],
    [
      'Um que dorme',
      'SLEEP_DAY_SECONDS=20 npm start',
      'sem monitor ligado, dorme em 5 min; acorda em /conta',
    ],
    ['Caixa de e-mail', `${at.mailUrl}${page}`, 'tudo o que o site enviou'],
    ['CEP', `${at.cepUrl}${page}`, 'no lugar do ViaCEP'],
    ['Desafio', `${at.turnstileUrl}${page}`, 'no lugar do Turnstile; CHALLENGE=turnstile npm start o liga'],
    ['Telegram', at.telegramUrl, 'conversas com o robô dos avisos, no lugar do Telegram'],
    ['UptimeRobot', `${at.robotUrl}${page}`, 'uma conta com monitores para trazer'],
    ['A outra rede', `${at.otherNetworkUrl}${page}`, 'o que responde um site que caiu, visto de fora'],
    [
      'Canais e webhooks',
      `${at.channelsUrl}${page}`,
      'no lugar do Slack, do Discord, do Teams e dos webhooks',
    ],
  ];
}

function exampleRows(): Row[] {
  const { cpf, cnpj, alphanumericCnpj, cep } = validExamples;
  const cards = Object.values(testCards).map(({ number, outcome }): Row => ['Cartão', number, outcome]);
  return [
    ['Conta', demoUser.email, `senha ${demoUser.password}`],
    ...cards,
    ['CPF', cpf],
    ['CNPJ', `${cnpj} ou ${alphanumericCnpj}`],
    ['CEP', cep],
  ];
}

function table(rows: readonly Row[]): string {
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  return rows
    .map(([label, value, note = '']) =>
      `  ${label.padEnd(labelWidth)}  ${value.padEnd(valueWidth)}  ${note}`.trimEnd(),
    )
    .join('\n');
}

/** The board as text. */
export function board(at: StackAddresses, { isDev, seconds }: { isDev: boolean; seconds: number }): string {
  const time = seconds.toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return [
    '',
    `Vigia no ar em ${time} s${isDev ? ' (páginas com recarga automática)' : ''}`,
    '',
    table(addressRows(at)),
    '',
    'Para experimentar',
    table(exampleRows()),
    '  Qualquer validade futura e qualquer CVV servem. Nada sai desta máquina.',
    '',
    'Ctrl-C encerra tudo. Os dados ficam em .local; "npm start -- --fresh" começa do zero.',
  ].join('\n');
}
