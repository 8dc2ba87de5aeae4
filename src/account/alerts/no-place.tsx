/** Says that every place of the plan is taken, and leads to a larger one only where that has more. */
import { message } from '#domain/messages/alerts.ts';
import { Button } from '#ui/button.tsx';

export function NoPlace({ largerHasMore }: { readonly largerHasMore: boolean }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-soft">
        {message('alerts.full')} {largerHasMore ? message('alerts.larger-has-more') : null}
      </p>
      {largerHasMore ? <LargerPlans /> : null}
    </div>
  );
}

export const LargerPlans = () => (
  <Button href="/upgrade" variant="secondary">
    Ver planos maiores
  </Button>
);
