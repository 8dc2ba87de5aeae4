/** API calls about the reports; each may throw an `ApiError`. */
import * as z from 'zod/mini';
import {
  type ReportMailEndRequest,
  ReportsAnswer,
  reportMailEndEndpoint,
  reportMailEndpoint,
  reportsPath,
} from '#domain/api-schemas/reports.ts';
import { ask, post } from '#lib/api.ts';

/** `GET /api/conta/relatorios`. */
export const getReports = (month: string | undefined, signal?: AbortSignal) =>
  ask(reportsPath(month), ReportsAnswer, { signal });

/** `POST /api/conta/relatorios/email`, answered without a body. */
export const postReportMail = (isOn: boolean) =>
  post(reportMailEndpoint, z.null(), { body: { porEmail: isOn } });

/** `POST /api/relatorios/sair`, without signing in, answered without a body. */
export const postReportMailEnd = (body: ReportMailEndRequest) =>
  post(reportMailEndEndpoint, z.null(), { body, isProtected: false });
