import { ActionIcon, Box, Button, Flex, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconDeviceMobile,
  IconHistory,
  IconPencil,
} from '@tabler/icons-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type SubmitEvent } from 'react';
import type { Card, CategoryTree } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import type { FrameForm } from '#web/entity/form/entity-form.tsx';
import { EditionsOf } from '#web/entity/editions/editions-of.tsx';
import { WordsSwitch, type WordsView } from '#web/entity/editions/words-preview.tsx';
import { ApprovalLine } from '#web/entity/approvals/approval-line.tsx';
import classes from '#web/features/lady-due/card-editor.module.css';
import { CardFace, faceOf, scrollToField } from '#web/features/lady-due/card-face.tsx';
import { CardSettings } from '#web/features/lady-due/card-settings.tsx';
import { CardTexts } from '#web/features/lady-due/card-texts.tsx';
import { editorParts } from '#web/features/lady-due/editor-address.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import { cardEntity, type CardValues } from '#web/features/lady-due/kinds.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { FormFailure } from '#web/form/form-failure.tsx';
import { CancelButton, SaveButton, WrongFields } from '#web/form/form-parts.tsx';
import { LeaveQuestion } from '#web/form/leave-question.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { followVisibleArea } from '#web/lib/visible-area.ts';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { type PreviewTab, PreviewTabs } from '#web/ui/with-preview.tsx';

type CardFormProps = {
  form: FrameForm<Card, CardValues>;
  tree: Tree;
  /** Left out for a new card. */
  card: Card | undefined;
  sectionId: string;
  editor: EditorState;
  /** Opens the form for a new card, which offers the text of the deleted one. */
  onTakeOver: () => void;
};

/** The form of a card beside a phone that shows it as the app will. */
export function CardForm(props: CardFormProps) {
  const { form, card, onTakeOver } = props;
  const { formProps, cancelQueued, draft, failed, gone = false } = form;
  const { noun } = cardEntity;
  const id = useId();
  const phone = usePhone();
  const [tab, setTab] = useState<PreviewTab>('text');
  const [cursor, setCursor] = useState('');
  // On a phone it would push the text out of sight.
  const state = card && (
    <>
      <EditionsOf entity={cardEntity} record={card} form={form} />
      <ApprovalLine kind="card" record={card} fields={cardEntity.fields} title={`“${card.title}”`} />
    </>
  );
  return (
    <div ref={followVisibleArea}>
      <form
        {...formProps}
        className={classes.form}
        aria-labelledby={id}
        data-tab={tab}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          // The fields with errors are on this tab.
          setTab('text');
          void formProps.onSubmit(event);
        }}
      >
        <CardHead {...props} id={id} tab={tab} onTab={setTab} />
        <div className={classes.tabs}>
          <PreviewTabs text="Write" tab={tab} onTab={setTab} />
        </div>
        <Flex flex={1} mih={0}>
          <div className={classes.write}>
            <div className={classes.texts}>
              {phone && <Notes form={form} />}
              {(failed || gone || cancelQueued) && <FormFailure form={form} noun={noun} onTakeOver={onTakeOver} />}
              {!phone && state}
              {form.meanwhile}
              <FormDrafts draft={draft} noun={noun} />
              <CardTexts form={form} onCursor={setCursor} />
              {phone && state}
            </div>
            <CardSettings form={form} card={card} />
          </div>
          <Box className={classes.preview}>
            <PreviewOf card={card} changed={form.changed} values={form.form.values} cursor={cursor} />
          </Box>
        </Flex>
      </form>
      <LeaveQuestion form={form} open={editorParts} />
      {form.conflict}
    </div>
  );
}

/** The state of the draft, and the number of invalid fields. */
const Notes = ({ form: { draft, wrong }, ...rest }: Pick<CardFormProps, 'form'> & { ml?: 'auto' }) => (
  <Group gap="0.25rem 0.75rem" {...rest}>
    <DraftNote kept={draft.kept} />
    <WrongFields wrong={wrong} />
  </Group>
);

type CardHeadProps = CardFormProps & { id: string; tab: PreviewTab; onTab: (tab: PreviewTab) => void };

/** The place of the card in the tree, the heading with this id, and the actions; on a phone most are in a menu. */
function CardHead({ form, card, tree: { mode, tree, shown }, sectionId, editor, id, tab, onTab }: CardHeadProps) {
  const phone = usePhone();
  const category = tree?.find(({ sections }) => sections.some((one) => one.id === sectionId));
  const section = category?.sections.find((one) => one.id === sectionId);
  const path = [trackingModes[mode], category?.name, section?.title].filter((part) => part !== undefined);
  const steps = (card ? stepsFrom(card, shown ?? []) : []).map(({ to, ...step }) =>
    Object.assign(step, { onClick: to === undefined ? undefined : () => editor.open({ kind: 'card', id: to }) }),
  );
  const history = card ? [{ label: 'History', icon: IconHistory, onClick: () => editor.openHistory(card) }] : [];
  const other =
    tab === 'text'
      ? { label: 'Preview', icon: IconDeviceMobile, onClick: () => onTab('preview') }
      : { label: 'Write', icon: IconPencil, onClick: () => onTab('text') };
  return (
    <div className={classes.head}>
      <ActionIcon aria-label="Back to the content" onClick={editor.close}>
        <IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <Text c="dimmed" miw={0} visibleFrom="md" truncate title={path.join(' / ')}>
        {path.map((part) => `${part} / `)}
      </Text>
      <Text component="h2" id={id} fw={600} tabIndex={-1} style={{ outline: 'none', whiteSpace: 'nowrap' }}>
        {card ? 'Edit card' : 'Add card'}
      </Text>
      {phone ? (
        <Box ml="auto">
          <RowMenu
            name="Actions for this card"
            items={[
              other,
              ...steps.flatMap(({ onClick, ...step }) => (onClick ? [{ ...step, onClick }] : [])),
              ...history,
            ]}
          />
        </Box>
      ) : (
        <>
          <Notes form={form} ml="auto" />
          <Group gap={0} wrap="nowrap">
            {steps.map(({ label, icon: StepIcon, onClick }) => (
              <ActionIcon
                key={label}
                aria-label={label}
                title={label}
                aria-disabled={!onClick || undefined}
                data-disabled={!onClick || undefined}
                onClick={onClick}
              >
                <StepIcon size={20} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            ))}
          </Group>
          {history.map(({ label, icon: HistoryIcon, onClick }) => (
            <Button
              key={label}
              variant="subtle"
              flex="none"
              leftSection={<HistoryIcon size={18} stroke={1.6} aria-hidden="true" />}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
          <CancelButton form={form} flex="none" onCancel={editor.close} />
        </>
      )}
      <SaveButton form={form} flex="none">
        Save {cardEntity.noun}
      </SaveButton>
    </div>
  );
}

const CardInApp = lazyComponent(async () => (await import('#web/features/lady-due/card-in-app.tsx')).CardInApp);

type PreviewOfProps = {
  /** The stored card; undefined for a new one. */
  card: Card | undefined;
  /** The form has unsaved changes. */
  changed: boolean;
  values: CardValues;
  /** The path of the text node with the cursor; `''` above the text. */
  cursor: string;
};

/** From this number of characters of HTML on, the phone takes longer than the time between two keys to draw a text. */
const longText = 5000;

/**
 * The phone beside the form, with a switch to the words in the app for a card that it shows. Typing has priority: the phone follows later, without rendering the form again, and a long
 * text only after a pause in typing. It scrolls to the text being edited.
 */
function PreviewOf({ card, changed, values, cursor }: PreviewOfProps) {
  const [view, setView] = useState<WordsView>('draft');
  const isInApp = card !== undefined && visibilityOf(card, serverNow()).shown;
  const current = isInApp ? view : 'draft';
  const [settled] = useDebouncedValue(values, values.richContent.length < longText ? 0 : 300);
  const shown = useDeferredValue(settled);
  const { richContent } = shown;
  const column = useRef<HTMLDivElement>(null);
  const face = useMemo(() => {
    const drawn = faceOf(shown);
    return drawn && <CardFace card={drawn} />;
  }, [shown]);
  useEffect(() => {
    if (column.current) scrollToField(column.current, richContent ? cursor : '');
  }, [richContent, cursor]);
  return (
    <div ref={column} style={{ display: 'contents' }}>
      <PhonePreview
        title="Preview"
        above={isInApp && <WordsSwitch record={card} changed={changed} view={current} onChange={setView} />}
      >
        {current === 'app' && card ? <CardInApp card={card} /> : face}
      </PhonePreview>
    </div>
  );
}

/** The previous and the next card, in the order of the list. */
function stepsFrom(card: Card, shown: readonly CategoryTree[]) {
  const ids = cardsIn(shown).map(({ id }) => id);
  const at = ids.indexOf(card.id);
  return [
    { label: 'Previous card', icon: IconChevronUp, to: at < 0 ? undefined : ids[at - 1] },
    { label: 'Next card', icon: IconChevronDown, to: at < 0 ? undefined : ids[at + 1] },
  ];
}
