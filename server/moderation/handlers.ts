import { uuidv7 } from 'uuidv7';
import type { api } from '#contract/api.ts';
import { pseudonyms } from '#server/awa/pseudonyms.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import type { Services } from '#server/feature.ts';
import { crud } from '#server/history/crud.ts';
import { parseCursor } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { imageEraser } from '#server/images/erase.ts';
import {
  decideAppeal,
  decideCase,
  escalateCase,
  findPerson,
  previewDecision,
  takeBackDecision,
} from '#server/moderation/decide.ts';
import { ruleKind, templateKind } from '#server/moderation/kinds.ts';
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
  const madeUpNames = pseudonyms(db);
  /** Names depend on the case, so that a person is not recognised in another one. */
  const namesInCases = async () => {
    const nameOf = await madeUpNames();
    return (caseId: string, personId: string) => nameOf(`${caseId} ${personId}`);
  };

  return {
    cases: {
      list: async ({ state, cursor, limit }, { staff }) =>
        listCases(db, staff.id, { state, cursor: parseCursor(cursor), limit }, await namesInCases()),
      next: async ({ after, state }, { staff }) => ({ id: await findNext(db, staff.id, state, after) }),
      get: async ({ id }) => readCase(db, id, await namesInCases()),
      open: ({ kind, subjectId, reason, note }, context) =>
        history.change(context, async (change) => {
          const { id: staffId } = change.staff;
          const report = { id: uuidv7(), kind, subjectId, reason, note, personId: null, staffId };
          const { caseId } = await addReport(change.tx, report);
          change.about({ area: 'moderation', kind: 'case', action: 'open', entityId: caseId });
          return { id: caseId };
        }),
      claim: async (claim, { staff }) => ({ claimedBy: await claimCase(db, staff.id, claim) }),
      preview: (sent, { staff }) => previewDecision(db, sent, staff.role === 'administrator'),
      async decide(sent, context) {
        const { id, forgotten } = await history.change(context, (change) => decideCase(change, images, sent));
        await images.removeFiles(forgotten);
        return { decisionId: id };
      },
      escalate: (sent, context) => history.change(context, (change) => escalateCase(change, sent)),
      decideAppeal: (sent, context) => history.change(context, (change) => decideAppeal(change, sent)),
      async reveal({ id, reason }, { staff }) {
        const personId = await findPerson(db, id);
        const about = { area: 'moderation', kind: 'case', entityId: id } as const;
        await history.record({ actor: staff, action: 'reveal', ...about, details: reason });
        return { personId };
      },
    },

    caseTexts: {
      list: ({ id, cursor, limit }) => listTextsOfPerson(db, { id, cursor: parseCursor(cursor), limit }),
    },

    decisions: {
      list: ({ cursor, limit, mine }, { staff }) =>
        listDecisions(db, { staffId: mine && staff.id, cursor: parseCursor(cursor), limit }),
      takeBack: ({ id }, context) => history.change(context, (change) => takeBackDecision(change, id)),
    },

    subjectCases: { list: async ({ ids }) => ({ cases: await listCasesOf(db, ids) }) },

    rules: crud(history, ruleKind, { publicUrl }),
    templates: crud(history, templateKind, { publicUrl }),

    appReports: {
      async write(sent) {
        expectRoom();
        const { isNew } = await retryDeadlock(() => db.transaction((tx) => addReport(tx, { ...sent, staffId: null })));
        if (isNew) appWrote(['reports']);
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
