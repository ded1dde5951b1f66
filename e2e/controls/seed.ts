import { type Kind, keptKinds, parentOf } from '#contract/kinds.ts';
import { moderationApi } from '#contract/moderation.ts';
import { usersApi } from '#contract/users.ts';
import { makeAppKey } from '#e2e/support/app-keys.ts';
import type { Fixtures } from '#e2e/faults/fault-case.ts';
import { addComments, addPosts } from '#e2e/support/posts.ts';
import { asColleague, block, giveApp } from '#e2e/support/staff.ts';
import { addRecord, routesOf } from '#tests/records/kinds.ts';

/**
 * The data on the screens: the id of a record of each kind, of a deleted announcement, of a user, of a post and of its
 * case, of a case of content, and of the case of a person who may be in danger.
 */
export type Seeded = Record<Kind | 'deleted' | 'user' | 'post' | 'case' | 'contentCase' | 'crisis', string>;

/** Creates the records that the controls of each kind need: to change, to move and to restore. */
export async function seed({ api, desk, addAppUsers }: Omit<Fixtures, 'page'>): Promise<Seeded> {
  const ids: Partial<Record<keyof Seeded, string | undefined>> = {};
  const add = (kind: Kind, text: string) => addRecord(api, kind, text, ids[parentOf(kind) ?? kind]);
  const addDeleted = async (kind: Kind) => {
    const { remove } = routesOf(kind);
    const deleted = remove && (await add(kind, `A deleted ${kind}`));
    if (deleted) await api(remove, { id: deleted });
    return deleted;
  };
  // First what is deleted: the first page of the log has the latest changes, and one of each kind among them.
  for (const kind of keptKinds.filter((one) => parentOf(one) === undefined)) {
    const deleted = await addDeleted(kind);
    if (kind === 'announcement') ids.deleted = deleted;
  }
  for (const kind of keptKinds) {
    if (parentOf(kind) !== undefined) await addDeleted(kind);
    ids[kind] = await add(kind, `Kept ${kind}`);
    if (routesOf(kind).order ?? kind === 'card') await add(kind, `Other ${kind}`);
  }
  // The two newest users: the first page then has one to verify and one to unverify, however many users earlier tests
  // added.
  const search = await addAppUsers([{ name: 'Ada Eze', isVerified: true }, { name: 'Ife Bello' }]);
  const { users } = await api(usersApi.users.list, { search: `2.${search}` });
  const texts = [{ content: 'I was late again' }, { content: 'Is this normal?', minutesAgo: 5 }];
  const [post = '', other = ''] = await addPosts(desk.database, ids.secret ?? '', texts);
  await addComments(desk.database, post, ['Rest a little']);
  const opened = await api(moderationApi.cases.open, { kind: 'post', subjectId: post, reason: 'spam' });
  const ofContent = await api(moderationApi.cases.open, {
    kind: 'doctor',
    subjectId: ids.doctor ?? '',
    reason: 'wrong',
  });
  const inDanger = await api(moderationApi.cases.open, { kind: 'post', subjectId: other, reason: 'self-harm' });
  await makeAppKey(api, 'backend');
  const colleague = await asColleague(desk, 'Ada Obi', 'editor');
  await giveApp(colleague);
  await block(colleague);
  return {
    ...ids,
    user: users[0]?.id,
    post,
    case: opened.id,
    contentCase: ofContent.id,
    crisis: inDanger.id,
  } as Seeded;
}
