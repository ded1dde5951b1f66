import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { reportReasons } from '#contract/case-states.ts';
import { subjectNoun } from '#contract/case-subjects.ts';
import { isContent } from '#contract/kinds.ts';
import type { Case, Decision } from '#contract/moderation.ts';
import { ContentLink } from '#web/features/moderation/content-link.tsx';
import { DecisionFacts, FoldedStatement } from '#web/features/moderation/decision-facts.tsx';
import { HiddenText, ReasonBadge, StateBadge } from '#web/features/moderation/case-badges.tsx';
import { NotShown } from '#web/features/moderation/case-part.tsx';
import { CaseText } from '#web/features/moderation/case-text.tsx';
import { appealedDecision, standingWords, waitingFor } from '#web/features/moderation/case-words.ts';
import own from '#web/features/moderation/case.module.css';
import classes from '#web/features/moderation/moderation.module.css';
import { TextsOfPerson } from '#web/features/moderation/texts-of-person.tsx';
import { counted } from '#web/lib/numbers.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DiffLegend, TextDiff } from '#web/ui/text-diff.tsx';

/** The number of people who reported a case; without any, a colleague or a mark in the text opened it. */
function openedBy({ reports, reasons }: Pick<Case, 'reports' | 'reasons'>) {
  if (reports > 0) return counted(reports, 'report');
  return reasons.length > 0 ? 'Opened by a colleague' : 'Opened by a mark in the text';
}

/** The reason of a case, its severity, its state and how long it has waited. */
export function CaseFacts({ of }: { of: Case }) {
  const now = useNow();
  const { severity } = reportReasons[of.reason];
  return (
    <Group gap="0.375rem 0.75rem" mt={6} fz="xs" lh="xs" c="dimmed" data-tabular>
      <ReasonBadge reason={of.reason} />
      <StateBadge state={of.state} />
      <span>Severity {severity} of 5</span>
      <span>{openedBy(of)}</span>
      <span>Waits for {waitingFor(of.waitingSince, now)}</span>
    </Group>
  );
}

type SectionProps = { title: string; stays?: boolean; children: ReactNode };

const Section = ({ title, stays = false, children }: SectionProps) => (
  // The sticky part scrolls on its own. It is focusable, so that keys scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section aria-label={title} className={stays ? own.stays : undefined} tabIndex={stays ? 0 : undefined}>
    <h3 className={classes.heading}>{title}</h3>
    {children}
  </section>
);

/** All that a decision needs: the text, the reports, the thread around it, and the earlier decisions. */
export function CaseReading({ of }: { of: Case }) {
  const { text, firstText, subject, thread, threadMore, notes, reasons } = of;
  const appealed = appealedDecision(of);
  const noun = subjectNoun(subject.kind);
  const isWaitingInDanger = of.lane === 'crisis' && (of.state === 'open' || of.state === 'escalated');
  return (
    <>
      {subject.kind !== 'person' && (
        <Section title={`The ${noun} now`} stays>
          {text ? (
            <>
              {text.content.trim() === '' ? (
                <Text c="dimmed">There are no words.</Text>
              ) : (
                <CaseText of={of} text={text} />
              )}
              <Group gap="0.375rem 0.75rem" mt={6} fz="xs" lh="xs" c="dimmed">
                <span>
                  {isContent(subject.kind) ? 'Added' : 'Written'} <RelativeTime at={new Date(text.createdAt)} />
                </span>
                {text.hasPicture && (
                  <StatusBadge state={{ word: 'Has a picture', look: 'outlined', icon: IconPhoto }} />
                )}
                {text.hiddenAt !== null && <HiddenText />}
              </Group>
            </>
          ) : (
            <Text c="dimmed">
              The {noun} was deleted.{isContent(subject.kind) && ' You can still decide about the report.'}
              {isWaitingInDanger && ' The case waits for an outcome: the person may still be in danger.'}
            </Text>
          )}
          {isContent(subject.kind) && <ContentLink kind={subject.kind} id={subject.id} isDeleted={text === null} />}
        </Section>
      )}
      {of.state === 'appealed' && appealed && <AppealedDecision decision={appealed} />}
      {firstText !== '' && text === null && (
        <Section title={`The ${noun} as it was reported`}>
          <Text className={classes.content} maw="44rem" dir="auto">
            {firstText}
          </Text>
        </Section>
      )}
      {firstText !== '' && text !== null && (
        <Section title="Changed since the first report">
          <Stack gap="xs">
            <DiffLegend older="the reported text" newer="the text now" />
            <TextDiff older={firstText} newer={text.content} line="paragraph" alike={undefined} />
          </Stack>
        </Section>
      )}
      <Section title="Reports">
        <Group gap={6}>
          {reasons.map(({ reason, count }) => (
            <Group key={reason} gap={6} wrap="nowrap" data-tabular>
              <ReasonBadge reason={reason} />
              {count}
            </Group>
          ))}
        </Group>
        {reasons.length === 0 && <Text c="dimmed">Nobody reported this. A mark in the text opened the case.</Text>}
        {notes.length > 0 && (
          <Stack component="ul" gap="xs" mt="sm" aria-label="Notes">
            {notes.map(({ at, reason, note, by }) => (
              <li key={`${at} ${note}`}>
                <Text className={classes.content} dir="auto">
                  {note}
                </Text>
                <Text size="xs" c="dimmed">
                  {by ? by.name : 'A reporter'}, {reportReasons[reason].label.toLowerCase()},{' '}
                  <RelativeTime at={new Date(at)} />
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </Section>
      {(thread.length > 1 || subject.kind === 'person') && thread.length > 0 && (
        <Section title={subject.kind === 'person' ? 'Newest posts and comments' : 'The thread around it'}>
          <NotShown count={threadMore.before} noun="older comment" />
          <ul className={classes.thread} aria-label="Thread">
            {thread.map((one) => (
              <li key={one.id} data-subject={one.isSubject || undefined}>
                <Group gap="0.25rem 0.5rem" fz="xs" lh="xs">
                  <Text span size="xs" fw={500}>
                    {one.person}
                  </Text>
                  <Text span size="xs" c="dimmed">
                    {one.kind}, <RelativeTime at={new Date(one.createdAt)} />
                  </Text>
                  {one.isSubject && (
                    <Text span size="xs" fw={500}>
                      This case
                    </Text>
                  )}
                  {one.hiddenAt !== null && <HiddenText />}
                </Group>
                <div className={classes.content}>
                  <MarkedText
                    content={one.content || 'A picture without words'}
                    marks={[]}
                    covered={one.covered}
                    size="sm"
                  />
                </div>
              </li>
            ))}
          </ul>
          <NotShown count={threadMore.after} noun="later comment" />
        </Section>
      )}
      {isContent(subject.kind) ? <ContentBefore of={of} /> : <PersonBefore of={of} />}
    </>
  );
}

function PersonBefore({ of }: { of: Case }) {
  const { person, standing, decisions } = of;
  const now = useNow();
  return (
    <Section title={`${person} before`}>
      <Text>
        {standingWords(standing, now)}.{decisions.length === 0 && ' There is no earlier decision.'}
      </Text>
      <EarlierDecisions decisions={decisions} />
      <TextsOfPerson of={of} />
    </Section>
  );
}

/** The earlier decisions about a record. */
const ContentBefore = ({ of: { decisions } }: { of: Case }) => (
  <Section title="Decisions before">
    {decisions.length === 0 && <Text>There is no earlier decision.</Text>}
    <EarlierDecisions decisions={decisions} />
  </Section>
);

const EarlierDecisions = ({ decisions }: Pick<Case, 'decisions'>) =>
  decisions.length > 0 && (
    <Stack component="ul" gap={0} mt="xs" className={classes.decisions} aria-label="Earlier decisions">
      {decisions.map((one) => (
        <li key={one.id}>
          <DecisionFacts decision={one} />
          <FoldedStatement statement={one.statement} />
        </li>
      ))}
    </Stack>
  );

function AppealedDecision({ decision }: { decision: Decision }) {
  const { statement, appeal } = decision;
  return (
    <Section title="The appeal">
      <Text size="md" className={classes.content} maw="44rem" dir="auto">
        {appeal?.text}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {appeal && <RelativeTime at={new Date(appeal.at)} />}
      </Text>
      <Text size="xs" c="dimmed" mt="sm">
        The decision that is appealed
      </Text>
      <DecisionFacts decision={decision} />
      {statement && (
        <Text className={classes.quote} dir="auto">
          {statement}
        </Text>
      )}
    </Section>
  );
}

type ReaderProps = { name: string; busy: boolean; onTakeOver: (() => void) | undefined };

/** Says that a colleague is reading the case. */
export const Reader = ({ name, busy, onTakeOver }: ReaderProps) => (
  <Group gap="xs" mt="xs">
    <Text role="status">{name} is reading this</Text>
    {onTakeOver && (
      <Button size="xs" aria-busy={busy || undefined} onClick={busy ? undefined : onTakeOver}>
        Take over
      </Button>
    )}
  </Group>
);
