import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { crisisOutcomes } from '#contract/crisis.ts';
import { type Look, safetyApi } from '#contract/safety.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf } from '#web/api/query.ts';
import classes from '#web/features/moderation/crisis.module.css';
import { dueWords, looksToDo } from '#web/features/moderation/crisis-words.ts';
import { useLooks } from '#web/features/moderation/use-looks.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const LookDialog = lazyComponent(
  async () => (await import('#web/features/moderation/crisis-questions.tsx')).LookDialog,
);

type LooksProps = {
  /** The case that is open beside the list. */
  opened: string | undefined;
  /** Opens the case that was opened again. */
  onReopened: (caseId: string) => void;
};

/** The people who are to be looked at again, those that are due first. */
export function LooksList({ opened, onReopened }: LooksProps) {
  const query = useLooks();
  const now = useNow(serverNow);
  const mayChange = usePermission()(safetyApi.looks.done);
  const [asked, ask] = useState<Look>();
  const [isAsked, setAsked] = useState(false);
  const { due, later } = looksToDo(query.data?.looks ?? [], now);
  if (!query.error && due.length + later.length === 0) return null;
  const row = (look: Look) => (
    <li key={look.id} className={classes.look} aria-current={look.caseId === opened || undefined}>
      <div>
        <Link className={classes.lookLink} data-covers {...linkHere({ case: look.caseId })}>
          {look.person}
        </Link>
        <Text size="xs" c="dimmed">
          {crisisOutcomes[look.outcome]}. {dueWords(look, now)}
        </Text>
      </div>
      {mayChange && (
        <Button
          size="xs"
          aria-haspopup="dialog"
          aria-label={`Done: ${look.person}, ${dueWords(look, now).toLowerCase()}`}
          onClick={() => {
            ask(look);
            setAsked(true);
          }}
        >
          Done
        </Button>
      )}
    </li>
  );
  return (
    <section aria-label="To look at again" className={classes.looks} tabIndex={-1}>
      <h3 className={classes.looksHead}>To look at again{due.length > 0 && ` (${due.length})`}</h3>
      <FailedPanel {...failureOf(query)} />
      {due.length > 0 && <ul aria-label="Due">{due.map(row)}</ul>}
      {later.length > 0 && (
        <details className={classes.later}>
          <summary>{later.length} to come</summary>
          <ul aria-label="To come">{later.map(row)}</ul>
        </details>
      )}
      <LookDialog
        look={asked}
        opened={isAsked}
        onDone={(caseId) => {
          setAsked(false);
          showToast(caseId === null ? 'Recorded the look' : 'Recorded the look, and opened the case again');
          if (caseId !== null) onReopened(caseId);
        }}
        onClose={() => setAsked(false)}
      />
    </section>
  );
}
