/** Takes the place of an owner's page for an account without an environment: nothing ordered, or being created. */
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';

interface WithoutEnvironmentProps {
  /** Its environment is being created. */
  readonly isWaiting: boolean;
  readonly sentence: string;
}

export function WithoutEnvironment({ isWaiting, sentence }: WithoutEnvironmentProps) {
  return (
    <Instead
      actions={
        isWaiting ? (
          <Button href="/provisionamento">Acompanhar a criação</Button>
        ) : (
          <Button href="/checkout">Escolher um plano</Button>
        )
      }
    >
      {sentence}
    </Instead>
  );
}
