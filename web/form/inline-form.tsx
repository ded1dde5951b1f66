import { Flex, Group, Stack, Text } from '@mantine/core';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { FormFailure } from '#web/form/form-failure.tsx';
import type { FormFrameProps } from '#web/form/form-frame.tsx';
import { CancelButton, SaveButton } from '#web/form/form-parts.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';

type InlineFormProps = Pick<FormFrameProps, 'form' | 'noun' | 'onTakeOver' | 'foot' | 'children'> & {
  /** The name of the form, if its field's label does not provide it: `Edit announcement`. */
  label?: string | undefined;
  /** The consequence of sending the form. */
  hint?: string;
  /** The length of the text and its limit, in code points. An empty text cannot be sent. */
  text: { count: number; max: number };
  /** The labels of the button that sends the form: at rest, and while it is sending. */
  submit: string;
  submitBusy: string;
  /** Closes the form. A form without it is always open. */
  onCancel?: (() => void) | undefined;
};

/** A form with one text, for a card or a row of a list. Without `onCancel` the submit button comes last. */
export function InlineForm(props: InlineFormProps) {
  const { form, noun, label, hint, text, submit, submitBusy, onCancel, onTakeOver, foot, children } = props;
  const { formProps, draft, conflict, meanwhile } = form;
  const send = (
    <SaveButton form={form} busyLabel={submitBusy} off={text.count === 0} flex="none">
      {submit}
    </SaveButton>
  );
  return (
    <form {...formProps} aria-label={label}>
      <Stack gap="sm">
        {children}
        <FormDrafts draft={draft} noun={noun} />
        <FormFailure form={form} noun={noun} {...(onTakeOver && { onTakeOver })} />
        {onCancel ? (
          <Group gap="0.5rem 0.75rem">
            {send}
            <CancelButton form={form} variant="subtle" onCancel={onCancel} />
            <DraftNote kept={draft.kept} />
            <Flex ml="auto">
              <Counter {...text} always />
            </Flex>
          </Group>
        ) : (
          <Flex
            direction={{ base: 'column', sm: 'row' }}
            align={{ base: 'stretch', sm: 'flex-start' }}
            gap="0.75rem 1rem"
          >
            {foot}
            {/* The element has its full height from the start, so that the button does not move. */}
            <Stack gap={0} flex={1} miw={0} mih={{ base: '5.75rem', sm: '2.5rem' }}>
              {hint && (
                <Text fz="xs" c="dimmed">
                  {hint}
                </Text>
              )}
              <Group gap="0 0.75rem">
                <DraftNote kept={draft.kept} />
                <Counter {...text} always />
              </Group>
            </Stack>
            {send}
          </Flex>
        )}
        {meanwhile}
      </Stack>
      {conflict}
    </form>
  );
}
