import type { Sanction } from '#contract/verdicts.ts';
import { type SubjectKind, subjectNoun } from '#contract/case-subjects.ts';
import { capital, isContent } from '#contract/kinds.ts';
import type { Case, CaseSummary, Rule } from '#contract/moderation.ts';
import { nearDate } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';

/** The subject of a case, at the start of a line. */
export const subjectWord = (kind: SubjectKind) => capital(subjectNoun(kind));

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `a, b and c`, without the comma before `and`. */
export const joined = (words: readonly string[]) => list.format(words).replace(', and ', ' and ');

type Counts = { decidedToday: number; mine: number; with: readonly string[] };

/** `0 left. 49 decided today by you and Ngọzi.` for an empty queue. */
export function emptyWords({ decidedToday, mine, with: others }: Counts) {
  if (decidedToday === 0) return '0 left. New cases appear here automatically.';
  const people = [...(mine > 0 ? ['you'] : []), ...others];
  const by = people.length > 0 ? ` by ${joined(people)}` : '';
  return `0 left. ${formatInteger(decidedToday)} decided today${by}.`;
}

/** `less than a minute`, `12 minutes`, `5 hours`, `3 days`. */
export function waitingFor(since: string, now: Date) {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return 'less than a minute';
  if (hours < 1) return counted(minutes, 'minute');
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}

const verbs = { warn: 'Warns', mute: 'Mutes', suspend: 'Suspends' } as const;

type Preview = {
  hides: { posts: number; comments: number };
  erases: boolean;
  sanction: Sanction;
  until: string | null;
  answers: number;
};

/** `Hides 1 post, 3 comments. Mutes until Dec 5. Answers 4 reporters.` */
export function previewWords({ hides: { posts, comments }, erases, sanction, until, answers }: Preview, now: Date) {
  const texts = [
    ...(posts > 0 ? [counted(posts, 'post')] : []),
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
  ];
  const sentences = [
    ...(texts.length > 0 ? [`Hides ${texts.join(', ')}`] : []),
    ...(erases ? ['Erases the text now'] : []),
    ...(sanction === 'none' ? [] : [`${verbs[sanction]}${endWords(sanction, until, now)}`]),
  ];
  const acts = sentences.length > 0 ? sentences : ['Changes nothing'];
  return `${[...acts, ...(answers > 0 ? [`Answers ${counted(answers, 'reporter')}`] : [])].join('. ')}.`;
}

const endWords = (sanction: Sanction, until: string | null, now: Date) => {
  if (until !== null) return ` until ${nearDate(until, now)}`;
  return sanction === 'suspend' ? ' for good' : '';
};

const states = { none: 'No sanction', warn: 'Warned', mute: 'Muted', suspend: 'Suspended' } as const satisfies Record<
  Sanction,
  string
>;

/** The standing of a person: `Muted until Dec 5`, `No sanction`. */
export const standingWords = ({ sanction, until }: { sanction: Sanction; until: string | null }, now: Date) =>
  `${states[sanction]}${endWords(sanction, until, now)}`;

type Actions = { hide: boolean; hideOthers: boolean; erase: boolean; sanction: Sanction; until: string | null };

/** The actions of an earlier decision: `Hid the text, muted until Dec 5`; `''` without any. */
export function actionWords({ hide, hideOthers, erase, sanction, until }: Actions, now: Date) {
  const words = [
    ...(hide ? ['hid the text'] : []),
    ...(hideOthers ? ['hid other texts'] : []),
    ...(erase ? ['erased the text'] : []),
    ...(sanction === 'none' ? [] : [`${states[sanction].toLowerCase()}${endWords(sanction, until, now)}`]),
  ].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The button that shows all texts of a person: `Show all 138 texts`. Hidden ones may not be counted yet. */
export const textsWords = (count: number) => (count > 1 ? `Show all ${formatInteger(count)} texts` : 'Show all texts');

/** A rule with its number, as the tab Rules shows it. */
export type NumberedRule = Rule & { number: number };

/** The rules in force. Their numbers are their places among all rules, also those that are not in force. */
export const rulesInForce = (rules: readonly Rule[]): NumberedRule[] =>
  rules.map((rule, at) => ({ ...rule, number: at + 1 })).filter(({ isActive }) => isActive);

/** The decision of a case whose appeal is not decided yet. */
export const appealedDecision = ({ id, decisions }: Pick<Case, 'id' | 'decisions'>) =>
  decisions.find(({ caseId, appeal }) => caseId === id && appeal !== null && appeal.outcome === null);

type Named = Pick<CaseSummary, 'subject' | 'excerpt' | 'person'>;

/** The first words of a case, the title of content, or the made-up name of the person. */
export function caseTitle({ subject, excerpt: text, person }: Named) {
  const [firstLine = ''] = text.split('\n');
  return (isContent(subject.kind) ? firstLine : text).trim() || person;
}

/** The name of a case among others: `“Warm water”`, or the made-up name of the person. */
export const caseName = (one: Named) => (one.excerpt.trim() === '' ? one.person : `“${excerpt(caseTitle(one))}”`);

/** The heading of a case: `Post by Amber`, `Person Amber`, `Card “Warm water”`. */
export function caseHeading(one: Named) {
  const { subject, person } = one;
  const word = subjectWord(subject.kind);
  if (isContent(subject.kind)) return `${word} ${caseName(one)}`;
  return subject.kind === 'person' ? `${word} ${person}` : `${word} by ${person}`;
}

/** The subject of a decision in one line: `Post by Amber: “Warm water”`; without words `Post by Amber`. */
export function decidedAbout(one: Named) {
  const heading = caseHeading(one);
  return isContent(one.subject.kind) || one.excerpt.trim() === ''
    ? heading
    : `${heading}: “${excerpt(one.excerpt, 120)}”`;
}
