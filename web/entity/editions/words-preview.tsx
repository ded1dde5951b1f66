import { Box } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Entity } from '#web/entity/define/entity.ts';
import type { Edited } from '#web/entity/editions/use-editions.ts';
import { WordsInApp } from '#web/entity/editions/words-in-app.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

const views = [
  { value: 'draft', label: 'Draft' },
  { value: 'app', label: 'In the app' },
] as const;

export type WordsView = (typeof views)[number]['value'];

/** The switch above a phone between the saved words and those in the app. */
export const WordsSwitch = ({ view, onChange }: { view: WordsView; onChange: (view: WordsView) => void }) => (
  <Box mb={14}>
    <Segmented label="Words on the phone" value={view} options={views} even onChange={onChange} />
  </Box>
);

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
      <WordsSwitch view={view} onChange={setView} />
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
