/** What the lockfile may contain: licences, and known vulnerabilities with a reason and an end date. */
import * as z from 'zod';

/** Licences that allow our use without publishing our source. */
const allowedLicenses: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Licences with obligations, for packages whose use meets them: unchanged, and in separate files. */
export const licenseExceptions: Readonly<
  Record<string, { readonly packages: RegExp; readonly reason: string }>
> = {
  'LGPL-3.0-or-later': {
    packages: /^@img\/sharp-/,
    reason: 'libvips, ligada dinamicamente, só na construção das imagens; nada dela é publicado',
  },
  'MPL-2.0': {
    packages:
      /^(?:axe-core|@axe-core\/playwright|lightningcss(?:-[\w-]+)?|satteri(?:-[\w-]+)?|@bruits\/[\w-]+)$/,
    reason: 'ferramentas de construção e teste, sem mudança; nada delas é publicado',
  },
};

/** Declared in the old form, `licenses`, which a lockfile does not carry; as their package.json says. */
const declaredInOldForm: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' };

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
}

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      // Only where it is not the one in the path: a package under another name.
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
    }),
  ),
});

/** Every package of a lockfile, once per version, without the project itself. */
export function lockedPackages(lockfile: unknown): readonly LockedPackage[] {
  const { packages } = Lockfile.parse(lockfile);
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name: other, version = '', license }]) => {
      const name = other ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? declaredInOldForm[name] };
    });
}

/** @returns One Portuguese sentence for each package without an allowed licence. */
export function refusedLicenses(packages: readonly LockedPackage[]): readonly string[] {
  return packages
    .filter(({ name, license }) => !isAllowed(name, license))
    .map(({ name, version, license }) => `${name} ${version}: ${license ?? 'sem licença declarada'}`);
}

const Components = z.object({ components: z.array(z.object({ name: z.string(), version: z.string() })) });
const Project = z.object({ dependencies: z.record(z.string(), z.string()) });

/** @returns Every package that a published version may contain and that the component list does not name. */
export function unlisted(list: unknown, project: unknown): readonly string[] {
  const { components = [] } = Components.safeParse(list).data ?? {};
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return Object.entries(Project.parse(project).dependencies)
    .map(([name, version]) => `${name}@${version}`)
    .filter((each) => !named.has(each));
}

/** SPDX: OR needs one allowed side, AND needs both. */
function isAllowed(name: string, license: string | undefined): boolean {
  if (license === undefined) return false;
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((side) =>
      side
        .split(' AND ')
        .every((each) => allowedLicenses.has(each) || licenseExceptions[each]?.packages.test(name) === true),
    );
}

/** A known vulnerability accepted for now: why, and until which day (`YYYY-MM-DD`). */
export const AuditExceptions = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/),
    package: z.string().min(1),
    reason: z.string().min(20),
    until: z.iso.date(),
  }),
);
export type AuditException = z.output<typeof AuditExceptions>[number];

/** The fields of `npm audit --json` that are read here. */
const AuditAnswer = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({ name: z.string(), url: z.string(), title: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

/**
 * @param day Today, `YYYY-MM-DD`.
 * @returns One sentence for each vulnerability without a valid exception, and for each unused exception; `null` without
 *   an answer from npm.
 */
export function auditFindings(
  answer: unknown,
  exceptions: readonly AuditException[],
  day: string,
): readonly string[] | null {
  const read = AuditAnswer.safeParse(answer);
  if (!read.success) return null;
  const known = Object.values(read.data.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) =>
      typeof each === 'string' ? [] : [{ ...each, advisory: each.url.slice(each.url.lastIndexOf('/') + 1) }],
    ),
  );
  const excepted = (advisory: string, name: string): AuditException | undefined =>
    exceptions.find((each) => each.advisory === advisory && each.package === name);
  const open = known.flatMap(({ advisory, name, title, severity }) => {
    const exception = excepted(advisory, name);
    if (exception === undefined) return [`${name}: ${title} (${severity}, ${advisory})`];
    if (exception.until < day) return [`${name}: a exceção de ${advisory} venceu em ${exception.until}`];
    return [];
  });
  const idle = exceptions
    .filter(
      (each) => !known.some(({ advisory, name }) => advisory === each.advisory && name === each.package),
    )
    .map((each) => `${each.package}: a exceção de ${each.advisory} não é mais precisa`);
  return [...new Set([...open, ...idle])];
}
