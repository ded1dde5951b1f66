import type { Entity } from '#web/entity/define/entity.ts';
import type { Edited, EditedForm } from '#web/entity/editions/use-editions.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const EditionLine = lazyComponent(async () => (await import('#web/entity/editions/edition-line.tsx')).EditionLine);

type EditionsOfProps<R> = { entity: Pick<Entity, 'frozen'>; record: R; form?: EditedForm };

/** Which words of a record the app shows, and what can be done about it; nothing for a kind without editions. */
export function EditionsOf<R extends object>({ entity, record, form }: EditionsOfProps<R>) {
  if (entity.frozen.length === 0 || !('hasChanges' in record)) return null;
  return <EditionLine entity={entity as Entity} record={record as unknown as Edited} {...(form && { form })} />;
}
