import { uuidv7 } from 'uuidv7';
import type { api } from '#contract/api.ts';
import { areaOfCase } from '#contract/case-subjects.ts';
import { isContent } from '#contract/kinds.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import type { Services } from '#server/feature.ts';
import { crud } from '#server/history/crud.ts';
import { parseCursor } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { imageEraser } from '#server/images/erase.ts';
import { expectAccess } from '#server/log/access.ts';
import { expectCase } from '#server/moderation/access.ts';
import { decideAppeal, takeBack } from '#server/moderation/appeals.ts';
import { coverWords } from '#server/moderation/cover.ts';
import { decideCase, escalateCase, findPerson, previewDecision } from '#server/moderation/decide.ts';
import { addDefaultTexts } from '#server/moderation/default-texts.ts';
import { ruleKind, templateKind } from '#server/moderation/kinds.ts';
import { namesInCases } from '#server/moderation/names-in-cases.ts';
import { claimCase, findNext, listCases, listCasesOf, listDecisions } from '#server/moderation/queue.ts';
import { readCase } from '#server/moderation/read-case.ts';
import { addReport, readReport } from '#server/moderation/reports.ts';
import { listStandings } from '#server/moderation/standing.ts';
import { listTextsOfPerson } from '#server/moderation/texts-of-person.ts';
import { appealDecision, readToldDecision } from '#server/moderation/tell.ts';

type Api = Pick<
  typeof api,
  | 'cases'
  | 'caseTexts'
  | 'defaultTexts'
  | 'crisisCover'
  | 'decisions'
  | 'subjectCases'
  | 'rules'
  | 'templates'
  | 'appReports'
  | 'appStanding'
  | 'appDecisions'
>;

export function moderationHandlers({ history, storage, imageColumns, publicUrl, appWrote }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  const { db, expectRoom } = history;
  const images = imageEraser(storage, imageColumns);
  const names = namesInCases(db);

  return {
    cases: {
      list: async ({ state, lane, cursor, limit }, { staff }) =>
        listCases(db, staff, { state, lane, cursor: parseCursor(cursor), limit }, await names()),
      next: async ({ after = [], state }, { staff }) => ({ id: await findNext(db, staff, state, after) }),
      async get({ id }, { staff }) {
        await expectCase(db, staff, id);
        return readCase(db, id, await names());
      },
      open({ kind, subjectId, reason, note }, context) {
        const area = areaOfCase(kind);
        expectAccess(context.staff, area, 'change');
        return history.change(context, async (change) => {
          const { id: staffId } = change.staff;
          const report = { id: uuidv7(), kind, subjectId, reason, note, personId: null, staffId };
          const { caseId } = await addReport(change.tx, report);
          change.about({ area, kind: 'case', action: 'open', entityId: caseId });
          return { id: caseId };
        });
      },
      async claim(claim, { staff }) {
        await expectCase(db, staff, claim.id);
        return { claimedBy: await claimCase(db, staff.id, claim) };
      },
      async preview(sent, { staff }) {
        await expectCase(db, staff, sent.id);
        return previewDecision(db, sent, staff.role === 'administrator');
      },
      async decide(sent, context) {
        await expectCase(db, context.staff, sent.id);
        const { id, forgotten } = await history.change(context, (change) => decideCase(change, images, sent));
        await images.removeFiles(forgotten);
        return { decisionId: id };
      },
      async escalate(sent, context) {
        await expectCase(db, context.staff, sent.id);
        await history.change(context, (change) => escalateCase(change, sent));
      },
      async decideAppeal(sent, context) {
        await expectCase(db, context.staff, sent.id);
        return { decisionId: await history.change(context, (change) => decideAppeal(change, sent)) };
      },
      async reveal({ id, reason }, { staff }) {
        await expectCase(db, staff, id);
        const personId = await findPerson(db, id);
        const about = { area: 'moderation', kind: 'case', entityId: id } as const;
        await history.record({ actor: staff, action: 'reveal', ...about, details: reason });
        return { personId };
      },
    },

    crisisCover: { cover: (sent, context) => history.change(context, (change) => coverWords(change, sent)) },

    caseTexts: {
      async list({ id, cursor, limit }, { staff }) {
        await expectCase(db, staff, id);
        return listTextsOfPerson(db, { id, cursor: parseCursor(cursor), limit });
      },
    },

    decisions: {
      list: async ({ cursor, limit, mine }, { staff }) =>
        listDecisions(db, staff, { mine: mine !== undefined, cursor: parseCursor(cursor), limit }, await names()),
      takeBack: ({ id }, context) => history.change(context, (change) => takeBack(change, id)),
    },

    subjectCases: { list: async ({ ids }, { staff }) => ({ cases: await listCasesOf(db, staff.role, ids) }) },

    rules: crud(history, ruleKind, { publicUrl }),
    templates: crud(history, templateKind, { publicUrl }),
    defaultTexts: {
      add: ({ kind }, context) => history.change(context, (change) => addDefaultTexts(change, kind)),
    },

    appReports: {
      async write(sent) {
        expectRoom();
        const { isNew } = await retryDeadlock(() => db.transaction((tx) => addReport(tx, { ...sent, staffId: null })));
        if (isNew) appWrote([isContent(sent.kind) ? 'content-reports' : 'reports']);
        return { id: sent.id };
      },
      get: ({ id }) => readReport(db, id),
    },

    appStanding: {
      async get({ id }) {
        const [standing] = await listStandings(db, [id]);
        if (!standing) throw notFound('person');
        return standing;
      },
      many: async ({ ids }) => ({ people: await listStandings(db, ids) }),
    },

    appDecisions: {
      get: ({ id }) => readToldDecision(db, id),
      async appeal(sent) {
        expectRoom();
        await retryDeadlock(() => appealDecision(db, sent));
        appWrote(['reports']);
      },
    },
  };
}
