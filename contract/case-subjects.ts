import { z } from 'zod';
import { type Area, areaRoles } from '#contract/areas.ts';
import { type ReportReason, reportReasons } from '#contract/case-states.ts';
import { type Verdict, verdicts } from '#contract/verdicts.ts';
import { Id, text } from '#contract/common.ts';
import { contentKinds, isContent, kinds } from '#contract/kinds.ts';
import { type Role } from '#contract/roles.ts';

/** The subjects of cases. Those of content have no author, no statement and no sanction. */
export const SubjectKind = z.enum(['post', 'comment', 'person', ...contentKinds]);
export type SubjectKind = z.infer<typeof SubjectKind>;
export const Subject = z.strictObject({ kind: SubjectKind, id: Id });
export const Reason = z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]);
export const Note = text({ max: 1000, name: 'Note' }).default('');

/** A subject in a sentence: `card`, `pregnancy week`. */
export const subjectNoun = (kind: SubjectKind) => (isContent(kind) ? kinds[kind].one : kind);

/** The area whose log has the cases of a subject. The roles that may change the area decide them. */
export const areaOfCase = (kind: SubjectKind): Area => (isContent(kind) ? kinds[kind].area : 'moderation');

/** The subjects whose cases a role reads and decides. */
export const subjectsOf = (role: Role) =>
  SubjectKind.options.filter((kind) => areaRoles[areaOfCase(kind)].change.includes(role));

const allReasons = Object.keys(reportReasons) as ReportReason[];
const isOfContent = (reason: ReportReason) => reportReasons[reason].lane === 'content';

/** The reasons for which a subject can be reported, gravest first. */
export const reasonsFor = (kind: SubjectKind) => allReasons.filter((reason) => isOfContent(reason) === isContent(kind));

/** The error of a report whose reason does not fit its subject. */
export const reportErrors = ({ kind, reason }: { kind: SubjectKind; reason: ReportReason }) =>
  reasonsFor(kind).includes(reason)
    ? {}
    : { reason: isContent(kind) ? 'Content is reported as wrong' : 'Only content is reported as wrong' };

const contentVerdicts = ['corrected', 'not_wrong', 'cannot_tell'] as const satisfies readonly Verdict[];
const ofContentOnly: ReadonlySet<Verdict> = new Set(['corrected', 'not_wrong']);

/** The verdicts about a subject, in the order of the form. */
export const verdictsFor = (kind: SubjectKind): readonly Verdict[] =>
  isContent(kind)
    ? contentVerdicts
    : (Object.keys(verdicts) as Verdict[]).filter((verdict) => !ofContentOnly.has(verdict));
