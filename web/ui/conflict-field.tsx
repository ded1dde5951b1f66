import { Box, Button, Flex, Group, SimpleGrid, Text, Textarea } from '@mantine/core';
import { IconArrowsExchange, IconPencil } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Counter } from '#web/ui/counter.tsx';
import { WordDiff } from '#web/ui/word-diff.tsx';
import classes from '#web/ui/conflict.module.css';

export type ConflictChoice = 'mine' | 'theirs' | 'edit';

export type ClashingField = {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  /** Shown instead of the texts. */
  faces: { mine: ReactNode; theirs: ReactNode } | undefined;
  /** Whether the two can be merged into a new text, because both are texts. */
  editable: boolean;
  /** The merged text; undefined when there is none. */
  edited: string | undefined;
  /** The maximum length, in code points. */
  max: number | undefined;
  /** The problem with the chosen text. */
  error: string | undefined;
};

/** The length as the contract counts it. */
const codePoints = (text: string) => [...text.trim().normalize('NFC')].length;

type ConflictFieldProps = {
  field: ClashingField;
  titles: { mine: string; theirs: string };
  /** The author and the time of the other version. */
  theirs: string;
  choice: ConflictChoice | undefined;
  /** This field gets the focus first. */
  first: boolean;
  busy: boolean;
  onChoose: (choice: ConflictChoice | undefined) => void;
  onEdit: (text: string) => void;
};

/** The two versions of a field side by side, and below them a field for a merged text. */
export function ConflictField({ field, titles, theirs, choice, first, busy, onChoose, onEdit }: ConflictFieldProps) {
  const { label, editable, edited, max, error } = field;
  const id = useId();
  const [editing, setEditing] = useState(edited !== undefined);
  const text = useRef<HTMLTextAreaElement>(null);
  const mine = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) text.current?.focus();
  }, [error]);

  const toggle = () => {
    setEditing(!editing);
    if (editing) {
      if (choice === 'edit') onChoose(undefined);
      mine.current?.focus();
      return;
    }
    if (edited === undefined) onEdit(choice === 'theirs' ? field.theirs : field.mine);
    onChoose('edit');
  };
  const card = { group: id, busy, choice, onChoose };
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mih="2rem" mb="xs">
        <Text component="h3" id={`${id}-label`} fw={500}>
          {label}
        </Text>
        {editable && (
          <Button
            variant="subtle"
            size="xs"
            disabled={busy}
            aria-label={editing ? `Choose instead: ${label}` : `Edit ${label}`}
            leftSection={
              editing ? (
                <IconArrowsExchange size={18} stroke={1.6} aria-hidden="true" />
              ) : (
                <IconPencil size={18} stroke={1.6} aria-hidden="true" />
              )
            }
            onClick={toggle}
          >
            {editing ? 'Choose instead' : 'Edit'}
          </Button>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <ChoiceCard {...card} value="mine" title={titles.mine} note="not saved yet" input={mine} first={first}>
          {field.faces?.mine ?? <Value text={field.mine} other={field.theirs} />}
        </ChoiceCard>
        <ChoiceCard {...card} value="theirs" title={titles.theirs} note={theirs}>
          {field.faces?.theirs ?? <Value text={field.theirs} other={field.mine} />}
        </ChoiceCard>
      </SimpleGrid>
      {editing && (
        <div className={classes.own} data-chosen={choice === 'edit' || undefined}>
          <Group justify="space-between" gap="0 12px">
            <label className={classes.radio}>
              <input
                type="radio"
                name={id}
                checked={choice === 'edit'}
                disabled={busy}
                onChange={() => onChoose('edit')}
              />
              Edit
            </label>
            {max !== undefined && <Counter count={codePoints(edited ?? '')} max={max} />}
          </Group>
          <Textarea
            ref={text}
            aria-label={`${label}, your own version`}
            autoFocus={choice === 'edit'}
            minRows={1}
            maxRows={14}
            readOnly={busy}
            value={edited ?? ''}
            error={choice === 'edit' ? error : undefined}
            onChange={(event) => {
              onEdit(event.currentTarget.value);
              onChoose('edit');
            }}
          />
        </div>
      )}
    </div>
  );
}

/** A text with its differences from the other one marked. An empty text is labelled as such. */
const Value = (props: { text: string; other: string }) => (props.text ? <WordDiff {...props} /> : <Note>Empty</Note>);

const Note = (props: { id?: string; children: string }) => <Text span size="xs" c="dimmed" {...props} />;

type ChoiceCardProps = {
  group: string;
  value: ConflictChoice;
  title: string;
  note: string;
  choice: ConflictChoice | undefined;
  busy: boolean;
  first?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onChoose: (choice: ConflictChoice) => void;
  children: ReactNode;
};

/** A text to choose. Its spoken name is `Mine not saved yet`, described by the text. */
function ChoiceCard({ group, value, title, note, choice, busy, first, input, onChoose, children }: ChoiceCardProps) {
  const part = (name: string) => `${group}-${value}-${name}`;
  return (
    <label className={classes.card} data-chosen={choice === value || undefined}>
      <Flex component="span" wrap="wrap" align="center" justify="space-between" gap="0 12px">
        <span className={classes.radio}>
          <input
            ref={input}
            type="radio"
            name={group}
            checked={choice === value}
            disabled={busy}
            data-autofocus={first || undefined}
            aria-labelledby={`${part('title')} ${part('note')}`}
            aria-describedby={part('text')}
            onChange={() => onChoose(value)}
          />
          <span id={part('title')}>{title}</span>
        </span>
        <Note id={part('note')}>{note}</Note>
      </Flex>
      <Box component="span" id={part('text')} style={{ whiteSpace: 'pre-line' }}>
        {children}
      </Box>
    </label>
  );
}
