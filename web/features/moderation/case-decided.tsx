import { Button, Group, Text } from '@mantine/core';
import { areaOfCase } from '#contract/case-subjects.ts';
import type { Case, Decision } from '#contract/moderation.ts';
import { changeWords, latestDecision } from '#web/features/moderation/appeal-words.ts';
import { useTakeBackButton } from '#web/features/moderation/take-back-button.tsx';
import { useOpenCase } from '#web/history/use-open-case.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';

const OpenCaseDialog = lazyLayer('question', async () => (await import('#web/history/open-case.tsx')).OpenCaseDialog);

/** Says how the decision of a case can still be changed, and leads there. */
export function DecidedPart({ of }: { of: Case }) {
  const decision = latestDecision(of);
  return decision && <Changing of={of} decision={decision} />;
}

function Changing({ of: { subject, text, excerpt, person }, decision }: { of: Case; decision: Decision }) {
  const { button, failed } = useTakeBackButton(decision);
  const { openCase, asked } = useOpenCase(areaOfCase(subject.kind));
  const isThere = text !== null || subject.kind === 'person';
  return (
    <Group gap="xs" mt="sm">
      <Text size="xs" c="dimmed" maw="44rem" textWrap="pretty">
        {button ? 'Nobody was told yet: you can still take this back.' : changeWords(decision, isThere)}
      </Text>
      {button}
      {!button && isThere && openCase && (
        <Button
          size="xs"
          aria-haspopup="dialog"
          onClick={() => openCase({ ...subject, words: (text?.content ?? excerpt) || person })}
        >
          Open a new case
        </Button>
      )}
      {failed && <InlineFailure failed={failed} />}
      <OpenCaseDialog {...asked} />
    </Group>
  );
}
