import { Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileText, IconUserSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { isContent } from '#contract/kinds.ts';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { CallError, explain } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf } from '#web/api/query.ts';
import { AppealFields } from '#web/features/moderation/case-appeal.tsx';
import { DecidedPart } from '#web/features/moderation/case-decided.tsx';
import { DecisionFields, NoteField } from '#web/features/moderation/case-decision.tsx';
import { type CaseDraft, firstBlank, firstDraft, tellsPerson } from '#web/features/moderation/case-draft.ts';
import { CaseFoot, CaseSteps } from '#web/features/moderation/case-foot.tsx';
import { CaseFacts, CaseReading, Reader } from '#web/features/moderation/case-reading.tsx';
import { Statement } from '#web/features/moderation/case-statement.tsx';
import { caseHeading, caseName } from '#web/features/moderation/case-words.ts';
import { withoutUnsent } from '#web/features/moderation/crisis-draft.ts';
import { CrisisFields, ReachOutButton } from '#web/features/moderation/crisis-panel.tsx';
import { CareRecord } from '#web/features/moderation/crisis-record.tsx';
import own from '#web/features/moderation/case.module.css';
import classes from '#web/features/moderation/moderation.module.css';
import { useCase, useClaim, useStatements } from '#web/features/moderation/use-cases.ts';
import { useCare, useReachOut } from '#web/features/moderation/use-crisis.ts';
import { toastOf } from '#web/features/moderation/decided-words.ts';
import { type Done, useDecision } from '#web/features/moderation/use-decision.ts';
import { useTellEscalated } from '#web/features/moderation/use-tell-escalated.ts';
import { useVerdictKeys } from '#web/features/moderation/use-verdict-keys.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PanelHeading } from '#web/ui/panel-heading.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const EscalateDialog = lazyComponent(
  async () => (await import('#web/features/moderation/case-questions.tsx')).EscalateDialog,
);
const RevealDialog = lazyComponent(
  async () => (await import('#web/features/moderation/case-questions.tsx')).RevealDialog,
);

const { cases } = moderationApi;

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

export type CasePanelProps = {
  id: string;
  draft: CaseDraft | undefined;
  onDraft: (draft: CaseDraft) => void;
  /** Called after a decision, with the case as it was. */
  /** `said` is the toast of the decision. */
  onDone: (of: Case, done: Done, said: string) => void;
  /** Leaves the case as it is, for the next one; skipped, it comes again last. */
  onNext: (isSkipped: boolean) => void;
  /** Called with the heading once the case is shown. */
  onShown: (heading: HTMLElement) => void;
  /** The shortcuts of the page that work in the case too, also where it covers the page. */
  shortcuts: readonly Shortcut[];
};

/** A case on one screen: all there is to read, and the decision beside it. */
export function CasePanel({ id, draft, onDraft, onDone, onNext, onShown, shortcuts }: CasePanelProps) {
  useShortcuts(shortcuts);
  const query = useCase(id);
  const of = isGone(query.error) ? undefined : query.data;
  const mayChange = usePermission()(cases.decide);
  const isOpen = of?.state === 'open' || of?.state === 'escalated' || of?.state === 'appealed';
  const claim = useClaim(id, mayChange && isOpen, of?.claimedBy);
  const headingId = useId();
  const heading = (
    <PanelHeading
      id={headingId}
      ref={(shown) => {
        if (of && shown) onShown(shown);
      }}
    >
      {of ? caseHeading(of) : 'Case'}
    </PanelHeading>
  );
  if (!of) {
    return (
      <div className={classes.case} data-case-panel>
        <Box className={`${classes.reading} ${own.reading}`} aria-busy={query.isPending || undefined}>
          {heading}
          {isGone(query.error) ? (
            <Empty
              icon={IconFileText}
              title="This case no longer exists"
              sentence="It was erased with its person, or the link is wrong."
              action={<Button onClick={() => onNext(false)}>Next case</Button>}
            />
          ) : (
            <>
              <FailedPanel {...failureOf(query)} />
              {!query.error && <SkeletonRows label="Loading the case" shape="text" rows={4} />}
            </>
          )}
        </Box>
      </div>
    );
  }
  return (
    <OpenCase
      // Errors and failures belong to one case.
      key={id}
      of={of}
      draft={draft ?? firstDraft(of)}
      onDraft={onDraft}
      onDone={(done) => onDone(of, done, toastOf(of, done.draft))}
      onNext={onNext}
      heading={heading}
      reader={
        <>
          {claim.reader && (
            <Reader
              name={claim.reader.name}
              busy={claim.isTakingOver}
              onTakeOver={mayChange ? claim.takeOver : undefined}
            />
          )}
          {claim.error && (
            <Box mt="xs">
              <InlineFailure failed={explain(claim.error)} />
            </Box>
          )}
          <FailedPanel {...failureOf(query)} />
        </>
      }
    />
  );
}

type OpenCaseProps = Pick<CasePanelProps, 'onDraft' | 'onNext'> & {
  of: Case;
  draft: CaseDraft;
  onDone: (done: Done) => void;
  heading: React.ReactNode;
  reader: React.ReactNode;
};

function OpenCase({ of, draft: kept, onDraft, onDone, onNext, heading, reader }: OpenCaseProps) {
  const navigate = useNavigate();
  const phone = usePhone();
  /** The fields are beside the text, and the statement below the text. */
  const besideText = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
  const { rules, templates, queries } = useStatements();
  const care = useCare(of);
  const draft = withoutUnsent(kept, care.data?.messages);
  const state = useDecision({ of, draft, onDone });
  const { isAppeal, isOpen, mayChange } = state;
  const tellEscalated = useTellEscalated();
  const [asked, askFor] = useState<'escalate' | 'reveal'>();
  const form = useRef<HTMLFormElement>(null);
  const statement = useRef<HTMLTextAreaElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const canDecide = mayChange && isOpen;
  const ofContent = isContent(of.subject.kind);
  /** A person may be in danger: reaching out comes first. */
  const isCrisis = of.lane === 'crisis' && !isAppeal && canDecide;
  const reach = useReachOut({
    of,
    draft,
    onDraft,
    isOn: isCrisis,
    field: message,
    onSent: () => setTimeout(showOutcome),
  });
  const isTyped = [draft.statement, draft.answer, draft.reason, draft.message].some((text) => text !== '');
  /** The first field with an error gets the focus; in a statement, its first blank is selected. */
  const showWrong = (field: string) => {
    const text = statement.current;
    if (field === 'statement' || field === 'answer') {
      giveFocus(text);
      text?.scrollIntoView({ block: 'nearest' });
      const blank = firstBlank(draft[field]);
      if (blank) text?.setSelectionRange(blank.start, blank.end);
      return;
    }
    // The error appears with this render.
    setTimeout(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      giveFocus(wrong);
      wrong?.scrollIntoView({ block: 'nearest' });
    });
  };
  /** After a message, the outcome is next. */
  const showOutcome = () => {
    const outcome = form.current?.querySelector<HTMLElement>('[role="radiogroup"] input:checked');
    giveFocus(outcome);
    outcome?.scrollIntoView({ block: 'nearest' });
  };
  const decide = () => {
    const wrong = state.decide();
    if (wrong !== undefined) showWrong(wrong);
  };
  useVerdictKeys({ of, draft, rules, templates, isOn: canDecide && !isAppeal && !isCrisis, onDraft });
  useShortcuts(canDecide ? [{ keys: ['mod+Enter'], does: 'Decide', typing: true, act: decide }] : []);
  const steps = canDecide && (
    <CaseSteps of={of} onSkip={() => onNext(true)} onEscalate={isAppeal ? undefined : () => askFor('escalate')} />
  );
  const isShown = canDecide || (mayChange && isTyped);
  const hasStatement = !isAppeal && !isCrisis && tellsPerson(draft.verdict);
  const note = !isAppeal && !isCrisis && draft.verdict !== null && (
    <NoteField {...{ of, draft, state }} onChange={onDraft} />
  );
  return (
    <>
      <form
        ref={form}
        className={classes.case}
        data-case-panel
        aria-label="Case"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {/* It is focusable, so that keys scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={`${classes.reading} ${own.reading}`} tabIndex={0} role="group" aria-label="The case">
          {heading}
          {/* A screen reader hears the case when it replaces the one before. */}
          <VisuallyHidden role="status">{caseName(of)}</VisuallyHidden>
          <CaseFacts of={of} />
          {isCrisis && <ReachOutButton reach={reach} isMain={!reach.isOpen && draft.crisisOutcome === null} />}
          {reader}
          {of.state === 'decided' && <DecidedPart of={of} />}
          {of.lane === 'crisis' && !isCrisis && <CareRecord care={care} />}
          <CaseReading of={of} />
          {mayChange && !ofContent && <RevealPart person={of.person} onReveal={() => askFor('reveal')} />}
        </div>
        {isShown && (
          <div className={`${classes.fields} ${own.fields}`}>
            {queries.map((one) => one.error && <FailedPanel key={one.error.message} {...failureOf(one)} />)}
            {isAppeal ? (
              <AppealFields {...{ of, draft, templates, state }} field={statement} onChange={onDraft} />
            ) : isCrisis ? (
              <CrisisFields
                {...{ of, draft, rules, templates, state, statement, reach, message, care }}
                onChange={onDraft}
              />
            ) : (
              <DecisionFields
                {...{ of, draft, rules, templates, state }}
                withoutVerdict={phone && canDecide}
                onChange={onDraft}
              />
            )}
            {(besideText || !hasStatement) && note}
            {!hasStatement && phone && steps}
          </div>
        )}
        {isShown && hasStatement && (
          <div className={classes.answer}>
            <Statement
              {...{ of, draft, templates, state }}
              maxRows={besideText ? 5 : 12}
              field={statement}
              onChange={onDraft}
            />
            {!besideText && note}
            {phone && steps}
          </div>
        )}
        <CaseFoot
          {...{ of, draft, templates, state, isCrisis }}
          // Beside the text, a blank is shown below its field, which is in sight.
          hidesBlank={besideText && (hasStatement || isAppeal)}
          steps={!phone && steps}
          isMain={!isCrisis || (!reach.isOpen && draft.crisisOutcome !== null)}
          onChange={onDraft}
          onFill={() => showWrong(isAppeal ? 'answer' : 'statement')}
          onDecide={decide}
          onNext={() => onNext(false)}
        />
      </form>
      <EscalateDialog
        opened={asked === 'escalate'}
        of={of}
        onDone={() => {
          askFor(undefined);
          tellEscalated(of);
          void state.reload();
          onNext(false);
        }}
        onFailed={() => void state.reload()}
        onClose={() => askFor(undefined)}
      />
      <RevealDialog
        opened={asked === 'reveal'}
        of={of}
        onRevealed={(user) => void navigate({ to: '/admin/desk/users', search: { user } })}
        onClose={() => askFor(undefined)}
      />
    </>
  );
}

/** Leads to the person behind a made-up name, and says where else the name of the account stands. */
const RevealPart = ({ person, onReveal }: { person: string; onReveal: () => void }) => (
  <>
    <Button
      mt="lg"
      size="xs"
      variant="subtle"
      aria-haspopup="dialog"
      leftSection={<IconUserSearch size={18} stroke={1.6} aria-hidden="true" />}
      onClick={onReveal}
    >
      Reveal the person
    </Button>
    <Text size="xs" c="dimmed" maw="44rem" textWrap="pretty">
      “{person}” is a made-up name, for this case only. Awa Secrets, under Posts, shows the username beside the same
      words, unless you hide names there.
    </Text>
  </>
);
