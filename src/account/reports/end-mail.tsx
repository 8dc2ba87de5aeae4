/** Unsubscribes from the monthly mail; asks first, because mail programs open links automatically. */
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ReportMailEndRequest, reportMailEndEndpoint } from '#domain/api-schemas/reports.ts';
import { message } from '#domain/messages/reports.ts';
import { post } from '#lib/api.ts';
import { renameAddress } from '#lib/navigate.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { MailFailure } from './mail-switch.tsx';

/** @param link Order and code from the fragment, separated by a point. */
export function EndMail({ link }: { link: string }) {
  const [orderId = '', code = '', ...more] = link.split('.');
  const read = ReportMailEndRequest.safeParse(more.length > 0 ? {} : { orderId, code });
  const end = useMutation<null, Error, ReportMailEndRequest>({
    mutationFn: (body) => post(reportMailEndEndpoint, z.null(), { body, isProtected: false }),
    onSuccess: () => renameAddress('/conta/relatorios'),
  });
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
      {end.isSuccess ? (
        <Alert tone="success" role="status">
          {message('report.mail-off')}
        </Alert>
      ) : read.success ? (
        <>
          <p>O relatório de cada mês deixa de ir por e-mail. Você continua a ver tudo na sua conta.</p>
          {end.isError ? <MailFailure error={end.error} /> : null}
          <Button isPending={end.isPending} onClick={() => end.mutate(read.data)}>
            Parar de receber por e-mail
          </Button>
          <Waiting isOn={end.isPending}>{message('waiting.server')}</Waiting>
        </>
      ) : (
        <Alert tone="error" role="alert">
          {message('report.mail-link-wrong')}
        </Alert>
      )}
      <a href="/conta" className="font-semibold underline">
        Abrir minha conta
      </a>
    </div>
  );
}
