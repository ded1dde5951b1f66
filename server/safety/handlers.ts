import type { api } from '#contract/api.ts';
import type { Services } from '#server/feature.ts';
import { crud } from '#server/history/crud.ts';
import type { Handlers } from '#server/http/mount.ts';
import { addCall, listCalls } from '#server/safety/calls.ts';
import { readHelp } from '#server/safety/help.ts';
import { helpLineKind, playbookKind } from '#server/safety/kinds.ts';

type Api = Pick<typeof api, 'playbooks' | 'helpLines' | 'helpLineCalls' | 'help'>;

export function safetyHandlers({ history, publicUrl, placeholders }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  return {
    playbooks: crud(history, playbookKind, { publicUrl }),
    helpLines: crud(history, helpLineKind, { publicUrl }),
    helpLineCalls: {
      list: async () => ({ calls: await listCalls(history.db) }),
      add: (call, context) => history.change(context, (change) => addCall(change, call)),
    },
    help: { read: readHelp(history.db, { emergency: placeholders.emergency, publicUrl }) },
  };
}
