/**
 * A local postal-code service in ViaCEP's shape, over a handful of real public addresses (`addresses.json`).
 *
 * Unknown codes answer 200 with `{"erro":"true"}`, malformed ones 400 with a page, both as the real one does.
 */
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  type Faults,
  faultForm,
  faultRoutes,
  type HonoStandIn,
  misbehave,
  noFaults,
  rethrow,
  serveStandIn,
  standInPage,
} from '../stand-in.ts';

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
  const faults = noFaults();
  const addresses = JSON.parse(
    readFileSync(new URL('./addresses.json', import.meta.url), 'utf8'),
  ) as CepAddress[];
  const app = new Hono().onError(rethrow);
  app.route('/', faultRoutes(faults));
  app.get('/__stand-in', (c) => c.html(dashboard(addresses, faults)));
  app.get('/__stand-in/state', (c) => c.json({ addresses }));
  // Before the faults, so that browsers can read a failure too.
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('access-control-allow-origin', allowOrigin);
  });
  app.use(misbehave(faults));
  for (const path of ['/ws/:cep/json/', '/ws/:cep/json']) {
    app.get(path, (c) => {
      const cep = c.req.param('cep') ?? '';
      if (!/^\d{5}-?\d{3}$/.test(cep)) return c.html(badRequestPage, 400);
      const digits = cep.replace('-', '');
      const address = addresses.find((each) => each.cep.replace('-', '') === digits);
      return c.json(address ?? { erro: 'true' });
    });
  }

  return serveStandIn({ name: 'CEP', port, app, faults });
}

const badRequestPage = `<!DOCTYPE HTML>
<html lang="pt-br">
<head><title>ViaCEP 400</title><meta charset="utf-8"></head>
<body><h1>Http 400</h1><h3>Verifique a URL</h3><p>{Bad Request}</p></body>
</html>`;

function dashboard(addresses: readonly CepAddress[], faults: Faults) {
  const rows = addresses.map(
    (each) => html`<tr>
      <td><a href="/ws/${each.cep.replace('-', '')}/json/">${each.cep}</a></td>
      <td>${each.logradouro}</td>
      <td>${each.bairro}</td>
      <td>${each.localidade}</td>
      <td>${each.uf}</td>
    </tr>`,
  );
  const heads = ['CEP', 'Rua', 'Bairro', 'Cidade', 'UF'].map((head) => html`<th scope="col">${head}</th>`);
  return standInPage(
    'CEP',
    html`${faultForm(faults)}
      <table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}
