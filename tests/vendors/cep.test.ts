/** The postal-code stand-in responds in ViaCEP's format. */
import { expect, test } from 'vitest';
import { createCepStandIn } from '#dev/stand-ins/cep/index.ts';

const ask = (cep: string, standIn = createCepStandIn({ port: 0 })) => standIn.app.request(`/ws/${cep}/json/`);

test('a known code has every field, for every site', async () => {
  const answer = await ask('01310100');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toEqual({
    cep: '01310-100',
    logradouro: 'Avenida Paulista',
    complemento: 'de 612 a 1510 - lado par',
    unidade: '',
    bairro: 'Bela Vista',
    localidade: 'São Paulo',
    uf: 'SP',
    estado: 'São Paulo',
    regiao: 'Sudeste',
    ibge: '3550308',
    gia: '1004',
    ddd: '11',
    siafi: '7107',
  });
});

test('a town with one code for all has no street and no neighbourhood', async () => {
  expect(await (await ask('62823000')).json()).toMatchObject({
    logradouro: '',
    bairro: '',
    localidade: 'Jaguaruana',
  });
});

test('an unknown code is 200 with "erro" as a text', async () => {
  const answer = await ask('99999999');
  expect([answer.status, await answer.json()]).toEqual([200, { erro: 'true' }]);
});

test.each([['950100100'], ['95010A10'], ['9501010']])('%s is 400 with a page, as in ViaCEP', async (cep) => {
  const answer = await ask(cep);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    400,
    expect.stringContaining('text/html'),
  ]);
});
