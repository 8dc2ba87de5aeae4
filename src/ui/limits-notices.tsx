/** Notices about monitors over the plan and monitors that we adjusted, each with an expandable list. */
import type { Limits } from '#domain/api-schemas/limits.ts';
import { limitsNotices } from '#domain/limits/notices.ts';
import { Alert } from '#ui/alert.tsx';

export function LimitsNotices({ limits }: { readonly limits: Limits }) {
  return (
    <>
      {limitsNotices(limits).map(({ id, title, text, list, items }) => (
        <Alert key={id} tone={id === 'pausados' || id === 'aumentados' ? 'info' : 'warning'} title={title}>
          <p className="max-w-prose">{text}</p>
          <details className="mt-1">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
              {list}
            </summary>
            <ul className="grid list-disc gap-1 ps-5 pb-1">
              {items.map((item, at) => (
                // Two monitors may have the same name.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is read whole
                <li key={at} className="wrap-anywhere">
                  {item}
                </li>
              ))}
            </ul>
          </details>
        </Alert>
      ))}
    </>
  );
}
