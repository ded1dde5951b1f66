import type { useEditForm } from '#web/form/use-edit-form.ts';

type FormConflictProps = {
  /** What is edited: `announcement`. */
  thing: string;
  conflict: ReturnType<typeof useEditForm>['conflict'];
};

/** The question which text it shall be, over a form of `useEditForm`. A new version of theirs asks anew. */
export function FormConflict({ thing, conflict }: FormConflictProps) {
  if (!conflict) return null;
  const { Dialog, version, ...props } = conflict;
  return <Dialog key={version} thing={thing} {...props} />;
}
