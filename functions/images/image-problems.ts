/** Which facts about our images need a person, and how urgently; docs/alarms.md has the table. */
import type { ReadyProblem } from '#domain/api-schemas/operation-answers.ts';
import { addDays, businessDay, DAY_MS, formatDay } from '#domain/billing/days.ts';
import { severityNames } from '#domain/operations/severity.ts';
import type { Accepted } from './accepted.ts';
import { isCalling } from './calling.ts';
import type { Fault, ImageState, ImageStates } from './read-images.ts';
import { ADVISORIES } from './store.ts';
import { isNewer, lastMonthOfPostgres } from './versions.ts';
import type { WatchedImage } from './watched.ts';

/** A source that does not answer for so long is told of. */
const SILENT_DAYS = 3;
/** How long before its end a version of PostgreSQL is told of. */
const END_AHEAD_DAYS = 180;
/** At most so many faults of one image have a line of their own. */
const LINES_MAX = 10;

const mail = (text: string): ReadyProblem => ({ level: 'mail', text });

const isGrave = ({ severity }: Fault): boolean => severity === 'critical' || severity === 'high';

/**
 * Whether a fault calls a person: a grave one with a fixed version, in what runs. Once on each working day, for half an
 * hour (calling.ts); at any other time it is a mail, as everything else.
 */
export function levelOf(fault: Fault, now: number): ReadyProblem['level'] {
  const isUrgent = isGrave(fault) && fault.fixedIn !== null && fault.isOfRunning;
  return isUrgent && isCalling(fault.foundAt, now) ? 'page' : 'mail';
}

/** The problems of all images. */
export function imageProblems(
  { images, sources }: ImageStates,
  accepted: Accepted,
  now: number,
): readonly ReadyProblem[] {
  return [
    ...images.flatMap((state) => [
      ...faultLines(state, accepted, now),
      ...versionLines(state, now),
      ...listLines(state.image),
    ]),
    ...silentLines(images, sources, now),
    ...idleLines(images, accepted),
  ];
}

/** Whether an exception is about this fault of this image. */
export const isAcceptedBy =
  ({ image }: ImageState, fault: Fault) =>
  (each: Accepted[number]): boolean =>
    each.image === image.id && each.package === fault.package && fault.ids.has(each.advisory);

/** `Uptime Kuma 2.5.6`. */
const nameOf = ({ name, version, tag }: WatchedImage): string => `${name} ${version ?? tag ?? ''}`.trim();

/** An id in its database; a line must be readable by itself. */
const linkOf = (advisory: string): string => `https://osv.dev/vulnerability/${advisory}`;

function faultLines(state: ImageState, accepted: Accepted, now: number): ReadyProblem[] {
  const today = businessDay(now);
  const open = state.faults.flatMap((fault) => {
    const exception = accepted.find(isAcceptedBy(state, fault));
    return exception !== undefined && exception.until >= today ? [] : [{ fault, exception }];
  });
  const grave = open.filter(({ fault }) => isGrave(fault));
  const rest = open.length - Math.min(grave.length, LINES_MAX);
  return [
    ...grave.slice(0, LINES_MAX).map(({ fault, exception }): ReadyProblem => {
      const { advisory, package: name, version, severity, fixedIn, isOfRunning } = fault;
      const what = [
        `${nameOf(state.image)}: ${name} ${version} tem ${advisory} (${severityNames[severity]})`,
        fixedIn === null ? 'sem versão corrigida' : `corrigida na ${fixedIn}`,
        ...(isOfRunning ? [] : [`pela lista da versão ${state.image.readFrom}`]),
        ...(exception === undefined ? [] : [`a exceção venceu em ${formatDay(exception.until)}`]),
      ].join(', ');
      return { level: levelOf(fault, now), text: `${what}: ${linkOf(advisory)}` };
    }),
    ...(rest === 0 ? [] : [mail(`${nameOf(state.image)}: ${restWords(rest, grave.length > LINES_MAX)}`)]),
  ];
}

function restWords(count: number, areSomeGrave: boolean): string {
  const what = count === 1 ? 'falha conhecida' : 'falhas conhecidas';
  const kind = areSomeGrave ? 'sem linha própria' : count === 1 ? 'menos grave' : 'menos graves';
  return `${count} ${what} ${kind}; veja "imagens"`;
}

function versionLines({ image, newest }: ImageState, now: number): ReadyProblem[] {
  const { id, name, tag, version } = image;
  if (tag === null)
    return [mail(`${name}: deploy/versions.json não diz que versão roda, e ninguém procura falhas nela`)];
  if (version === null)
    return [mail(`${name}: a etiqueta ${tag} não diz uma versão exata, e ninguém procura falhas nela`)];
  return [
    ...(newest !== null && isNewer(newest, version) ? [mail(`${nameOf(image)}: há a versão ${newest}`)] : []),
    ...(id === 'postgresql' ? postgresLines(version, now) : []),
  ];
}

function postgresLines(version: string, now: number): ReadyProblem[] {
  const month = lastMonthOfPostgres(version);
  const [year, number] = month.split('-');
  const major = `PostgreSQL ${version.split('.')[0]}`;
  if (month < businessDay(now).slice(0, 7))
    return [mail(`${major}: não recebe mais correções desde ${number}/${year}`)];
  const isNear = month <= addDays(businessDay(now), END_AHEAD_DAYS).slice(0, 7);
  return isNear ? [mail(`${major}: recebe as últimas correções em ${number}/${year}`)] : [];
}

function listLines({ name, version, readFrom }: WatchedImage): ReadyProblem[] {
  if (version === null || readFrom === null || readFrom === version) return [];
  return [
    mail(
      `${name}: a lista dos pacotes é da versão ${readFrom}, e roda a ${version}: npm run write:images a renova`,
    ),
  ];
}

function silentLines(
  images: readonly ImageState[],
  sources: ImageStates['sources'],
  now: number,
): ReadyProblem[] {
  return sources.flatMap(({ source, askedSince, answeredAt }) => {
    const days = Math.floor((now - (answeredAt ?? askedSince)) / DAY_MS);
    if (days < SILENT_DAYS) return [];
    if (source === ADVISORIES)
      return [mail(`falhas conhecidas: o OSV não responde por inteiro há ${days} dias`)];
    const image = images.find(({ image: { id } }) => id === source)?.image;
    const host = image?.repository.split('/')[0];
    return image === undefined
      ? []
      : [mail(`${image.name}: ${host} não diz a versão mais nova há ${days} dias`)];
  });
}

/** An exception that no fault needs is removed, so that it hides no later one. */
function idleLines(images: readonly ImageState[], accepted: Accepted): ReadyProblem[] {
  const needed = (each: Accepted[number]) =>
    images.some((state) => state.faults.some((fault) => isAcceptedBy(state, fault)(each)));
  return accepted
    .filter((each) => !needed(each))
    .map(({ image, advisory }) => mail(`${image}: a exceção de ${advisory} não é mais precisa`));
}
