import { Box } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Entity } from '#web/entity/define/entity.ts';
import type { Edited } from '#web/entity/editions/use-editions.ts';
import { WordsInApp } from '#web/entity/editions/words-in-app.tsx';
import { nearDate } from '#web/lib/dates.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Segmented } from '#web/ui/segmented.tsx';

export type WordsView = 'draft' | 'app';

type WordsSwitchProps = {
  record: Edited;
  /** A form has changes that are not saved yet. */
  changed?: boolean;
  view: WordsView;
  onChange: (view: WordsView) => void;
};

/** The switch above a phone between the saved words and those in the app. */
export function WordsSwitch({ record: { next, hasChanges }, changed = false, view, onChange }: WordsSwitchProps) {
  const isScheduled = next !== null && !hasChanges && !changed;
  const views = [
    { value: 'draft', label: isScheduled ? `From ${nearDate(next.from, serverNow())}` : 'Draft' },
    { value: 'app', label: 'In the app' },
  ] as const;
  return (
    <Box mb={14}>
      <Segmented label="Words on the phone" value={view} options={views} even onChange={onChange} />
    </Box>
  );
}

export type WordsPreviewProps = {
  entity: Pick<Entity, 'routes'>;
  record: Edited;
  preview: (record: Edited) => ReactNode;
};

/** The preview of a record, with a switch to the words that the app shows. */
export function WordsPreview({ entity, record, preview }: WordsPreviewProps) {
  const [view, setView] = useState<WordsView>('draft');
  return (
    <div>
      <WordsSwitch record={record} view={view} onChange={setView} />
      {view === 'draft' ? (
        preview(record)
      ) : (
        <WordsInApp route={entity.routes.editions} record={record}>
          {preview}
        </WordsInApp>
      )}
    </div>
  );
}
