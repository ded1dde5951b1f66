import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { checkedDays } from '#contract/checked.ts';
import { addressOf } from '#contract/kinds.ts';
import { type Harm, markNames } from '#contract/mark.ts';
import type { Case } from '#contract/moderation.ts';
import type { HelpLine, HelpLinePurpose, Playbook } from '#contract/safety.ts';
import { failureOf } from '#web/api/query.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { playbookOf, withPlaybook } from '#web/features/moderation/crisis-draft.ts';
import { harmsOf, lineWords } from '#web/features/moderation/crisis-words.ts';
import classes from '#web/features/moderation/crisis.module.css';
import { clinicianInWords, namesClinician } from '#web/features/moderation/clinician-words.ts';
import sharedClasses from '#web/features/moderation/moderation.module.css';
import { type ReachOut, useOfferedLines } from '#web/features/moderation/use-crisis.ts';
import { useWaiting } from '#web/features/moderation/use-looks.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type PlaybookProps = { of: Case; draft: CaseDraft; reach: ReachOut; onChange: (draft: CaseDraft) => void };

/** The playbook for the marks of a case. */
export function PlaybookPart({ of, draft, reach, onChange }: PlaybookProps) {
  const playbook = playbookOf(draft, reach.playbooks);
  const choose = (playbookId: string) =>
    onChange(reach.isOpen ? withPlaybook(draft, reach.playbooks, { playbookId }) : { ...draft, playbookId });
  return (
    <section aria-label="Playbook">
      {reach.queries.map((one) => one.error && <FailedPanel key={one.error.message} {...failureOf(one)} />)}
      {reach.playbooks.length > 1 && (
        <Select
          label="Playbook"
          mb="sm"
          data={reach.playbooks.map(({ id, title, mark }) => ({ value: id, label: `${title} (${markNames[mark]})` }))}
          allowDeselect={false}
          value={playbook?.id ?? null}
          onChange={(next) => next && choose(next)}
        />
      )}
      {playbook && (
        <PlaybookText playbook={playbook} withTitle={reach.playbooks.length === 1} isWriting={reach.isOpen} />
      )}
      {!playbook && reach.queries.every(({ error }) => !error) && <NoPlaybook harms={harmsOf(of)} />}
    </section>
  );
}

function NoPlaybook({ harms }: { harms: readonly Harm[] }) {
  return (
    <Text>
      There is no active playbook for “{harms.map((harm) => markNames[harm]).join('” or “')}”.{' '}
      <Link className={sharedClasses.open} to={addressOf('playbook')}>
        Playbooks
      </Link>
    </Text>
  );
}

type TextProps = {
  playbook: Playbook;
  withTitle: boolean;
  /** The message is being written: the words to avoid come first. */
  isWriting: boolean;
};

function PlaybookText({ playbook, withTitle, isWriting }: TextProps) {
  const neverSay = <Sentences title="Never say" list={playbook.neverSay} />;
  return (
    <Stack gap="sm">
      {withTitle && <h3 className={classes.title}>{playbook.title}</h3>}
      {isWriting && neverSay}
      <Sentences
        title="Steps"
        list={playbook.steps}
        ordered
        after={(step) => namesClinician(step) && <ClinicianOnCall />}
      />
      <Sentences title="Look for the answers in the texts. The desk does not keep them." list={playbook.questions} />
      {!isWriting && neverSay}
    </Stack>
  );
}

/** The clinician whom a step is about, or that none is named. Its line is kept until that is known. */
function ClinicianOnCall() {
  const { data } = useWaiting();
  return (
    <Text
      size="xs"
      {...(data?.clinician ? { fw: 500 } : { c: 'dimmed' })}
      style={{ overflowWrap: 'anywhere' }}
      data-tabular
    >
      {data ? clinicianInWords(data.clinician) : '\u00a0'}{' '}
      {data?.clinician === null && (
        <Link className={sharedClasses.open} to={addressOf('clinician')}>
          Rota
        </Link>
      )}
    </Text>
  );
}

type SentencesProps = {
  title: string;
  list: readonly string[];
  ordered?: boolean;
  /** Details below a sentence. */
  after?: (one: string) => ReactNode;
};

function Sentences({ title, list, ordered, after }: SentencesProps) {
  if (list.length === 0) return null;
  const List = ordered ? 'ol' : 'ul';
  return (
    <div>
      <h4 className={classes.label}>{title}</h4>
      <List className={classes.list} aria-label={title}>
        {list.map((one) => (
          <li key={one}>
            {one}
            {after?.(one)}
          </li>
        ))}
      </List>
    </div>
  );
}

type LinesProps = {
  title: string;
  /** The level of the heading: the part stands below the one of the page, or of the case. */
  heading?: 'h2' | 'h3';
  purposes: readonly HelpLinePurpose[];
  /** Adds a line to the message that is being written. */
  onAdd?: ((line: HelpLine) => void) | undefined;
};

/** The help lines that may be offered, with their numbers. */
export function HelpLines({ title, heading: Heading = 'h3', purposes, onAdd }: LinesProps) {
  const { queries, isPending, lines } = useOfferedLines(purposes);
  return (
    <section aria-label={title}>
      <Heading className={sharedClasses.heading}>{title}</Heading>
      {queries.map((one) => one.error && <FailedPanel key={one.error.message} {...failureOf(one)} />)}
      {lines.length > 0 && (
        <ul className={classes.lines} aria-label={title}>
          {lines.map((line) => (
            <li key={line.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <div>
                  <Text>
                    {line.name}{' '}
                    <Text span fw={600} data-tabular style={{ whiteSpace: 'nowrap' }}>
                      {line.number}
                    </Text>
                  </Text>
                  <Text size="xs" c="dimmed">
                    {lineWords(line)}
                  </Text>
                </div>
                {onAdd && (
                  <Button
                    size="xs"
                    flex="none"
                    aria-label={`Add ${line.name} to the message`}
                    onClick={() => onAdd(line)}
                  >
                    Add
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {lines.length === 0 && !isPending && queries.every(({ error }) => !error) && (
        <Text size="xs" c="dimmed">
          No help line can be offered now. A line is offered for {checkedDays} days after a colleague has called it.{' '}
          <Link className={sharedClasses.open} to={addressOf('help-line')}>
            Help lines
          </Link>
        </Text>
      )}
    </section>
  );
}
