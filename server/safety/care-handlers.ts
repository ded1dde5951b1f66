import type { api } from '#contract/api.ts';
import { fillPlaceholders } from '#contract/placeholders.ts';
import { sentByPerson } from '#contract/playbook-words.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import type { Services } from '#server/feature.ts';
import type { Handlers } from '#server/http/mount.ts';
import { findPerson } from '#server/moderation/decide.ts';
import { namesInCases } from '#server/moderation/names-in-cases.ts';
import { agree, listAgreements } from '#server/safety/agreements.ts';
import { doneLook, listLooks, listLooksOf } from '#server/safety/looks.ts';
import { keepSeen, listMessages, readToldMessage, sendMessage, takeBackMessage } from '#server/safety/messages.ts';

type Api = Pick<typeof api, 'crisisCare' | 'looks' | 'appMessages'>;

/** Messages to people who may be in danger, agreements to outside help, and looks. */
export function careHandlers({ history, appWrote, placeholders }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  const { db, expectRoom } = history;
  const names = namesInCases(db);

  return {
    crisisCare: {
      async care({ id }) {
        await findPerson(db, id);
        return {
          ...(await listMessages(db, id)),
          agreements: await listAgreements(db, id),
          looks: await listLooksOf(db, id, await names()),
        };
      },
      send(sent, context) {
        const text = fillPlaceholders(sentByPerson(sent.text, sent.language), placeholders);
        return history.change(context, (change) => sendMessage(change, { ...sent, text }));
      },
      takeBack: ({ id }, context) => history.change(context, (change) => takeBackMessage(change, id)),
      agree: (sent, context) => history.change(context, (change) => agree(change, sent)),
    },

    looks: {
      list: async () => listLooks(db, await names()),
      done: (sent, context) => history.change(context, async (change) => ({ caseId: await doneLook(change, sent) })),
    },

    appMessages: {
      get: ({ id }) => readToldMessage(db, id),
      async seen({ id }) {
        expectRoom();
        await retryDeadlock(() => keepSeen(db, id));
        appWrote(['reports']);
      },
    },
  };
}
