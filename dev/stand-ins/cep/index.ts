/**
 * A local postal-code service in ViaCEP's shape, over a handful of real public addresses (`addresses.json`).
 *
 * Unknown codes answer 200 with `{"erro":"true"}`, malformed ones 400 with a page, both as the real one does.
 */
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { table } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';

/** One response in ViaCEP's format. All values are texts; missing ones are empty. */
interface CepAddress {
  /** With hyphen: `01310-100`. */
  readonly cep: string;
  readonly logradouro: string;
  readonly complemento: string;
  readonly unidade: string;
  readonly bairro: string;
  readonly localidade: string;
  readonly uf: string;
  readonly estado: string;
  readonly regiao: string;
  readonly ibge: string;
  readonly gia: string;
  readonly ddd: string;
  readonly siafi: string;
}

export interface CepStandInOptions {
  readonly port: number;
  /** `*` by default: ViaCEP allows every site. */
  readonly allowOrigin?: string;
}

export function createCepStandIn({ port, allowOrigin = '*' }: CepStandInOptions): HonoStandIn {
  const addresses = JSON.parse(
    readFileSync(new URL('./addresses.json', import.meta.url), 'utf8'),
  ) as CepAddress[];
  const standIn = createStandIn({
    name: 'CEP',
    port,
    title: 'CEP',
    page: () => page(addresses),
    state: () => ({ addresses }),
    // Before the faults, so that browsers can read a failure too.
    controls: new Hono().use(async (c, next) => {
      await next();
      c.res.headers.set('access-control-allow-origin', allowOrigin);
    }),
  });
  for (const path of ['/ws/:cep/json/', '/ws/:cep/json']) {
    standIn.app.get(path, (c) => {
      const cep = c.req.param('cep') ?? '';
      if (!/^\d{5}-?\d{3}$/.test(cep)) return c.html(badRequestPage, 400);
      const digits = cep.replace('-', '');
      const address = addresses.find((each) => each.cep.replace('-', '') === digits);
      return c.json(address ?? { erro: 'true' });
    });
  }

  return standIn;
}

const badRequestPage = `<!DOCTYPE HTML>
<html lang="pt-br">
<head><title>ViaCEP 400</title><meta charset="utf-8"></head>
<body><h1>Http 400</h1><h3>Verifique a URL</h3><p>{Bad Request}</p></body>
</html>`;

const page = (addresses: readonly CepAddress[]) =>
  table(
    ['CEP', 'Rua', 'Bairro', 'Cidade', 'UF'],
    addresses.map(({ cep, logradouro, bairro, localidade, uf }) => [
      html`<a href="/ws/${cep.replace('-', '')}/json/">${cep}</a>`,
      logradouro,
      bairro,
      localidade,
      uf,
    ]),
  );
