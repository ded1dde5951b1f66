import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useCallback, useId, useRef, useState } from 'react';
import { reviewedFields } from '#contract/approvals.ts';
import { remarkText } from '#contract/remark-places.ts';
import { maxQuote } from '#contract/remarks.ts';
import type { Output } from '#contract/route.ts';
import type { reviewApi } from '#contract/review.ts';
import { SourceNote, useSourceMarks } from '#web/entity/approvals/source-marks.tsx';
import { AddRemarkDialog, type Selected } from '#web/entity/remarks/remark-dialog.tsx';
import { RemarkItem } from '#web/entity/remarks/remark-item.tsx';
import { type PlacedRemark, useRemarks } from '#web/entity/remarks/use-remarks.ts';
import { Comparison } from '#web/history/history-panel-comparison.tsx';
import { pick, same } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import classes from '#web/review/remarked-text.module.css';
import { useSelected } from '#web/review/use-selected.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type RemarkedTextProps = { text: Output<typeof reviewApi.review.read>; fields: FieldLabels };

/** The words of a text, compared with those in the app, and its remarks beside them. */
export function RemarkedText({ text: { kind, id, words, shown }, fields }: RemarkedTextProps) {
  const { remarks, people, failure } = useRemarks(kind, id, words);
  const { markOf, failure: ofMarks } = useSourceMarks();
  const [chosen, setChosen] = useState<string>();
  const [adding, setAdding] = useState<{ selected: Selected | undefined }>();
  const [isOpened, setOpened] = useState(false);
  const wordsArea = useRef<HTMLDivElement>(null);
  const textOf = useCallback((field: string) => remarkText(field, words[field]), [words]);
  const selected = useSelected(wordsArea, textOf);
  const headingId = useId();
  useShortcuts([{ keys: ['r'], does: 'Add a remark', act: () => setAdding({ selected }) }]);
  const show = (remark: string) => {
    setChosen(remark);
    wordsArea.current?.querySelector(`mark[data-remarks~="${remark}"]`)?.scrollIntoView({ block: 'center' });
  };
  const open = remarks?.filter(({ resolved }) => !resolved) ?? [];
  const done = remarks?.filter(({ resolved }) => resolved) ?? [];
  const marksOf = (field: string) =>
    open.flatMap((one) =>
      one.field === field && typeof one.place === 'object'
        ? [{ id: one.id, isChosen: one.id === chosen, ...one.place }]
        : [],
    );
  const itemOf = (remark: PlacedRemark) => (
    <RemarkItem
      key={remark.id}
      kind={kind}
      remark={remark}
      label={fields[remark.field]?.label ?? remark.field}
      people={people}
      isChosen={remark.id === chosen}
      {...(!remark.resolved && { onShow: () => show(remark.id) })}
    />
  );
  return (
    <div className={classes.frame}>
      <div className={classes.sides}>
        <div ref={wordsArea} className={classes.words}>
          <FailedPanel {...ofMarks} />
          <Comparison
            fields={pick(fields, reviewedFields[kind])}
            data={words}
            other={shown && !same(words, shown) ? { value: 'before', data: shown } : undefined}
            called={['the words in the app', 'the saved words']}
            marksOf={marksOf}
            noteOf={(field, line) => {
              const mark = field === 'citations' ? markOf(line) : undefined;
              return mark && <SourceNote mark={mark} />;
            }}
          />
          {selected && (
            <div className={classes.selected}>
              {selected.quote.length > maxQuote ? (
                <Text>A remark can quote at most {formatInteger(maxQuote)} characters.</Text>
              ) : (
                <Button
                  variant="filled"
                  aria-haspopup="dialog"
                  // The selection stays.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => setAdding({ selected })}
                >
                  Remark on the selected words
                </Button>
              )}
            </div>
          )}
        </div>
        <section aria-labelledby={headingId} className={classes.remarks}>
          <Group justify="space-between" gap="xs" mb="sm">
            <Text component="h3" id={headingId} fw={600} tabIndex={-1} style={{ outline: 'none' }} data-tabular>
              {remarks ? `Remarks (${formatInteger(open.length)})` : 'Remarks'}
            </Text>
            <Button
              size="xs"
              aria-haspopup="dialog"
              leftSection={<IconMessagePlus size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setAdding({ selected: undefined })}
            >
              Add a remark
            </Button>
          </Group>
          <FailedPanel {...failure} />
          {!remarks && !failure.failed && <SkeletonRows shape="text" rows={2} label="Loading the remarks" />}
          {open.length > 0 && (
            <Stack component="ul" gap="xs" aria-label="Open remarks">
              {open.map(itemOf)}
            </Stack>
          )}
          {remarks && open.length === 0 && (
            <Text size="sm" c="dimmed">
              No open remark. Select words in the text to remark on them.
            </Text>
          )}
          {done.length > 0 && (
            <>
              <Button mt="sm" variant="subtle" size="xs" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
                {counted(done.length, 'resolved remark')}
              </Button>
              {isOpened && (
                <Stack component="ul" gap="xs" mt="xs" aria-label="Resolved remarks">
                  {done.map(itemOf)}
                </Stack>
              )}
            </>
          )}
        </section>
      </div>
      {adding && (
        <AddRemarkDialog
          kind={kind}
          id={id}
          fields={fields}
          values={words}
          people={people}
          selected={adding.selected}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  );
}
