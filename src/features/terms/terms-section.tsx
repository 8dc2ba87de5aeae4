/** Acceptance of the terms, and the terms themselves in full. Lives inside a form that holds `termos`. */
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { message } from '#domain/messages.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface TermsValues {
  termos: boolean;
}

export function TermsSection({ terms }: { terms: ReactNode }) {
  const { register, formState, setValue } = useFormContext<TermsValues>();
  const [isOpen, setOpen] = useState(false);
  const accept = () => {
    setValue('termos', true, { shouldValidate: true, shouldTouch: true, shouldDirty: true });
    setOpen(false);
  };
  return (
    <>
      <Checkbox
        {...register('termos')}
        id="termos"
        label="Li e aceito os termos de uso."
        error={formState.errors.termos?.message}
        after={
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="min-h-6 font-semibold text-signal underline underline-offset-4"
          >
            Ler os termos
          </button>
        }
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={message('form.terms-title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Fechar
            </Button>
            <Button onClick={accept}>Aceitar os termos</Button>
          </>
        }
      >
        {terms}
      </Dialog>
    </>
  );
}
