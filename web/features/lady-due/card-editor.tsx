import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconChevronDown, IconChevronUp, IconHistory } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo, useState, type ReactNode, type SubmitEvent } from 'react';
import type { Card, CategoryTree, TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { useEntityCreate, useEntityEdit } from '#web/entity/use-entity-form.tsx';
import classes from '#web/features/lady-due/card-editor.module.css';
import { CardFace, faceOf } from '#web/features/lady-due/card-face.tsx';
import { CardSettings } from '#web/features/lady-due/card-settings.tsx';
import { CardTexts } from '#web/features/lady-due/card-texts.tsx';
import { editorParts } from '#web/features/lady-due/editor-address.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import { card as cardKind, type Written } from '#web/features/lady-due/kinds.ts';
import type { Editor } from '#web/features/lady-due/use-editor.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { FormFailure } from '#web/form/form-failure.tsx';
import { LeaveQuestion } from '#web/form/leave-question.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

type CardEditorProps = {
  mode: TrackingMode;
  tree: readonly CategoryTree[];
  /** What search and filters leave of it: the cards before and after. */
  shown: readonly CategoryTree[];
  /** Left out for a new one. */
  card: Card | undefined;
  sectionId: string;
  /** What the call of the list takes. */
  listed: { trackingMode: TrackingMode };
  editor: Editor;
  onSaved: () => void;
  onCancel: () => void;
};

/** The form of a card beside a phone that shows it as the app will. */
export const CardEditor = (props: CardEditorProps) =>
  props.card ? (
    <EditCard key={props.card.id} {...props} card={props.card} />
  ) : (
    <NewCard key={props.sectionId} {...props} />
  );

function NewCard(props: CardEditorProps) {
  const { sectionId, listed, onSaved } = props;
  return <CardForm {...props} form={useEntityCreate(cardKind, { given: { sectionId }, listed, onSaved })} />;
}

function EditCard(props: CardEditorProps & { card: Card }) {
  const { card, listed, onSaved } = props;
  return <CardForm {...props} form={useEntityEdit(cardKind, card, { listed, onSaved })} />;
}

/** The form of a new card or of a stored one. */
export type CardFormParts = Pick<
  ReturnType<typeof useEntityCreate<Card, Written>>,
  'form' | 'field' | 'busy' | 'waitFor'
>;

type CardFormProps = CardEditorProps & {
  form: ReturnType<typeof useEntityCreate<Card, Written>> & {
    gone?: boolean;
    conflict?: ReactNode;
    meanwhile?: ReactNode;
  };
};

const tabs = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;

function CardForm({ form, card, mode, tree, shown, sectionId, editor, onCancel }: CardFormProps) {
  const { formProps, busy, wrong, waiting, changed, draft, failed, gone = false } = form;
  const { noun } = cardKind;
  const id = useId();
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const category = tree.find(({ sections }) => sections.some((one) => one.id === sectionId));
  const section = category?.sections.find((one) => one.id === sectionId);
  const path = [trackingModes[mode], category?.name, section?.title].filter((part) => part !== undefined);
  return (
    <>
      <form
        {...formProps}
        className={classes.form}
        aria-labelledby={id}
        data-tab={tab}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          // What is wrong is there.
          setTab('write');
          void formProps.onSubmit(event);
        }}
      >
        <div className={classes.head}>
          <ActionIcon aria-label="Back to the content" onClick={onCancel}>
            <IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
          <Text c="dimmed" className={classes.path} truncate title={path.join(' / ')}>
            {path.map((part) => `${part} / `)}
          </Text>
          <Text component="h2" id={id} fw={600} tabIndex={-1} style={{ outline: 'none', whiteSpace: 'nowrap' }}>
            {card ? 'Edit card' : 'Add card'}
          </Text>
          <Group gap="0.25rem 0.75rem" ml="auto" className={classes.notes}>
            <DraftNote kept={draft.kept} />
          </Group>
          {card && <Neighbours card={card} shown={shown} editor={editor} />}
          {card && (
            <ActionIcon aria-label="History" title="History" onClick={() => editor.showHistory(card.id)}>
              <IconHistory size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          )}
          <Group component="p" role="status" gap={6} wrap="nowrap" fz="xs" lh="xs" c="var(--awa-danger)">
            {wrong > 0 && (
              <>
                <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
                {wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`}
              </>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap" className={classes.actions}>
            <Button disabled={busy} onClick={onCancel}>
              Cancel
            </Button>
            {!gone && (
              <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Saving">
                Save {noun}
              </BusyButton>
            )}
          </Group>
        </div>
        <div className={classes.tabs}>
          <Segmented label="Shown" value={tab} options={tabs} onChange={setTab} />
        </div>
        <div className={classes.columns}>
          <div className={classes.write}>
            <div className={classes.texts}>
              {(failed || gone) && (
                <FormFailure
                  form={form}
                  noun={noun}
                  onTakeOver={() => editor.open({ level: 3, parentId: sectionId })}
                />
              )}
              {form.meanwhile}
              <FormDrafts draft={draft} noun={noun} />
              <CardTexts form={form} />
            </div>
            <CardSettings form={form} card={card} />
          </div>
          <Box className={classes.preview}>
            <PreviewOf written={form.form.values} />
          </Box>
        </div>
      </form>
      <LeaveQuestion changed={changed} waiting={waiting} kept={draft.kept} open={editorParts} />
      {form.conflict}
    </>
  );
}

/** The phone beside the form. Typing has priority: the phone follows it by itself, and the form is not rendered again for it. */
function PreviewOf({ written }: { written: Written }) {
  const shown = useDeferredValue(written);
  const face = useMemo(() => {
    const card = faceOf(shown);
    return card && <CardFace card={card} />;
  }, [shown]);
  return <PhonePreview title="Preview">{face}</PhonePreview>;
}

/** Leads to the cards before and after, in the order of the list. */
function Neighbours({ card, shown, editor }: { card: Card; shown: readonly CategoryTree[]; editor: Editor }) {
  const ids = cardsIn(shown).map(({ id }) => id);
  const at = ids.indexOf(card.id);
  return (
    <Group gap={0} wrap="nowrap" className={classes.steps}>
      {(
        [
          ['Previous card', IconChevronUp, at < 0 ? undefined : ids[at - 1]],
          ['Next card', IconChevronDown, at < 0 ? undefined : ids[at + 1]],
        ] as const
      ).map(([label, StepIcon, id]) => (
        <ActionIcon
          key={label}
          aria-label={label}
          title={label}
          aria-disabled={id === undefined || undefined}
          data-disabled={id === undefined || undefined}
          onClick={() => id && editor.open({ level: 3, id })}
        >
          <StepIcon size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      ))}
    </Group>
  );
}
