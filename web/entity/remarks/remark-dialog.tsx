import { Button, Group, Modal, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { z } from 'zod';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import type { Actor } from '#contract/common.ts';
import { kinds } from '#contract/kinds.ts';
import { countOf, remarkText } from '#contract/remark-places.ts';
import { RemarkBody, maxQuote, remarksOf } from '#contract/remarks.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useReload } from '#web/entity/remarks/use-remarks.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Words that were selected in a field. */
export type Selected = { field: string; quote: string; start: number };

type AddDialogProps = {
  kind: ReviewedKind;
  id: string;
  fields: FieldLabels;
  values: Readonly<Record<string, unknown>>;
  people: readonly Actor[];
  /** Undefined: the field is chosen and the words are typed. */
  selected: Selected | undefined;
  onClose: () => void;
};

/** The message about words that cannot be quoted; undefined for those that stand in the field once, or none. */
function wrongWords(text: string | null, quote: string) {
  if (quote === '') return undefined;
  const count = text === null ? 0 : countOf(text, quote);
  if (count === 0) return 'These words are not in this field';
  return count === 1 ? undefined : `These words are there ${count} times. Add the words before or after them`;
}

/** Adds a remark on words of a text, or on a field of it. */
export function AddRemarkDialog({ kind, id, fields, values, people, selected, onClose }: AddDialogProps) {
  const routes = remarksOf[kinds[kind].area];
  const names = reviewedFields[kind];
  const textIn = (field: string) => remarkText(field, values[field]);
  const schema = z
    .object({ field: z.string(), quote: z.string().trim(), body: RemarkBody })
    .superRefine(({ field, quote }, context) => {
      const message = selected ? undefined : wrongWords(textIn(field), quote);
      if (message) context.addIssue({ code: 'custom', path: ['quote'], message });
    });
  const { field, form, ...dialog } = useRemarkForm({
    initial: { field: selected?.field ?? names.find((name) => textIn(name) !== null) ?? names[0], quote: '', body: '' },
    labels: { field: { label: 'Field' }, quote: { label: 'Words' }, body: { label: 'Remark' } },
    schema,
    done: 'Added the remark',
    onClose,
    kind,
    send: (typed) => {
      const start = textIn(typed.field)?.indexOf(typed.quote) ?? 0;
      const words = typed.quote === '' ? null : { quote: typed.quote, start };
      const on = selected ? { quote: selected.quote, start: selected.start } : words;
      return change(routes.add, { kind, id, field: typed.field, words: on, body: typed.body });
    },
  });
  return (
    <RemarkDialog {...dialog} title="Add a remark" action="Add" busyLabel="Adding">
      {selected ? (
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }} lineClamp={4}>
          {fields[selected.field]?.label}: “{selected.quote}”
        </Text>
      ) : (
        <>
          <Select
            data-autofocus
            data={names.map((name) => ({ value: name, label: fields[name]?.label ?? name }))}
            allowDeselect={false}
            {...field('field')}
          />
          {textIn(form.values.field) !== null && (
            <TextInput
              description="Optional. Exactly as they stand in the field"
              maxLength={maxQuote}
              autoComplete="off"
              {...field('quote')}
            />
          )}
        </>
      )}
      <Body
        people={people}
        isFirst={selected !== undefined}
        body={form.values.body}
        onBody={(body) => form.setFieldValue('body', body)}
        {...field('body')}
      />
    </RemarkDialog>
  );
}

type ReplyDialogProps = {
  kind: ReviewedKind;
  remark: { id: string; by: Actor | null };
  people: readonly Actor[];
  onClose: () => void;
};

/** Replies to a remark. */
export function ReplyDialog({ kind, remark, people, onClose }: ReplyDialogProps) {
  const { field, form, ...dialog } = useRemarkForm({
    initial: { body: '' },
    labels: { body: { label: 'Reply' } },
    schema: z.object({ body: RemarkBody }),
    done: 'Added the reply',
    onClose,
    kind,
    send: ({ body }) => change(remarksOf[kinds[kind].area].reply, { id: remark.id, body }),
  });
  return (
    <RemarkDialog
      {...dialog}
      title={`Reply to ${remark.by?.name ?? 'a former colleague'}`}
      action="Reply"
      busyLabel="Replying"
    >
      <Body
        people={people}
        isFirst
        body={form.values.body}
        onBody={(body) => form.setFieldValue('body', body)}
        {...field('body')}
      />
    </RemarkDialog>
  );
}

type FormOptions<Values extends { body: string }> = {
  initial: Values;
  labels: Record<string, { label: string }>;
  schema: z.ZodType<Values>;
  /** The message after it. */
  done: string;
  kind: ReviewedKind;
  send: (typed: Values) => Promise<unknown>;
  onClose: () => void;
};

function useRemarkForm<Values extends { body: string }>({ done, kind, onClose, send, ...rest }: FormOptions<Values>) {
  const reload = useReload(kind);
  const made = useServerForm({
    ...rest,
    send: async (typed: Values) => {
      await send(typed);
      showToast(done);
      onClose();
      await reload();
    },
    explain,
  });
  return { ...made, onClose };
}

type DialogProps = Pick<ReturnType<typeof useServerForm>, 'formProps' | 'busy' | 'failed'> & {
  title: string;
  action: string;
  busyLabel: string;
  onClose: () => void;
  children: React.ReactNode;
};

function RemarkDialog({ formProps, busy, failed, title, action, busyLabel, onClose, children }: DialogProps) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal opened onClose={close} size="30rem" title={title}>
      <form
        {...formProps}
        aria-label={title}
        onSubmit={(event) => {
          // The dialog of a card opens within the form of the card.
          event.stopPropagation();
          void formProps.onSubmit(event);
        }}
      >
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          {children}
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel={busyLabel}>
              {action}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type BodyProps = React.ComponentProps<typeof Textarea> & {
  people: readonly Actor[];
  /** It gets the focus when the dialog opens. */
  isFirst: boolean;
  body: string;
  onBody: (body: string) => void;
};

/** The words, and a choice of a colleague, whose name it writes into them. */
function Body({ people, isFirst, body, onBody, ...props }: BodyProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  function mention(name: string) {
    const at = area.current?.selectionStart ?? body.length;
    const gap = at > 0 && !/\s$/.test(body.slice(0, at)) ? ' ' : '';
    onBody(`${body.slice(0, at)}${gap}@${name} ${body.slice(at)}`);
    area.current?.focus();
  }
  return (
    <>
      <Textarea
        ref={area}
        data-autofocus={isFirst || undefined}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={1000}
        {...props}
      />
      <Select
        label="Mention"
        description="Puts the text into the list “Remarks for me” of the colleague"
        placeholder="Choose a colleague"
        searchable
        nothingFoundMessage="No colleague with this name"
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={(chosen) => {
          const person = people.find(({ id }) => id === chosen);
          if (person) mention(person.name);
        }}
      />
    </>
  );
}
