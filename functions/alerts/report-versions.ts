/** Which versions of a companion's report are read. A fleet walks for days, so the version before is read too. */
import type * as z from 'zod';
import { AlertReport, REPORT_VERSION } from '#domain/api-schemas/alert-report.ts';
import { DomainError } from '#domain/errors.ts';

/** Schemas by version, each of which makes the newest form of its report. */
type ReportReaders = Readonly<Record<number, z.core.$ZodType<AlertReport>>>;

const reportReaders: ReportReaders = { [REPORT_VERSION]: AlertReport };

/**
 * The schema that reads a body. One without a version is refused by the newest schema, field by field.
 * @throws DomainError `report-version` for a version that is not read here.
 */
export function readerOf(body: unknown, readers = reportReaders): z.core.$ZodType<AlertReport> {
  const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : null;
  if (typeof version !== 'number') return AlertReport;
  const reader = Object.hasOwn(readers, version) ? readers[version] : undefined;
  if (reader === undefined) throw new DomainError('report-version');
  return reader;
}
