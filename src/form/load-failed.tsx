/** Takes the place of a page's content that could not be read: why, and another try. */
import type { ReactNode } from 'react';
import { message } from '#domain/messages/shared.ts';
import { Button } from '#ui/button.tsx';
import { describeFailure } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';

interface LoadFailedProps {
  /** What could not be read, whatever the reason. */
  readonly title: string;
  /** The read, as TanStack Query reports it. */
  readonly read: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
  /** Another way on. */
  readonly children?: ReactNode;
}

export function LoadFailed({ title, read, children }: LoadFailedProps) {
  const { toast } = describeFailure(read.error, { title });
  return (
    <div className="grid max-w-prose gap-5">
      <FailureAlert toast={{ ...toast, title }} />
      <div className="flex flex-wrap gap-3">
        <Button isPending={read.isFetching} onClick={() => void read.refetch()}>
          {message('provisioning.retry')}
        </Button>
        {children}
      </div>
    </div>
  );
}
