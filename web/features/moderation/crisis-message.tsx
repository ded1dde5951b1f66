import { Box, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { type StatementLanguage, maxStatement, statementLanguages } from '#contract/moderation.ts';
import { type SafetyMessage, safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { usePermission, useSession } from '#web/api/permissions.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { NotShown } from '#web/features/moderation/case-part.tsx';
import { playbookOf, withPlaybook } from '#web/features/moderation/crisis-draft.ts';
import { messageState } from '#web/features/moderation/crisis-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import { type Care, type ReachOut, useTakeBackMessage } from '#web/features/moderation/use-crisis.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { keyText, useShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { useIsBefore } from '#web/lib/use-is-before.ts';
import { useNow } from '#web/lib/use-now.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const languages = Object.entries(statementLanguages).map(([value, label]) => ({ value, label }));

type MessageProps = {
  draft: CaseDraft;
  reach: ReachOut;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (draft: CaseDraft) => void;
};

/** The message to the person, which starts from a playbook. */
export function Message({ draft, reach, field, onChange }: MessageProps) {
  const { messageLanguage: language, message, replacedMessage } = draft;
  const keysOn = useShortcutsOn();
  useShortcuts([{ keys: ['mod+Enter'], does: 'Send the message, while you write it' }]);
  const playbook = playbookOf(draft, reach.playbooks);
  const standsIn = playbook && language !== 'english' && playbook[language].trim() === '';
  return (
    // The keys of its fields reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Reach out"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        // Elsewhere these keys decide the case.
        event.preventDefault();
        event.stopPropagation();
        reach.send();
      }}
    >
      <Stack gap="sm">
        <Select
          label="Language"
          data={languages}
          allowDeselect={false}
          value={language}
          onChange={(next) =>
            next && onChange(withPlaybook(draft, reach.playbooks, { messageLanguage: next as StatementLanguage }))
          }
        />
        {standsIn && (
          <Text size="xs" c="dimmed">
            This playbook has no message in {statementLanguages[language]}, so the English one stands in.
          </Text>
        )}
        <Box>
          <Textarea
            ref={field}
            label="Message"
            description="Only the person reads it, in the app."
            minRows={5}
            maxRows={12}
            dir="auto"
            value={message}
            error={reach.error}
            onChange={(event) => onChange({ ...draft, message: event.currentTarget.value })}
          />
          <Counter count={[...message].length} max={maxStatement} />
          {replacedMessage !== '' && replacedMessage !== message && (
            <Button
              size="xs"
              variant="subtle"
              mt={4}
              onClick={() => onChange({ ...draft, message: replacedMessage, replacedMessage: '' })}
            >
              Bring back what you wrote
            </Button>
          )}
        </Box>
        {reach.failed && <InlineFailure failed={reach.failed} />}
        <Group gap="xs">
          <BusyButton
            variant="filled"
            busy={reach.isSending}
            busyLabel="Sending"
            rightSection={
              keysOn && !reach.isSending ? (
                <Text span size="xs" aria-hidden="true" visibleFrom="sm">
                  {keyText('mod+Enter')}
                </Text>
              ) : undefined
            }
            onClick={reach.send}
          >
            Send
          </BusyButton>
          <Button variant="subtle" onClick={reach.close}>
            Not now
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

/** The messages that were sent in this case, oldest first, and whether the person has seen them. */
export function MessagesSent({ care }: { care: Care }) {
  const { messages = [], olderMessages = 0 } = care.data ?? {};
  if (messages.length === 0) return null;
  return (
    <section aria-label="Messages sent">
      <h3 className={classes.heading}>Messages sent</h3>
      <NotShown count={olderMessages} noun="older message" />
      <ul className={classes.decisions} aria-label="Messages">
        {messages.map((one) => (
          <Sent key={one.id} message={one} />
        ))}
      </ul>
    </section>
  );
}

function Sent({ message }: { message: SafetyMessage }) {
  const { id, at, by, text, language, playbook, takeBackUntil, takenBackAt, seenAt } = message;
  const session = useSession();
  const isOwn = 'admin' in session && session.admin.id === by?.id;
  const mayChange = usePermission()(safetyApi.crisisCare.takeBack);
  const isSoon = useIsBefore(takeBackUntil);
  const now = useNow(serverNow);
  const { takeBack } = useTakeBackMessage();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => takeBack(id),
    onSuccess: () => showToast('Took back the message'),
  });
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <div>
          <Text fw={500}>
            {messageState(message, now)}
            {seenAt !== null && (
              <>
                {' '}
                <RelativeTime at={new Date(seenAt)} />
              </>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {by ? by.name : 'A deleted account'}, <RelativeTime at={new Date(at)} />, in {statementLanguages[language]}
            {playbook && `, from “${playbook}”`}
          </Text>
        </div>
        {isOwn && mayChange && isSoon && takenBackAt === null && (
          <BusyButton
            size="xs"
            flex="none"
            busy={isPending}
            busyLabel="Taking back"
            aria-label={isPending ? undefined : 'Take back the message'}
            onClick={() => mutate()}
          >
            Take back
          </BusyButton>
        )}
      </Group>
      <details className={classes.folded}>
        <summary>The message</summary>
        <Text className={classes.quote} dir="auto">
          {text}
        </Text>
      </details>
      {error && <InlineFailure failed={explain(error)} />}
    </li>
  );
}
