/** What a page shows of something that it reads: that it waits, why it failed with another try, or the content. */
import type { ReactNode } from 'react';
import { message } from '#domain/messages/shared.ts';
import { Button } from '#ui/button.tsx';
import { describeFailure, mayHelpAgain } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';

export interface LoadedProps<Data> extends Omit<LoadFailedProps, 'title'> {
  readonly read: LoadFailedProps['read'] & { readonly data: Data | undefined; readonly isError: boolean };
  /** Said while it is read for the first time; or a picture of what comes. */
  readonly loading: ReactNode;
  /** What could not be read. */
  readonly failed: string;
  /** What was read stays while it is read again, and after a failure. */
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ read, loading, failed, ways, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  if (read.isError) return <LoadFailed title={failed} read={read} ways={ways} />;
  if (typeof loading !== 'string') return loading;
  return (
    <p role="status" className="py-8 text-ink-soft">
      {loading}
    </p>
  );
}

interface LoadFailedProps {
  /** What could not be read, whatever the reason. */
  readonly title: string;
  /** The read, as TanStack Query reports it. */
  readonly read: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
  /** Other ways on; by default to the support. */
  readonly ways?: ReactNode;
}

function LoadFailed({ title, read, ways }: LoadFailedProps) {
  const { toast } = describeFailure(read.error, { title });
  return (
    <div className="grid max-w-prose gap-5">
      <FailureAlert toast={{ ...toast, title }} />
      <div className="flex flex-wrap gap-3">
        {mayHelpAgain(read.error) ? (
          <Button isPending={read.isFetching} onClick={() => void read.refetch()}>
            {message('provisioning.retry')}
          </Button>
        ) : null}
        {ways ?? (
          <Button href="/suporte" variant="quiet">
            Falar com o suporte
          </Button>
        )}
      </div>
    </div>
  );
}
