/**
 * Describes a cron expression in a Portuguese sentence: "Toda segunda-feira, às 2h."
 *
 * Owns: the words. Every expression gets a sentence; unusual ones list their values.
 */
import { upperFirst } from '#domain/text/upper-first.ts';
import type { CronExpression, CronPart } from './parse-cron.ts';

const monthNames = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const weekdayNames = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
];

const list = (words: readonly string[]): string => {
  const head = words.slice(0, -1).join(', ');
  const last = words.at(-1) ?? '';
  return head === '' ? last : `${head} e ${last}`;
};

export function describeCron(expression: CronExpression): string {
  return `${upperFirst([describeDays(expression), describeTimes(expression)].join(', '))}.`;
}

function describeDays({ dayOfMonth, month, dayOfWeek }: CronExpression): string {
  const season = month.isAny ? '' : inMonths(month);
  if (dayOfMonth.isAny && dayOfWeek.isAny) return join('todos os dias', season);
  if (dayOfMonth.isAny) return join(onWeekdays(dayOfWeek), season);
  const dates = onDates(dayOfMonth, month);
  if (dayOfWeek.isAny) return dates;
  return `${dates}, e também ${onWeekdays(dayOfWeek)}${season === '' ? '' : `, só ${season}`}`;
}

const join = (words: string, season: string): string => (season === '' ? words : `${words} ${season}`);

function onWeekdays({ values, text }: CronPart): string {
  const [only] = values;
  if (values.length === 7) return 'todos os dias';
  if (values.length === 1 && only !== undefined)
    return `${isMasculine(only) ? 'todo' : 'toda'} ${weekdayNames[only]}`;
  if (/^(?:1-5|mon-fri)$/i.test(text)) return 'de segunda a sexta-feira';
  return `toda semana, ${list(values.map((day) => `${isMasculine(day) ? 'no' : 'na'} ${weekdayNames[day]}`))}`;
}

const isMasculine = (weekday: number): boolean => weekday === 0 || weekday === 6;

function onDates({ values, text }: CronPart, month: CronPart): string {
  const [only] = values;
  const ofMonth = month.isAny ? 'de cada mês' : inMonths(month);
  const step = /^\*\/(\d+)$/.exec(text)?.[1];
  if (values.length === 31) return join('todos os dias', month.isAny ? '' : ofMonth);
  if (values.length === 1 && only !== undefined) {
    const named = month.values.length === 1 ? `de ${monthNames[(month.values[0] ?? 1) - 1]}` : '';
    return named === ''
      ? `todo dia ${only} ${month.isAny ? 'do mês' : ofMonth}`
      : `todo dia ${only} ${named}`;
  }
  if (step === '2') return `dia sim, dia não, a partir do dia 1 ${ofMonth}`;
  if (step !== undefined) return `a cada ${step} dias, a partir do dia 1 ${ofMonth}`;
  const range = /^(\d+)-(\d+)$/.exec(text);
  if (range) return `do dia ${Number(range[1])} ao dia ${Number(range[2])} ${ofMonth}`;
  return `nos dias ${list(values.map(String))} ${ofMonth}`;
}

function inMonths(part: CronPart): string {
  const { values } = part;
  const names = values.map((value) => monthNames[value - 1] ?? '');
  if (part.values.length === 12) return 'de cada mês';
  return values.length > 2 && isRun(part) ? `de ${names[0]} a ${names.at(-1)}` : `em ${list(names)}`;
}

/** With more times of day than this, the sentence states the rule instead of listing the times. */
const NAMED_TIMES = 6;

function describeTimes({ minute, hour }: CronExpression): string {
  const times = hour.values.flatMap((h) => minute.values.map((m) => atTime(h, m)));
  const [at] = minute.values;
  if (times.length <= NAMED_TIMES) return list(times);
  if (hour.values.length === 24) return inEachHour(minute);
  if (minute.values.length > 1) return `${inEachHour(minute, true)}, ${duringHours(hour, 'h59')}`;
  const rhythm = everyHours(hour) ?? (isRun(hour) ? `de hora em hora, ${duringHours(hour, 'h')}` : null);
  if (rhythm === null) return list(times);
  return at === 0 ? rhythm : `${rhythm}, no minuto ${at}`;
}

function inEachHour({ values, text }: CronPart, isWithinHours = false): string {
  const [only] = values;
  if (values.length === 60) return 'a cada minuto';
  const step = /^(?:\*|0)\/(\d+)$/.exec(text)?.[1];
  if (step !== undefined && values.length > 1) {
    return 60 % Number(step) === 0
      ? `a cada ${step} minutos`
      : `a cada ${step} minutos, contados do começo de cada hora`;
  }
  if (values.length === 1 && only === 0) return 'no começo de cada hora';
  const minutes = values.length === 1 ? `no minuto ${only}` : `nos minutos ${list(values.map(String))}`;
  return isWithinHours ? minutes : `${minutes} de cada hora`;
}

function everyHours({ text }: CronPart): string | null {
  const step = /^(?:\*|0)\/(\d+)$/.exec(text)?.[1];
  if (step === undefined) return null;
  return 24 % Number(step) === 0 ? `a cada ${step} horas` : `a cada ${step} horas, contadas da meia-noite`;
}

const isRun = ({ values }: CronPart): boolean =>
  values.every((value, index) => value === (values[0] ?? 0) + index);

function duringHours(hour: CronPart, end: 'h' | 'h59'): string {
  const [first = 0] = hour.values;
  const last = hour.values.at(-1) ?? 0;
  if (!isRun(hour)) return `nas horas ${list(hour.values.map(String))}`;
  if (first === last) return `entre ${first}h e ${first}h59`;
  return `${first < 2 ? 'da' : 'das'} ${first}h às ${last}${end}`;
}

function atTime(hour: number, minute: number): string {
  if (minute === 0 && hour === 0) return 'à meia-noite';
  if (minute === 0 && hour === 12) return 'ao meio-dia';
  return `${hour < 2 ? 'à' : 'às'} ${hour}h${minute === 0 ? '' : String(minute).padStart(2, '0')}`;
}
