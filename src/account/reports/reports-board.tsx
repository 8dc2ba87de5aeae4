/** The reports page after the sign-in: choice of month, report, mail switch. */
import { useState } from 'react';
import { firstAlertArticles } from '#domain/alerts/first-alert-articles.ts';
import { ReportMonth, type ReportsAnswer } from '#domain/api-schemas/reports.ts';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/reports.ts';
import { monthOf } from '#domain/reports/days.ts';
import { writeMonth } from '#domain/reports/words.ts';
import { Gated } from '#form/gate/gated.tsx';
import { useCaller } from '#form/gate/use-caller.ts';
import { renameAddress } from '#lib/navigate.ts';
import { saveFile } from '#lib/save-file.ts';
import { tenantUrl } from '#lib/settings.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Instead } from '#ui/instead.tsx';
import { Select } from '#ui/select.tsx';
import { MailSwitch } from './mail-switch.tsx';
import { MonthView } from './month-view.tsx';
import { reportCsv } from './report-csv.ts';
import { ReportsSkeleton } from './reports-skeleton.tsx';
import { useReports } from './use-reports.ts';

/** The month in the address. */
function monthInAddress(): string | undefined {
  const read = ReportMonth.safeParse(new URLSearchParams(window.location.search).get('mes'));
  return read.success ? read.data : undefined;
}

export function ReportsBoard({ reportsKept }: { reportsKept: string }) {
  const [month, setMonth] = useState(monthInAddress);
  const caller = useCaller();
  const reports = useReports(month, caller.mayRead);
  return (
    <Gated
      caller={caller}
      read={reports}
      loading={<ReportsSkeleton />}
      failed={message('report.failed-title')}
      ways={
        <Button href="/conta" variant="quiet">
          Ver a sua conta
        </Button>
      }
    >
      {(answer) => (
        <div className="grid gap-8" aria-busy={reports.isPlaceholderData}>
          {reports.isError ? (
            <Alert tone="error" role="alert" title={message('report.failed-title')} />
          ) : null}
          <Report
            answer={answer}
            reportsKept={reportsKept}
            onMonth={(chosen) => {
              renameAddress(`/conta/relatorios?mes=${chosen}`);
              setMonth(chosen);
            }}
          />
        </div>
      )}
    </Gated>
  );
}

interface ReportProps {
  readonly answer: ReportsAnswer;
  readonly reportsKept: string;
  readonly onMonth: (month: string) => void;
}

function Report({ answer, reportsKept, onMonth }: ReportProps) {
  const { level, months, report, tenant, byMail } = answer;
  if (level === 'none')
    return (
      <Instead
        tone="plain"
        actions={byMail === undefined ? null : <Button href={upgradePath(tenant)}>Ver os planos</Button>}
      >
        {message('report.not-included')}
      </Instead>
    );
  return (
    <>
      {months.length === 0 ? (
        <NoneYet tenant={tenant} />
      ) : (
        <div className="flex flex-wrap items-end gap-4" data-print="hide">
          <Field id="mes" label="Mês" className="min-w-56">
            {(aria) => (
              <Select {...aria} value={report?.month ?? ''} onChange={(event) => onMonth(event.target.value)}>
                {report === undefined ? <option value="">Escolha um mês</option> : null}
                {months.map((each) => (
                  <option key={each} value={each}>
                    {writeMonth(each)}
                    {each === monthOf(businessDay(Date.now())) ? ' (em andamento)' : ''}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {report === undefined ? null : (
            <>
              <Button
                variant="secondary"
                onClick={() =>
                  saveFile(
                    `relatorio-${tenant}-${report.month}.csv`,
                    'text/csv;charset=utf-8',
                    reportCsv(report),
                  )
                }
              >
                Baixar planilha (CSV)
              </Button>
              <Button variant="secondary" onClick={() => window.print()}>
                Imprimir
              </Button>
            </>
          )}
        </div>
      )}
      {report === undefined ? null : (
        <MonthView report={report} tenant={tenant} mayUpgrade={byMail !== undefined} />
      )}
      {months.length === 0 ? null : <MailSwitch isOn={byMail} reportsKept={reportsKept} />}
    </>
  );
}

/** Before the first day with checks: what to do, because nothing is reported without a monitor. */
function NoneYet({ tenant }: { readonly tenant: string }) {
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
      <p>{message('report.none-yet')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button href={`${tenantUrl(tenant)}/dashboard`}>Abrir o painel</Button>
        <a href={firstAlertArticles.monitor} className="font-semibold underline underline-offset-4">
          Como criar o primeiro monitor
        </a>
      </div>
    </div>
  );
}
