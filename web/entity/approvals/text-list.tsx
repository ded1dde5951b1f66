import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { addressOf, capital, kinds } from '#contract/kinds.ts';
import type { ReviewedKind } from '#contract/approval-lists.ts';

/** The page that opens a text; a card opens in its editor. */
const pageOf = (kind: ReviewedKind, id: string) =>
  kind === 'card' ? `/admin/desk/lady-due?card=${id}&form=edit` : `${addressOf(kind)}?${kind}=${id}`;

type TextListProps = {
  title: string;
  texts: readonly { kind: ReviewedKind; id: string; title: string; note?: string }[];
};

/** Medical texts, each with a link that opens it in a new tab: the form below a dialog may have unsaved changes. */
export function TextList({ title, texts }: TextListProps) {
  const id = useId();
  return (
    <div>
      <Text id={id} fw={600} mb={4}>
        {title}
      </Text>
      {texts.length > 0 && (
        <Stack component="ul" gap={0} mah="14rem" tabIndex={0} style={{ overflowY: 'auto' }} aria-labelledby={id}>
          {texts.map((text) => (
            <Group component="li" key={text.id} gap="0 0.375rem">
              <Anchor
                href={pageOf(text.kind, text.id)}
                target="_blank"
                rel="noopener"
                dir="auto"
                display="inline-flex"
                mih={{ base: 'var(--awa-control)', sm: '1.75rem' }}
                miw={{ base: 'var(--awa-control)', sm: 0 }}
                style={{ alignItems: 'center', overflowWrap: 'anywhere' }}
              >
                {text.title}
              </Anchor>
              <Text span size="sm" c="dimmed">
                {[capital(kinds[text.kind].one), text.note].filter(Boolean).join(', ')}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </div>
  );
}
