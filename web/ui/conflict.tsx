import { Box, Button, Flex, Modal, Stack } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { clockTime, shortDate } from '#web/lib/dates.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useAfterTyping } from '#web/lib/typing.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ConflictField, type ConflictChoice, type ClashingField } from '#web/ui/conflict-field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import classes from '#web/ui/conflict.module.css';

export type { ConflictChoice as Choice };

type ConflictProps = {
  /** The noun of the record: `announcement`. */
  noun: string;
  /** The author of the other version: a name, `You` from another tab or device, or `Someone`. */
  by: string;
  /** The time of the other version, as the API returns it. */
  at: string | undefined;
  fields: ClashingField[];
  /** Labels of the fields changed in the other version without a conflict. */
  merged: string[];
  busy: boolean;
  /** The failure of the last attempt. The dialog stays open with it. */
  failed?: ShownFailure | undefined;
  /** Called with the merged text of a field. */
  onEdit: (name: string, text: string) => void;
  /** The choices, one for each field. */
  onSave: (choices: Record<string, ConflictChoice>) => void;
  onTheirs: () => void;
  onBack: () => void;
};

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const list = new Intl.ListFormat('en');

/** `9:38`, with the date if that is not today. */
const moment = (at: string) => (shortDate(at) === shortDate(new Date()) ? clockTime(at) : shortDate(at));

/**
 * A dialog for a conflict on the same fields. For each field, the user chooses mine, theirs or a merged text. Its code
 * is loaded on demand. Render it with a new key for each newer version, so that each choice is made with the current
 * text on screen.
 */
export function Conflict({ noun, by, at, fields, merged, busy, failed, ...props }: ConflictProps) {
  const opened = useAfterTyping(true);
  const [choices, setChoices] = useState<Record<string, ConflictChoice | undefined>>({});
  const settled = fields.every(({ name }) => choices[name]);
  const back = () => {
    if (!busy) props.onBack();
  };
  // The user's own text from another tab is not "theirs".
  const own = by === 'You';
  const count = numbers[fields.length] ?? String(fields.length);
  const what = fields.every(({ editable }) => editable) ? 'text' : 'field';
  const write = fields.some(({ editable }) => editable) ? ', or write your own' : '';
  return (
    <Modal.Root
      opened={opened}
      onClose={back}
      size="55rem"
      closeOnEscape={false}
      // Only keys pressed inside it count, because another dialog may be open above it.
      onKeyDown={(event) => {
        if (event.key === 'Escape') back();
      }}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.content}>
        <Modal.Header className={classes.top}>
          <Modal.Title>
            {by} saved changes to this {noun} {own && 'elsewhere '}while you were editing
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body pb={0} c="dimmed" style={{ textWrap: 'pretty' }}>
          {fields.length === 1
            ? `One ${what} differs. Choose one of the two${write}.`
            : `${count} ${what}s differ. Choose one of each${write}.`}{' '}
          {own ? 'Saved version' : 'Their version'} stays in History whatever you choose.
        </Modal.Body>
        <Stack gap="lg" px={{ base: 'lg', sm: 28 }} pt={{ base: 'sm', sm: 'md' }} pb="lg">
          {fields.map((field, index) => (
            <ConflictField
              key={field.name}
              field={field}
              titles={own ? { mine: 'This one', theirs: 'Saved' } : { mine: 'Mine', theirs: 'Theirs' }}
              theirs={at ? `${by}, ${moment(at)}` : by}
              choice={choices[field.name]}
              first={index === 0}
              busy={busy}
              onChoose={(choice) => setChoices((before) => ({ ...before, [field.name]: choice }))}
              onEdit={(text) => props.onEdit(field.name, text)}
            />
          ))}
          {merged.length > 0 && (
            <Flex component="p" gap="xs" fz="xs" lh="xs" c="dimmed">
              <IconGitMerge size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
              {by} also changed {list.format(merged)}. This doesn’t conflict and is kept.
            </Flex>
          )}
        </Stack>
        <div className={classes.foot}>
          {failed && (
            <Box flex="1 0 100%" mb={4}>
              <InlineFailure failed={failed} />
            </Box>
          )}
          <Button variant="subtle" mr={{ base: 0, sm: 'auto' }} disabled={busy} onClick={props.onTheirs}>
            {own ? 'Use the saved version' : 'Use all of theirs'}
          </Button>
          <Button disabled={busy} onClick={back}>
            Back to editing
          </Button>
          <BusyButton
            variant="filled"
            className={classes.save}
            busy={busy}
            busyLabel="Saving"
            off={!settled}
            onClick={() => props.onSave(choices as Record<string, ConflictChoice>)}
          >
            Save this version
          </BusyButton>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
