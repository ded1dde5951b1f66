import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { imageEraser } from '#server/images/erase.ts';
import { loadDemoUsers } from '#server/users/demo.ts';
import { userHandlers } from '#server/users/handlers.ts';
import { eraseNotes, noteHandlers } from '#server/users/notes.ts';
import { logPagesRead } from '#server/users/pages-read.ts';
import { posts, users } from '#server/users/tables.ts';

export const usersFeature: Feature<typeof api> = {
  imageColumns: [users.profileImage, posts.imageUrl],
  handlers: ({ history, storage, imageColumns, pipeline }) => ({
    users: userHandlers(history, imageEraser(storage, imageColumns), pipeline()),
    userNotes: noteHandlers(history),
  }),
  async upkeep({ history: { db } }) {
    await logPagesRead(db);
    await eraseNotes(db);
  },
  demo: (client, { users: count, today, pictures }) => loadDemoUsers(client, count, new Date(today), pictures),
};
