/** The reports page: a month by plan, the CSV file, the mail switch, and the opt-out link. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_WIDTH_MAX } from '#account/reports/report-words.ts';
import type { ReportsAnswer } from '#domain/api-schemas/reports.ts';
import { message } from '#domain/messages.ts';
import { daysFrom, type RecordedDay } from '#domain/reports/days.ts';
import { monthReport } from '#domain/reports/month.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { openAt, press, savedFiles, server, setUp, user, write } from '#tests/islands/island-page.tsx';

const READ = 'GET /api/conta/relatorios';
const SWITCH = 'POST /api/conta/relatorios/email';
const END = 'POST /api/relatorios/sair';
const CODE = 'a'.repeat(64);

beforeEach(setUp);

const span = { month: '2026-11', from: '2026-11-01', through: '2026-11-30' };
const loja = { id: 1, name: 'Loja', type: 'http' };
const checks = { monitor: 1, up: 1440, down: 0, maintenance: 0, ping: 84, incidents: 0 };

/** A month with every state of a day. */
const days: RecordedDay[] = daysFrom('2026-11-01', '2026-11-29').map((day) => ({
  day,
  checks: [checks],
  outages: [],
}));
days[9] = {
  day: '2026-11-10',
  checks: [{ ...checks, up: 1380, down: 60, incidents: 1 }],
  outages: [{ monitor: 1, from: 36_000, to: 39_600 }],
};
days[10] = { day: '2026-11-11', checks: [{ ...checks, up: 1438, down: 2, incidents: 1 }], outages: [] };
days[11] = { day: '2026-11-12', checks: [{ ...checks, up: 0, maintenance: 1440 }], outages: [] };

const detailed: ReportsAnswer = {
  tenant: 'acme',
  level: 'detailed',
  byMail: true,
  months: ['2026-11', '2026-10'],
  report: monthReport(span, [loja], days, 'detailed'),
};
const basic: ReportsAnswer = {
  ...detailed,
  level: 'basic',
  report: monthReport(span, [loja], days, 'basic'),
};

async function openReports(answer?: ReportsAnswer, address = '/conta/relatorios') {
  if (answer) server.on(READ, () => json(answer));
  await openAt(address, async () => {
    const { Reports } = await import('#account/reports/reports.tsx');
    return <Reports reportsKept="13 meses" />;
  });
}

const figure = async (term: string) => (await screen.findAllByText(term))[0]?.nextSibling?.textContent;

describe('a month', () => {
  test('has figures, days and monitors', async () => {
    await openReports(detailed);
    expect(await screen.findByRole('heading', { name: 'novembro de 2026' })).toBeTruthy();
    expect(await figure('Quedas')).toBe('2');
    expect(await figure('Dias sem dados')).toBe('1');
    const strip =
      '26 dias sem falhas, 1 dia com até 1% de falhas, 1 dia com mais de 1% de falhas, 1 dia só manutenção, 1 dia sem dados.';
    expect(screen.getByRole('img', { name: `Todos os monitores: ${strip}` })).toBeTruthy();
    expect(screen.getByRole('img', { name: `Loja: ${strip}` })).toBeTruthy();
    expect(
      screen.getByRole('img', {
        name: 'Falhas por dia. Dia com mais falhas: 10/11/2026, com 4,17% das checagens.',
      }),
    ).toBeTruthy();
    expect(screen.getByText(/2 quedas · maior: 1 h \(10\/11 às 10h00\) · resposta em 84 ms/)).toBeTruthy();
  });

  test('has the scale of a whole month from its first day on', async () => {
    const first: RecordedDay = {
      day: '2026-11-20',
      checks: [{ ...checks, up: 1435, down: 5 }],
      outages: [],
    };
    const young = { ...span, from: first.day, through: first.day };
    await openReports({ ...detailed, report: monthReport(young, [loja], [first], 'detailed') });
    const chart = await screen.findByRole('img', { name: /^Falhas por dia/ });
    const [, , across = 0, height = 0] = chart.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
    const bars = [...chart.querySelectorAll('.fill-down')];
    expect(bars).toHaveLength(1);
    const size = (name: string) => Number(bars[0]?.getAttribute(name));
    // A third of one per cent: a thirtieth of the width, a third of the height.
    expect(size('width') / across).toBeLessThan(1 / 30);
    expect(size('height') / height).toBeCloseTo(5 / 1440 / 0.01, 2);
    expect(screen.getByText('1,00%')).toBeTruthy();
  });

  test('without a failure says so, and draws no empty scale', async () => {
    const sound = days.map((each) => ({ ...each, checks: [checks], outages: [] }));
    await openReports({ ...detailed, report: monthReport(span, [loja], sound, 'detailed') });
    expect(await screen.findByText('Nenhum dia com falhas.')).toBeTruthy();
    expect(screen.queryByRole('img', { name: /^Falhas por dia/ })).toBeNull();
  });

  test('draws its days equally wide in strips and bars, up to a maximum', async () => {
    await openReports(detailed);
    const strip = await screen.findByRole('img', { name: /^Loja:/ });
    const chart = screen.getByRole('img', { name: /^Falhas por dia/ });
    for (const width of [strip.getAttribute('width'), chart.parentElement?.style.maxWidth])
      expect(Number.parseInt(width ?? '', 10)).toBe(30 * DAY_WIDTH_MAX);
  });

  test('is also a table', async () => {
    await openReports(detailed);
    await user.click(await screen.findByText('Dias em tabela'));
    const row = (day: string) => within(screen.getByRole('row', { name: new RegExp(`^${day}`) }));
    expect(row('10/11').getByText('95,83%')).toBeTruthy();
    expect(row('30/11').getByText('sem dados')).toBeTruthy();
  });

  test('is short in the basic report, which names the rest', async () => {
    await openReports(basic);
    const worst = within(await screen.findByRole('region', { name: 'Monitores que mais falharam' }));
    expect(worst.getByRole('row', { name: /^Loja/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Cada monitor' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Mudar de plano' }).getAttribute('href')).toBe(
      '/upgrade?tenant=acme',
    );
  });

  test('another one can be chosen, and is in the address', async () => {
    await openReports(detailed);
    await user.selectOptions(await screen.findByLabelText('Mês'), 'outubro de 2026');
    await waitFor(() => expect(server.to(READ)).toHaveLength(2));
    expect(window.location.search).toBe('?mes=2026-10');
  });

  test('the free plan and missing data are explained', async () => {
    const { report: _, ...none } = detailed;
    await openReports({ ...none, level: 'none', months: [] });
    expect(await screen.findByText(message('report.not-included'))).toBeTruthy();
    await openReports({ ...none, months: [] });
    expect(await screen.findByText(message('report.none-yet'))).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'http://acme.localhost:4334/dashboard',
      '/docs/quick-start',
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that fails to load can be loaded again', async () => {
    server.on(READ, lost, () => json(basic));
    await openReports();
    expect(await screen.findByText(message('report.failed-title'))).toBeTruthy();
    await press(message('provisioning.retry'));
    expect(await screen.findByRole('heading', { name: 'novembro de 2026' })).toBeTruthy();
    expect(screen.queryByText(message('report.loading'))).toBeNull();
  });

  test('is offered as a file for Excel', async () => {
    const saved = savedFiles();
    await openReports(detailed);
    await press('Baixar planilha (CSV)');
    const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? []);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toContain('Loja;http;10/11/2026;95,83;1440;60;1;0;84\r\n');
  });
});

/** Twenty monitors: the 20th failed most, the 7th is the slowest, the 3rd had most outages. */
const twenty = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Loja ${index + 1}`,
  type: index === 6 ? 'ping' : 'http',
}));
const manyDays: RecordedDay[] = daysFrom('2026-11-04', '2026-11-20').map((day) => ({
  day,
  checks: twenty.map(({ id }) => ({
    monitor: id,
    up: 1440 - (id === 20 ? 60 : 0),
    down: id === 20 ? 60 : 0,
    maintenance: 0,
    ping: id === 7 ? 900 : 80,
    incidents: id === 3 ? 2 : 0,
  })),
  outages: [],
}));
const underWay: ReportsAnswer = {
  ...detailed,
  report: {
    ...monthReport({ ...span, from: '2026-11-04', through: '2026-11-20' }, twenty, manyDays, 'detailed'),
    before: { month: '2026-10', availability: 0.99, incidents: 2 },
  },
};

describe('many monitors', () => {
  const shownNames = async () =>
    within(await screen.findByRole('region', { name: 'Cada monitor' }))
      .getAllByRole('heading', { level: 3 })
      .filter((each) => each.closest('li')?.classList.contains('hidden') === false)
      .map((each) => /Loja \d+/.exec(each.textContent ?? '')?.[0]);

  test('show ten, the worst first, and all on request', async () => {
    await openReports(underWay);
    expect((await shownNames()).slice(0, 3)).toEqual(['Loja 20', 'Loja 1', 'Loja 2']);
    expect(await shownNames()).toHaveLength(10);
    await press('Mostrar os 20 monitores');
    expect(await shownNames()).toHaveLength(20);
  });

  test('can be searched and put in order', async () => {
    await openReports(underWay);
    for (const [order, first] of [
      ['Resposta mais lenta primeiro', 'Loja 7'],
      ['Mais quedas primeiro', 'Loja 3'],
      ['Por nome', 'Loja 1'],
    ] as const) {
      await user.selectOptions(await screen.findByLabelText('Ordem'), order);
      expect((await shownNames())[0]).toBe(first);
    }
    await write(screen.getByLabelText('Procurar um monitor'), 'PING');
    expect(await shownNames()).toEqual(['Loja 7']);
    await write(screen.getByLabelText('Procurar um monitor'), ' nada');
    expect(screen.getByText('Nenhum monitor com essas palavras.')).toBeTruthy();
  });

  test('link to themselves in the environment', async () => {
    await openReports(underWay);
    const link = await screen.findByRole('link', { name: /^Loja 20\b/ });
    expect(link.getAttribute('href')).toBe('http://acme.localhost:4334/dashboard/20');
  });

  test('of a month under way name what is missing, and compare only the share', async () => {
    await openReports(underWay);
    expect(await screen.findByText(/O mês ainda está em andamento/)).toBeTruthy();
    expect(screen.getByText('antes da primeira checagem ou ainda por vir')).toBeTruthy();
    expect(screen.getByText('0,79 p.p. a mais que em outubro')).toBeTruthy();
    expect(screen.getAllByText(/que em outubro/)).toHaveLength(1);
  });

  test('of a whole month are compared in outages too', async () => {
    const report = monthReport(span, [loja], days, 'detailed');
    const before = { month: '2026-10', availability: 0.999, incidents: 5 };
    await openReports({ ...detailed, report: { ...report, before } });
    expect(await screen.findByText('3 a menos que em outubro')).toBeTruthy();
  });
});

describe('the mail', () => {
  const none = () => new Response(null, { status: 204 });

  test('is switched off and on', async () => {
    server.on(SWITCH, none);
    await openReports(basic);
    expect(await screen.findByText(message('report.mail-on'))).toBeTruthy();
    await press('Parar de receber por e-mail');
    expect(await screen.findByText(message('report.mail-off'))).toBeTruthy();
    await press('Receber por e-mail');
    expect(await screen.findByText(message('report.mail-on'))).toBeTruthy();
    expect(server.to(SWITCH).map(({ body }) => body)).toEqual([{ byMail: false }, { byMail: true }]);
  });

  test('a failed switch says so, and nothing has changed', async () => {
    server.on(SWITCH, lost);
    await openReports(basic);
    await press('Parar de receber por e-mail');
    expect(await screen.findByText(message('report.mail-failed-title'))).toBeTruthy();
    expect(screen.getByText(message('report.mail-on'))).toBeTruthy();
  });

  test('its link opts out without a sign-in, after a click', async () => {
    server.on(END, none);
    await openReports(undefined, `/conta/relatorios#sair=pedido-1.${CODE}`);
    await screen.findByRole('button', { name: 'Parar de receber por e-mail' });
    expect(server.sent).toEqual([]);
    await press('Parar de receber por e-mail');
    expect(await screen.findByText(message('report.mail-off'))).toBeTruthy();
    expect(server.to(END).map(({ body, headers }) => [body, headers.has('Authorization')])).toEqual([
      [{ orderId: 'pedido-1', code: CODE }, false],
    ]);
    expect(window.location.hash).toBe('');
  });

  test('an incomplete or wrong link changes nothing', async () => {
    await openReports(undefined, '/conta/relatorios#sair=pedido-1.abc');
    expect(await screen.findByText(message('report.mail-link-wrong'))).toBeTruthy();
    server.on(END, refusal(403, 'forbidden', message('error.forbidden')));
    await openReports(undefined, `/conta/relatorios#sair=pedido-1.${CODE}`);
    await press('Parar de receber por e-mail');
    expect(await screen.findByText(message('report.mail-failed-title'))).toBeTruthy();
  });
});
