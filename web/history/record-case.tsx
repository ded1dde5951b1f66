import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ContentKind, kinds } from '#contract/kinds.ts';
import { useOpenCase } from '#web/history/use-open-case.ts';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';

const OpenCaseDialog = lazyLayer('question', async () => (await import('#web/history/open-case.tsx')).OpenCaseDialog);

type RecordCaseProps = { kind: ContentKind; id: string; title: string };

/** Opens a case on a record of the content, for the roles that may change it. */
export function RecordCase({ kind, id, title }: RecordCaseProps) {
  const { openCase, asked } = useOpenCase(kinds[kind].area);
  if (!openCase) return null;
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        aria-haspopup="dialog"
        leftSection={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}
        aria-label={`Open a case on ${title}`}
        flex="none"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => openCase({ kind, id, words: title })}
      >
        Open a case
      </Button>
      <OpenCaseDialog {...asked} />
    </>
  );
}
