import { randomUUID } from 'node:crypto';
import { type App, type Copy, erasePerson, erasePost } from './copy.ts';

/** Adds a post, and its author if the name is new. They are kept first and sent later, so that a crash loses none. */
export function addPost({ people, posts }: Copy, name: string, content: string) {
  let personId = Object.keys(people).find((id) => people[id]?.name === name);
  if (personId === undefined) {
    personId = randomUUID();
    people[personId] = { name, email: `${personId}@example.org`, isVerified: false, isSent: false };
  }
  const id = randomUUID();
  posts[id] = { personId, content, coveredText: null, isHidden: false, isSent: false };
  return { id, personId };
}

/** A call may have 500 rows and 1 MB: ten of the longest posts fit. */
const perCall = 10;

type Written = { refused: { id: string; code: string }[] };

async function sendRows<Row extends { isSent: boolean }>(
  { call, copy, save }: App,
  what: 'people' | 'posts',
  rows: Record<string, Row>,
  fieldsOf: (row: Row) => object,
  erase: (copy: Copy, id: string) => void,
) {
  const waiting = Object.entries(rows).filter(([, { isSent }]) => !isSent);
  for (let at = 0; at < waiting.length; at += perCall) {
    const part = waiting.slice(at, at + perCall);
    const body = { [what]: part.map(([id, row]) => ({ id, ...fieldsOf(row) })) };
    const { refused } = (await call('POST', `/app/v1/${what}`, { body })).body as Written;
    for (const [id, row] of part) {
      const code = refused.find((one) => one.id === id)?.code;
      if (code === undefined) row.isSent = true;
      else if (code === 'erased') erase(copy, id);
      // A post of an unknown person goes on waiting: the feed will say that the person was erased.
      else if (code !== 'person_unknown') throw new Error(`The desk refused ${id} in ${what}: ${code}`);
    }
    save();
  }
}

/** Sends the rows that the desk may lack, people before their posts. A repeated row changes nothing. */
export async function sendWaiting(app: App) {
  const { people, posts } = app.copy;
  await sendRows(app, 'people', people, ({ name, email }) => ({ name, username: name, email }), erasePerson);
  await sendRows(app, 'posts', posts, ({ personId, content }) => ({ personId, content }), erasePost);
}
