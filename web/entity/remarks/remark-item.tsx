import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import type { Actor } from '#contract/common.ts';
import { kinds } from '#contract/kinds.ts';
import { type Written, remarksOf } from '#contract/remarks.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useSession } from '#web/api/permissions.ts';
import { ReplyDialog } from '#web/entity/remarks/remark-dialog.tsx';
import classes from '#web/entity/remarks/remark-item.module.css';
import { type PlacedRemark, useReload } from '#web/entity/remarks/use-remarks.ts';
import { shortDate } from '#web/lib/dates.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const nameOf = (by: Actor | null) => by?.name ?? 'A former colleague';

/** The sentence about words that are not marked in the text. */
const missing = {
  gone: 'These words are no longer in the text.',
  unclear: 'These words are in the text, but it is not certain which ones were meant.',
};

type RemarkItemProps = {
  kind: ReviewedKind;
  remark: PlacedRemark;
  /** The label of its field. */
  label: string;
  people: readonly Actor[];
  /** It was chosen, and its words stand out. */
  isChosen?: boolean;
  /** Shows its words in the text. Left out: the text is not here. */
  onShow?: () => void;
};

/** A remark with its words, its replies and its buttons. */
export function RemarkItem({ kind, remark, label, people, isChosen = false, onShow }: RemarkItemProps) {
  const { anchor, place, resolved, replies } = remark;
  const routes = remarksOf[kinds[kind].area];
  const reload = useReload(kind);
  const [isReplying, setReplying] = useState(false);
  const resolve = useMutation({
    mutationFn: () => change(routes.resolve, { id: remark.id, resolved: !resolved }),
    onSuccess: () => showToast(resolved ? 'Reopened the remark' : 'Resolved the remark'),
    onSettled: reload,
  });
  const quote = anchor && `“${anchor.quote}”`;
  return (
    <li className={classes.item} data-remark={remark.id} aria-current={isChosen || undefined}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {quote !== null &&
        (onShow && typeof place === 'object' ? (
          <UnstyledButton className={classes.quote} aria-label={`Show ${quote} in the text`} onClick={onShow}>
            {quote}
          </UnstyledButton>
        ) : (
          <Text className={classes.quote} data-missing={typeof place === 'string' || undefined}>
            {quote}
          </Text>
        ))}
      {typeof place === 'string' && (
        <Text size="xs" c="var(--awa-warning)">
          {missing[place]}
        </Text>
      )}
      <Words kind={kind} written={remark} noun="remark" />
      {replies.length > 0 && (
        <Stack component="ul" gap="xs" className={classes.replies} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Words kind={kind} written={reply} noun="reply" />
            </li>
          ))}
        </Stack>
      )}
      {resolved && (
        <Text size="xs" c="dimmed">
          {nameOf(resolved.by)} resolved it on {shortDate(resolved.at)}
        </Text>
      )}
      {resolve.error && <InlineFailure failed={explain(resolve.error)} />}
      <Group gap="xs">
        <Button size="xs" aria-haspopup="dialog" onClick={() => setReplying(true)}>
          Reply
        </Button>
        <BusyButton
          size="xs"
          busy={resolve.isPending}
          busyLabel={resolved ? 'Reopening' : 'Resolving'}
          onClick={() => resolve.mutate()}
        >
          {resolved ? 'Reopen' : 'Resolve'}
        </BusyButton>
      </Group>
      {isReplying && <ReplyDialog kind={kind} remark={remark} people={people} onClose={() => setReplying(false)} />}
    </li>
  );
}

type WordsProps = { kind: ReviewedKind; written: Written; noun: 'remark' | 'reply' };

/** The words of a remark or of a reply, its author, and the button that deletes it. */
function Words({ kind, written: { id, by, at, body, mentions }, noun }: WordsProps) {
  const routes = remarksOf[kinds[kind].area];
  const reload = useReload(kind);
  const session = useSession();
  const admin = 'admin' in session ? session.admin : null;
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => change(routes.remove, { id }),
    onSuccess: () => {
      setAsked(false);
      showToast(`Deleted the ${noun}`);
    },
    onSettled: reload,
  });
  return (
    <>
      <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
      {mentions.length > 0 && (
        <Text size="xs" c="dimmed">
          For {mentions.map(({ name }) => name).join(', ')}
        </Text>
      )}
      <Group justify="space-between" wrap="nowrap" gap="xs" c="dimmed" fz="xs" lh="xs">
        <Group gap="0 0.375rem" className={classes.facts} data-tabular>
          <span>{nameOf(by)}</span>
          <span>{shortDate(at)}</span>
        </Group>
        {admin && (admin.role === 'administrator' || admin.id === by?.id) && (
          <UnstyledButton
            className={classes.remove}
            aria-haspopup="dialog"
            aria-label={`Delete the ${noun}`}
            onClick={() => setAsked(true)}
          >
            Delete
          </UnstyledButton>
        )}
      </Group>
      <Confirm
        opened={asked}
        title={`Delete this ${noun}?`}
        sentence={noun === 'remark' ? 'Its replies are deleted too. It cannot be restored.' : 'It cannot be restored.'}
        action={`Delete the ${noun}`}
        actionBusy="Deleting"
        busy={remove.isPending}
        failed={remove.error ? explain(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsked(false);
        }}
      />
    </>
  );
}
