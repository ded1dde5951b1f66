import type { useEditForm } from '#web/form/use-edit-form.ts';

type FormConflictProps = {
  /** What is edited: `announcement`. */
  thing: string;
  conflict: ReturnType<typeof useEditForm>['conflict'];
};

/** The dialog over a form of `useEditForm` that asks which text to keep. It is asked again for each newer version. */
export function FormConflict({ thing, conflict }: FormConflictProps) {
  if (!conflict) return null;
  const { Dialog, version, ...props } = conflict;
  return <Dialog key={version} thing={thing} {...props} />;
}
