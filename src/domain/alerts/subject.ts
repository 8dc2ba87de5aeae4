/** The subject of a message about alerts. Pure. */
import { countOfMonitors } from '../limits/words.ts';
import { lowerFirst } from '../text/lower-first.ts';
import type { AlertLine } from './lines.ts';

const NAMES_MAX = 3;

/** The most urgent thing first, then how many others there are. */
export function subjectOf(lines: readonly AlertLine[]): string {
  const parts = subjectParts.flatMap(({ of, one, many }) => {
    const found = lines.filter(({ what }) => of.includes(what));
    const [only] = found;
    if (only === undefined) return [];
    return [found.length === 1 ? one(labelOf(only), only) : many(found.length, found.map(labelOf), found)];
  });
  const [first = 'Avisos do seu Vigia', ...others] = parts;
  return others.length === 0 ? first : `${first}; ${others.map(lowerFirst).join('; ')}`;
}

function labelOf(line: AlertLine): string {
  if ('monitor' in line) return line.monitor.name;
  return 'window' in line ? line.window.title : '';
}

/** Who looks after these falls, where it is one person. */
function lookerOf(lines: readonly AlertLine[]): string {
  const [by, ...others] = new Set(lines.flatMap((line) => (line.what === 'seen' ? [line.by] : [])));
  return by === undefined || others.length > 0 ? 'Alguém' : by;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const left = names.length - shown.length;
  return [...shown, ...(left > 0 ? [`mais ${left}`] : [])].join(', ');
}

const subjectParts: readonly {
  readonly of: readonly AlertLine['what'][];
  readonly one: (name: string, line: AlertLine) => string;
  readonly many: (count: number, names: readonly string[], lines: readonly AlertLine[]) => string;
}[] = [
  {
    of: ['fell'],
    one: (name) => `Fora do ar: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} fora do ar: ${listed(names)}`,
  },
  {
    of: ['still-down'],
    one: (name) => `Continua fora do ar: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} continuam fora do ar: ${listed(names)}`,
  },
  {
    of: ['unstable'],
    one: (name) => `Instável: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} instáveis: ${listed(names)}`,
  },
  {
    of: ['seen'],
    one: (name, line) => `${lookerOf([line])} está vendo: ${name}`,
    many: (count, names, lines) =>
      `${lookerOf(lines)} está vendo ${countOfMonitors(count)}: ${listed(names)}`,
  },
  {
    of: ['folded'],
    one: (name) => `Cai demais: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} caem demais: ${listed(names)}`,
  },
  {
    of: ['left'],
    one: (name) => `Paramos de vigiar: ${name}`,
    many: (count, names) => `Paramos de vigiar ${countOfMonitors(count)}: ${listed(names)}`,
  },
  {
    of: ['brief'],
    one: (name) => `Caiu e voltou: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} caíram e voltaram: ${listed(names)}`,
  },
  {
    of: ['returned', 'stable'],
    one: (name) => `De volta: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} de volta: ${listed(names)}`,
  },
  {
    of: ['first'],
    one: (name) => `Primeira checagem: ${name} está no ar`,
    many: (count, names) => `${countOfMonitors(count)} na primeira checagem: ${listed(names)}`,
  },
  {
    of: ['maintenance-soon'],
    one: (title) => `Manutenção em breve: ${title}`,
    many: (count) => `${count} manutenções em breve`,
  },
  {
    of: ['maintenance'],
    one: (title) => `Manutenção começou: ${title}`,
    many: (count) => `${count} manutenções começaram`,
  },
  {
    of: ['maintenance-over'],
    one: (title) => `Manutenção terminou: ${title}`,
    many: (count) => `${count} manutenções terminaram`,
  },
  {
    of: ['certificate'],
    one: (name) => `Certificado perto de vencer: ${name}`,
    many: (count) => `${count} certificados perto de vencer`,
  },
  {
    of: ['domain'],
    one: (name) => `Domínio perto de vencer: ${name}`,
    many: (count) => `${count} domínios perto de vencer`,
  },
  { of: ['test'], one: () => 'Teste dos avisos da Vigia', many: () => 'Teste dos avisos da Vigia' },
];
