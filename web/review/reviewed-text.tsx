import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { recallApi } from '#contract/recall.ts';
import type { Output } from '#contract/route.ts';
import { reviewApi } from '#contract/review.ts';
import { CallError } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { ApprovalDialog, ChangesDialog } from '#web/entity/approvals/approval-dialog.tsx';
import { ApprovalLine } from '#web/entity/approvals/approval-line.tsx';
import { RecallDialog } from '#web/entity/approvals/recall-dialog.tsx';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import { LoadedCode } from '#web/history/loaded-code.tsx';
import { RemarkedText } from '#web/review/remarked-text.tsx';
import { dateTime } from '#web/lib/dates.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { same } from '#web/lib/field-diff.ts';
import { placeOf } from '#web/lib/place-of.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PanelHeading } from '#web/ui/panel-heading.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/review');

type ReviewedTextProps = {
  kind: ReviewedKind;
  id: string;
  /** The heading gets the focus, because a key opened the text. */
  isFocused: boolean;
  /** Called after the approval. */
  onDone: () => void;
};

/** A medical text: its saved words beside those in the app, word by word, with its sources and remarks, and its approval. */
export function ReviewedText({ kind, id, isFocused, onDone }: ReviewedTextProps) {
  const { fieldsOf } = route.useRouteContext();
  const read = useQuery({ ...query(reviewApi.review.read, { kind, id }), staleTime: 0 });
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusFirst = useEffectEvent(() => isFocused && giveFocus(heading.current));
  useEffect(() => void focusFirst(), []);
  const { one } = kinds[kind];
  const isGone = read.error instanceof CallError && read.error.status === 404;
  const text = isGone ? undefined : read.data;
  return (
    <Stack
      gap="1.25rem"
      pt={{ base: '1.25rem', md: '1.75rem' }}
      px={{ base: 'var(--awa-gutter)', md: 'xl' }}
      pb={{ base: '1.5rem', md: 'md' }}
    >
      <div>
        <PanelHeading id={headingId} ref={heading}>
          {text?.label ?? 'Text'}
        </PanelHeading>
        <Text c="dimmed">{capital(one)}</Text>
      </div>
      {isGone && (
        <Empty
          icon={IconFileText}
          title={`This ${one} no longer exists`}
          sentence="A colleague has deleted it, or the link is wrong."
        />
      )}
      {!isGone && <FailedPanel {...failureOf(read)} />}
      {read.isPending && <SkeletonRows shape="text" rows={4} label={`Loading the ${one}`} />}
      {text && (
        <>
          <ReviewActions text={text} onDone={onDone} />
          <LoadedCode name={`fields-${kind}`} load={() => fieldsOf(kind)} loading={`Loading the ${one}`} part={one}>
            {(fields) => <RemarkedText text={text} fields={fields} />}
          </LoadedCode>
        </>
      )}
    </Stack>
  );
}

type Read = Output<typeof reviewApi.review.read>;

/** Whether the app shows the saved words. */
function shownWords({ shown, words, comesAt }: Read) {
  if (comesAt !== null) return `The app does not show this text yet. It is scheduled for ${dateTime(comesAt)}.`;
  if (shown === null) return 'The app does not show this text.';
  return same(words, shown) ? 'The app shows these words.' : 'The app shows earlier words until these are published.';
}

type ReviewActionsProps = { text: Read; onDone: () => void };

/** The state of the approval, and the buttons. */
function ReviewActions({ text, onDone }: ReviewActionsProps) {
  const { kind, id, label, words } = text;
  const admin = useAdmin();
  const may = usePermission();
  const [asked, setAsked] = useState<'approve' | 'changes' | 'recall'>();
  const mayApprove = isApprover(admin);
  useShortcuts(
    mayApprove
      ? [
          { keys: ['a'], does: 'Approve the text', act: () => setAsked('approve') },
          { keys: ['c'], does: 'Ask for changes to the text', act: () => setAsked('changes') },
        ]
      : [],
  );
  const dialog = {
    kind,
    records: [{ ...text, citations: words['citations'] }],
    title: `“${label}”`,
    onDone,
    onClose: () => setAsked(undefined),
  };
  const { to, search } = placeOf(kind, id);
  return (
    <Stack gap="sm">
      <ApprovalLine kind={kind} record={text} />
      <Text size="sm" c="dimmed">
        {shownWords(text)}
      </Text>
      <Group gap="xs">
        {mayApprove && (
          <>
            <Button variant="filled" aria-haspopup="dialog" onClick={() => setAsked('approve')}>
              Approve
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setAsked('changes')}>
              Ask for changes
            </Button>
          </>
        )}
        <Button
          component={Link}
          to={to}
          search={search as never}
          leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
        >
          Open the {kinds[kind].one}
        </Button>
        {may(recallApi.recall.act) && (
          <Button aria-haspopup="dialog" onClick={() => setAsked('recall')}>
            Recall a sentence
          </Button>
        )}
      </Group>
      <ApprovalDialog opened={asked === 'approve'} {...dialog} />
      <ChangesDialog opened={asked === 'changes'} {...dialog} />
      {asked === 'recall' && (
        <RecallDialog kind={kind} id={id} title={`“${label}”`} onClose={() => setAsked(undefined)} />
      )}
    </Stack>
  );
}
