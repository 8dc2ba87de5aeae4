/** The owner's switch of the monthly mail, and how long the days are kept. */
import { message } from '#domain/messages/reports.ts';
import { describeFailure } from '#form/failure.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { useMailSwitch } from './use-reports.ts';

interface MailSwitchProps {
  /** `undefined` for members, who get no mail. */
  readonly isOn: boolean | undefined;
  readonly reportsKept: string;
}

export function MailSwitch({ isOn, reportsKept }: MailSwitchProps) {
  return (
    <div className="grid gap-4 border-t border-line pt-6" data-print="hide">
      {isOn === undefined ? null : <Switch isOn={isOn} />}
      <p className="max-w-prose text-ui text-ink-soft">
        Os dias ficam guardados por {reportsKept}. Como tudo é contado:{' '}
        <a href="/docs/reports" className="font-semibold underline">
          Relatórios
        </a>
        .
      </p>
    </div>
  );
}

function Switch({ isOn }: { readonly isOn: boolean }) {
  const mail = useMailSwitch();
  return (
    <section aria-labelledby="envio-titulo" className="grid justify-items-start gap-4">
      <h2 id="envio-titulo" className="text-lg">
        Por e-mail
      </h2>
      <p role="status" className="max-w-prose">
        {message(isOn ? 'report.mail-on' : 'report.mail-off')}
      </p>
      {mail.isError ? <MailFailure error={mail.error} /> : null}
      <Button variant="secondary" isPending={mail.isPending} onClick={() => mail.mutate(!isOn)}>
        {isOn ? 'Parar de receber por e-mail' : 'Receber por e-mail'}
      </Button>
      <Waiting isOn={mail.isPending}>{message('waiting.server')}</Waiting>
    </section>
  );
}

export function MailFailure({ error }: { error: Error }) {
  const { toast } = describeFailure(error, {
    title: message('report.mail-failed-title'),
  });
  return <FailureAlert toast={{ ...toast, title: message('report.mail-failed-title') }} />;
}
