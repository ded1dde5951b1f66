import { Box, Group, Text } from '@mantine/core';
import { useId, useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { FormFailure } from '#web/form/form-failure.tsx';
import { CancelButton, SaveButton, WrongFields } from '#web/form/form-parts.tsx';
import classes from '#web/form/form-frame.module.css';
import { LeaveQuestion } from '#web/form/leave-question.tsx';
import type { useServerForm } from '#web/form/use-server-form.ts';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { type PreviewTab, PreviewTabs } from '#web/ui/with-preview.tsx';
import split from '#web/ui/with-preview.module.css';

export type FormFrameProps = {
  /** A form of `useEntityCreate` or `useEntityEdit`. */
  form: Pick<
    ReturnType<typeof useServerForm>,
    'formProps' | 'busy' | 'failed' | 'wrong' | 'waiting' | 'cancelQueued'
  > & {
    /** The form has unsaved changes. */
    changed: boolean;
    draft: ComponentProps<typeof FormDrafts>['draft'] & ComponentProps<typeof DraftNote>;
    /** Shows a record that another call has saved with the typed values. */
    takeSaved?: (record: Record<string, unknown>, sent: Record<string, unknown>) => void;
    /** A colleague has deleted the record. */
    gone?: boolean;
    /** The dialog that asks which text to keep, while there is a conflict. */
    conflict?: ReactNode;
    /** A note that a colleague has changed the record. */
    meanwhile?: ReactNode;
  };
  /** `Edit Dr. Ada Obi` */
  title: string;
  /** The noun of the record: `doctor`. */
  noun: string;
  /** The search parameters that keep the form open. */
  open: readonly string[];
  onCancel: () => void;
  onTakeOver?: ComponentProps<typeof FormFailure>['onTakeOver'];
  /** A switch at the start of the footer. */
  foot?: ReactNode;
  /** The typed values as the app shows them, in a `PhonePreview`. */
  preview?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form in a panel or in a dialog of full window height: its fields scroll, and its buttons stay visible. It asks
 * before it is left with changes.
 */
export function FormFrame({ form, title, noun, open, onCancel, onTakeOver, foot, preview, children }: FormFrameProps) {
  const { formProps, wrong, cancelQueued, draft, gone = false, conflict, meanwhile } = form;
  const id = useId();
  const [tab, setTab] = useState<PreviewTab>('text');
  const frame = preview
    ? { className: `${classes.form} ${split.frame}`, 'data-preview-frame': true, 'data-tab': tab }
    : {};
  return (
    <>
      <form
        {...formProps}
        className={classes.form}
        aria-labelledby={id}
        {...frame}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          // The fields with errors are on this tab.
          setTab('text');
          void formProps.onSubmit(event);
        }}
      >
        <Group justify="space-between" gap="xs" flex="none" px="var(--inset)" pt="md" pb="sm">
          <Text
            component="h2"
            id={id}
            size="lg"
            fw={600}
            lts="-0.01em"
            lineClamp={2}
            style={{ outline: 'none' }}
            tabIndex={-1}
          >
            {title}
          </Text>
          <Box mih="1.125rem">
            <DraftNote kept={draft.kept} />
          </Box>
        </Group>
        {preview && (
          <div className={split.tabs}>
            <PreviewTabs text="Write" tab={tab} onTab={setTab} />
          </div>
        )}
        {meanwhile && (
          <Box className={classes.meanwhile} flex="none" px="var(--inset)">
            {meanwhile}
          </Box>
        )}
        <div className={`${classes.body} ${split.text}`}>
          <FormDrafts draft={draft} noun={noun} />
          {children}
        </div>
        {preview && <div className={split.preview}>{preview}</div>}
        <div className={classes.foot}>
          {(form.failed || gone || cancelQueued) && (
            <Box flex="1 0 100%" pt={{ base: 'xs', sm: 0 }} style={{ gridColumn: '1 / -1' }}>
              <FormFailure form={form} noun={noun} {...(onTakeOver && { onTakeOver })} />
            </Box>
          )}
          {foot}
          <WrongFields wrong={wrong} flex={1} justify="flex-end" />
          <CancelButton form={form} onCancel={onCancel} />
          <SaveButton form={form}>Save {noun}</SaveButton>
        </div>
      </form>
      <LeaveQuestion form={form} open={open} />
      {conflict}
    </>
  );
}
