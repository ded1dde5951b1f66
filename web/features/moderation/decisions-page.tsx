import { Button, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link, getRouteApi } from '@tanstack/react-router';
import { verdicts } from '#contract/verdicts.ts';
import { subjectNoun } from '#contract/case-subjects.ts';
import { type ListedDecision, moderationApi } from '#contract/moderation.ts';
import { ask, earlyPages, keyOf } from '#web/api/query.ts';
import { decidedAbout } from '#web/features/moderation/case-words.ts';
import { DecisionFacts, FoldedStatement } from '#web/features/moderation/decision-facts.tsx';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import classes from '#web/features/moderation/moderation.module.css';
import { useTakeBackButton } from '#web/features/moderation/take-back-button.tsx';
import { LogList, useLogPages } from '#web/history/log-list.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { ListRow, RowList } from '#web/ui/row-list.tsx';

const route = getRouteApi('/admin/desk/moderation/decisions');

const { decisions } = moderationApi;

/** The decisions, newest first. One's own can be taken back for a minute. */
export function DecisionsPage() {
  const { mine } = route.useSearch();
  const navigate = route.useNavigate();
  const input = mine && { mine: 'true' as const };
  const pages = useLogPages({
    queryKey: [...keyOf(decisions.list), { mine }],
    fetch: (part, signal) => ask(decisions.list, { ...part, ...input }, signal),
    early: (part) => earlyPages(decisions.list, { ...part, ...input }),
  });
  return (
    <>
      <title>Decisions - Awa Desk</title>
      <PageHead {...moderationTitle} />
      <ModerationHead />
      <LogList
        title={mine ? 'Your decisions' : 'All decisions'}
        loading="Loading decisions"
        tools={
          <FilterField
            label="By"
            otherwise="Everyone"
            value={mine ? 'mine' : undefined}
            options={[{ value: 'mine', label: 'Mine' }]}
            onChange={(next) =>
              void navigate({ search: { mine: next === undefined ? undefined : true }, resetScroll: false })
            }
          />
        }
        pages={pages}
        rowsOf={(page) => page.decisions}
        empty={{
          icon: IconFileText,
          title: 'No decisions yet',
          sentence: 'Decisions by you and your colleagues appear here, with the words that people read.',
        }}
        noMatch={
          mine && {
            icon: IconFileText,
            title: 'You have decided nothing yet',
            sentence: 'Your decisions appear here.',
            action: (
              <Button onClick={() => void navigate({ search: {}, resetScroll: false })}>Show all decisions</Button>
            ),
          }
        }
      >
        {(rows) => (
          <RowList label="Decisions">
            {rows.map((decision) => (
              <ListRow key={decision.id}>
                <DecisionRow decision={decision} />
              </ListRow>
            ))}
          </RowList>
        )}
      </LogList>
    </>
  );
}

function DecisionRow({ decision }: { decision: ListedDecision }) {
  const { caseId, subject, statement, reason, appeal, verdict } = decision;
  const { button, failed } = useTakeBackButton(decision);
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div>
          <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {decidedAbout(decision)}
          </Text>
          <DecisionFacts decision={decision} />
        </div>
        <Group gap="sm" flex="none" justify="flex-end">
          {button}
          <Link
            className={classes.open}
            to="/admin/desk/moderation"
            search={{ case: caseId }}
            aria-label={`Open the case: ${subjectNoun(subject.kind)}, ${verdicts[verdict].toLowerCase()}`}
          >
            Open the case
          </Link>
        </Group>
      </Group>
      <FoldedStatement statement={statement} />
      {appeal?.answer && (
        <Text maw="44rem" className={classes.content} dir="auto">
          Answer to the appeal: {appeal.answer}
        </Text>
      )}
      {reason && (
        <Text c="dimmed" maw="44rem" className={classes.content} dir="auto">
          Note: {reason}
        </Text>
      )}
      {failed && <InlineFailure failed={failed} />}
    </>
  );
}
