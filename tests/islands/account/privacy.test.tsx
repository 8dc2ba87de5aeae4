/** A person's own data on its page: export, deletion, and the sign-in that both require. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeletionPreview } from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { savedFiles, write } from '#tests/islands/island-page.tsx';
import {
  active,
  button,
  cancelled,
  openOwnData,
  openPlan,
  READ,
  server,
  setUp,
  user,
} from './account-page.tsx';

const STATE = 'GET /api/conta/dados';
const COPY = 'POST /api/conta/dados/copia';
const PREVIEW = 'GET /api/conta/dados/exclusao';
const DELETE = 'POST /api/conta/dados/exclusao';

const stale = refusal(409, 'sign-in-stale', message('error.sign-in-stale'));
const copy = {
  leiame: 'Comece pelo índice.',
  indice: [],
  exportedAt: '2026-11-23T02:00:00.000Z',
  tables: {},
};
const preview: DeletionPreview = {
  confirm: 'acme',
  environment: { name: 'acme', removalAt: '2026-01-01T00:00:00.000Z', renews: true },
  debt: { amountCentavos: 1320, days: 4 },
  purchases: [{ plan: 'pro', amountCentavos: 9900, withdrawUntil: '2099-11-28T02:59:59.999Z' }],
  kept: [
    {
      title: 'Contratação',
      why: 'Cumprir o contrato.',
      basis: 'execução do contrato (art. 7º, V)',
      period: '5 anos, a partir do fim do contrato',
      until: '2031-11-22',
    },
    {
      title: 'Registros fiscais',
      why: 'Cumprir a lei.',
      basis: 'obrigação legal (art. 7º, II)',
      period: '5 anos',
    },
  ],
};
const underWay = {
  deletion: { requestedAt: '2026-11-23T02:00:00.000Z', removalAt: '2026-11-23T02:00:00.000Z' },
};

let saved: ReturnType<typeof savedFiles>;

beforeEach(() => {
  setUp();
  // Longer paths first: the fake uses the first match.
  server.on(PREVIEW, () => json(preview));
  server.on(STATE, () => json({}));
  server.on(READ, () => json(active));
  saved = savedFiles();
});

const dialog = () => within(screen.getByRole('dialog', { name: 'Apagar a conta?' }));
const openDialog = async () => {
  await user.click(await screen.findByRole('button', { name: 'Apagar a conta' }));
  await dialog().findByText('O que fica guardado, e até quando');
};

/** The page after the provider's redirect. */
const comeBack = (step: string) => openOwnData(`?dados=${step}`);

describe('the export', () => {
  test('is saved as a file, unchanged', async () => {
    server.on(COPY, () => json(copy));
    await openOwnData();
    await user.click(await screen.findByRole('button', { name: 'Baixar os meus dados' }));
    expect(await screen.findByText(message('own-data.copied'))).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['seus-dados-2026-11-23.json']);
    expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toEqual(copy);
  });

  test('with an old sign-in asks for the password and returns', async () => {
    server.on(COPY, stale);
    await openOwnData();
    await user.click(await screen.findByRole('button', { name: 'Baixar os meus dados' }));
    expect(await screen.findByText(message('own-data.copy-failed-title'))).toBeTruthy();
    await user.click(button('Entrar de novo'));
    await waitFor(() =>
      expect(provider.calls.find(({ method }) => method === 'login')?.options).toMatchObject({
        prompt: 'login',
        redirectUri: expect.stringMatching(/\/conta\/meus-dados\?dados=copia$/),
      }),
    );
    await comeBack('copia');
    const result = await screen.findByText(message('own-data.signed-in-again'));
    await waitFor(() => expect(document.activeElement?.contains(result)).toBe(true));
    expect(window.location.search).toBe('');
    expect(server.to(COPY)).toHaveLength(1);
    expect(saved).toEqual([]);
  });

  test.each([
    ['beyond the number of a day', message('own-data.copies-over', { count: 5 })],
    ['that cannot be made now', message('error.payment-unavailable')],
  ])('%s: the page shows the server’s sentence', async (_case, sentence) => {
    server.on(COPY, refusal(429, 'rate-limited', sentence));
    await openOwnData();
    await user.click(await screen.findByRole('button', { name: 'Baixar os meus dados' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Entrar de novo' })).toBeNull();
  });
});

describe('the deletion', () => {
  test('lists first what ends, is owed, refundable and kept', async () => {
    await openOwnData();
    await openDialog();
    for (const words of [
      /Antes de tudo a renovação é cancelada/,
      /O painel acme sai do ar assim que você confirmar/,
      /Continuam devidos R\$\s13,20, por 4 dias/,
      /Até 27\/11\/2099 às 23h59 você ainda pode desistir do plano Pro e receber R\$\s99/,
      /Contratação: até 22\/11\/2031/,
      /Registros fiscais: 5 anos/,
      /Base: obrigação legal/,
    ])
      expect(dialog().getByText(words)).toBeTruthy();
    expect(server.to(DELETE)).toEqual([]);
  });

  test('needs the typed word; then the page shows its progress', async () => {
    server.on(DELETE, () => json(underWay));
    await openOwnData();
    await openDialog();
    const confirm = dialog().getByRole('button', { name: 'Apagar a conta' });
    await write(dialog().getByRole('textbox'), 'outra');
    await user.click(confirm);
    expect(dialog().getByText(message('own-data.confirm-differs'))).toBeTruthy();
    expect(server.to(DELETE)).toEqual([]);
    await user.clear(dialog().getByRole('textbox'));
    await write(dialog().getByRole('textbox'), ' ACME ');
    await user.click(confirm);
    expect(await screen.findByText('A exclusão da sua conta está em andamento')).toBeTruthy();
    expect(server.to(DELETE).map(({ body }) => body)).toEqual([{ confirm: 'acme' }]);
    expect(screen.queryByRole('button', { name: 'Apagar a conta' })).toBeNull();
  });

  test('with an old sign-in returns to the open dialog, sending nothing', async () => {
    server.on(DELETE, stale);
    await openOwnData();
    await openDialog();
    await write(dialog().getByRole('textbox'), 'acme');
    await user.click(dialog().getByRole('button', { name: 'Apagar a conta' }));
    expect(await dialog().findByText(message('own-data.deletion-failed-title'))).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Entrar de novo' }));
    await comeBack('exclusao');
    expect(await screen.findByRole('dialog', { name: 'Apagar a conta?' })).toBeTruthy();
    expect(server.to(DELETE)).toHaveLength(1);
    expect(window.location.search).toBe('');
  });

  test('with a lost response is reported as unknown, not done', async () => {
    server.on(DELETE, () => new Response('{', { status: 200 }));
    await openOwnData();
    await openDialog();
    await write(dialog().getByRole('textbox'), 'acme');
    await user.click(dialog().getByRole('button', { name: 'Apagar a conta' }));
    expect(await dialog().findByText(message('own-data.deletion-unclear'))).toBeTruthy();
  });

  test('in progress is shown on the next visit, with its day', async () => {
    server.on(STATE, () =>
      json({ deletion: { ...underWay.deletion, removalAt: '2099-11-30T15:00:00.000Z' } }),
    );
    await openOwnData();
    expect(await screen.findByText(/O painel sai em 30\/11\/2099 às 12h00, ou antes/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Apagar a conta' })).toBeNull();
  });

  test('in progress offers no other plan and no renewal, and says so at the top', async () => {
    const deletion = { ...underWay.deletion, removalAt: '2099-11-30T15:00:00.000Z' };
    server.on(STATE, () => json({ deletion }));
    await openPlan(cancelled);
    expect(await screen.findByText('O painel sai do ar em 30/11/2099 às 12h00')).toBeTruthy();
    expect(screen.getByText(/Ele funciona até lá, e nada mais é renovado\./)).toBeTruthy();
    for (const name of ['Retomar a renovação', 'Mudar de plano'])
      expect(screen.queryByRole('link', { name })).toBeNull();
  });

  test('of an environment with members names the day and notice', async () => {
    const environment = { name: 'acme', removalAt: '2099-11-30T15:00:00.000Z', renews: true };
    server.on(PREVIEW, () => json({ ...preview, environment }));
    await openOwnData();
    await user.click(await screen.findByRole('button', { name: 'Apagar a conta' }));
    const words = await dialog().findByText(/O painel acme sai do ar em 30\/11\/2099 às 12h00/);
    expect(words.textContent).toContain('são avisadas por e-mail e têm 7 dias');
  });

  test('is not offered until its preview has loaded', async () => {
    server.on(PREVIEW, lost, () => json(preview));
    await openOwnData();
    await user.click(await screen.findByRole('button', { name: 'Apagar a conta' }));
    await user.click(await dialog().findByRole('button', { name: message('provisioning.retry') }));
    expect(await dialog().findByText(/Contratação: até/)).toBeTruthy();
  });
});

test('an account without an environment has both too', async () => {
  server.on(READ, () => json({ environment: 'none' }));
  await openOwnData();
  expect(await screen.findByRole('button', { name: 'Baixar os meus dados' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Apagar a conta' })).toBeTruthy();
});
