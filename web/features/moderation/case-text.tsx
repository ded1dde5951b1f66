import { Box, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { isContent } from '#contract/kinds.ts';
import type { CoveredPlace } from '#contract/mark.ts';
import type { Case } from '#contract/moderation.ts';
import { explain } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import classes from '#web/features/moderation/case.module.css';
import { coverRoute, useCover } from '#web/features/moderation/use-cover.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';

const CoverDialog = lazyComponent(async () => (await import('#web/features/moderation/cover-dialog.tsx')).CoverDialog);

/** A text of a case as it was when staff began to cover words of it. */
export type Asked = Pick<Case, 'id' | 'version'> & {
  text: NonNullable<Case['text']>;
  /** The place that was selected; undefined for none. */
  selected: CoveredPlace | undefined;
};

/** The place that is selected within an element; undefined for none. */
function selectedIn(element: HTMLElement | null): CoveredPlace | undefined {
  const selection = document.getSelection();
  if (!element || !selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length };
}

/** The text of a case, with the words that are covered in the app, and the buttons to cover and to uncover them. */
export function CaseText({ of: { id, version }, of, text }: { of: Case; text: Asked['text'] }) {
  const mayCover = usePermission()(coverRoute) && !isContent(of.subject.kind) && of.state !== 'gone';
  const shown = useRef<HTMLDivElement>(null);
  const [asked, ask] = useState<Asked>();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending } = useCover();
  const isCovered = text.covered.length > 0;
  return (
    <>
      <Box ref={shown}>
        <MarkedText content={text.content} marks={text.marks} covered={text.covered} />
      </Box>
      {isCovered && (
        <Text size="xs" c="dimmed" mt={6}>
          The app shows blocks instead of:{' '}
          {text.covered.map(({ start, end }) => `“${text.content.slice(start, end)}”`).join(', ')}
        </Text>
      )}
      {mayCover && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            onClick={() => {
              ask({ id, version, text, selected: selectedIn(shown.current) });
              setIsAsking(true);
            }}
          >
            Cover words
          </Button>
          {isCovered && (
            <Button
              size="xs"
              aria-busy={isPending || undefined}
              onClick={() => !isPending && mutate({ id, version, seen: text.seen, places: [] })}
            >
              Uncover
            </Button>
          )}
        </Group>
      )}
      {error && (
        <Box mt="xs">
          <InlineFailure failed={explain(error)} />
        </Box>
      )}
      {asked && <CoverDialog opened={isAsking} asked={asked} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** The text of a case again, above the field that is written about it, where the text itself is not beside the field. */
export function CaseQuote({ of: { text, subject } }: { of: Case }) {
  const isBeside = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
  if (isBeside || !text || text.content.trim() === '') return null;
  return (
    // It is focusable, so that keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.quoted} role="group" aria-label={`The ${subject.kind} again`} tabIndex={0} dir="auto">
      {text.content}
    </div>
  );
}
