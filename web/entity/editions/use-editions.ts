import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditionState } from '#contract/editions.ts';
import type { Route } from '#contract/route.ts';
import { change } from '#web/api/change.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { dayAndTime } from '#web/lib/moments.ts';
import { changed } from '#web/lib/field-diff.ts';
import { serverNow } from '#web/lib/server-clock.ts';

export type Edited = Stored & EditionState;

/** The form of the record, where it is open. */
export type EditedForm = { form: { values: Values }; takeSaved?: ((record: Values, sent: Values) => void) | undefined };

type Act = 'publish' | 'schedule' | 'cancelNext' | 'backToShown';
type Asked = { act: Act; showFrom?: string };

const doneWords: Record<Act, (called: string, showFrom: string) => string> = {
  publish: (called) => `Published the changes to ${called}`,
  schedule: (called, showFrom) => `Scheduled the changes to ${called} for ${dayAndTime(showFrom, serverNow())}`,
  cancelNext: (called) => `Cancelled the scheduled changes to ${called}`,
  backToShown: (called) => `Replaced the saved words of ${called}`,
};

/** The changes of a form: the words, and the fields that an edition does not freeze. */
export function typedIn({ frozen, blank }: Pick<Entity, 'frozen' | 'blank'>, record: Stored, form?: EditedForm) {
  const all = form ? changed(record, form.form.values) : {};
  const names = Object.keys(all).filter((name) => name in blank);
  return {
    words: Object.fromEntries(names.filter((name) => frozen.includes(name)).map((name) => [name, all[name]])),
    others: names.filter((name) => !frozen.includes(name)),
  };
}

/** Publishes, schedules and cancels the words of a record. With a form, its typed words are saved with them. */
export function useEditions(entity: Entity, record: Edited, form?: EditedForm) {
  const { routes, called } = entity;
  const { refresh, show } = useEntityCache(entity);
  const tell = useUndoToast();
  const [since, setSince] = useState(record.id);
  const mutation = useMutation({
    mutationFn: async ({ act, showFrom }: Asked) => {
      const route = (act === 'schedule' ? routes.publish : routes[act]) as Route;
      const publishes = act === 'publish' || act === 'schedule';
      const sent = publishes ? typedIn(entity, record, form).words : {};
      const input = {
        id: record.id,
        ...(showFrom && { showFrom }),
        ...(Object.keys(sent).length > 0 && { words: sent }),
      };
      return { ...(await change(route, input, { version: record.version })), sent };
    },
    onSuccess: ({ output, operationId, sent }, { act, showFrom = '' }) => {
      const saved = output as Edited;
      form?.takeSaved?.(saved, sent);
      show(saved);
      tell(doneWords[act](called(saved), showFrom), operationId, { about: record.id });
    },
    // A dialog closes when the record is saved, not when all lists have loaded again.
    onSettled: () => void refresh(),
  });
  // A failure is about the record that was shown then.
  if (since !== record.id) {
    setSince(record.id);
    mutation.reset();
  }
  return mutation;
}
