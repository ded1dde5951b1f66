import type pg from 'pg';
import { demoTopics } from '#server/awa/demo-texts.ts';
import { communityKind, secretKind, topicKind } from '#server/awa/kinds.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type Demo, copyDemoRecords } from '#server/records/demo-records.ts';

const day = 86_400_000;

/** Fills the area, unless there is a topic. */
export async function loadAwa(client: pg.ClientBase, demo: Demo) {
  const { rowCount } = await client.query('SELECT FROM topics LIMIT 1');
  if (rowCount !== 0) return;
  const random = seededRandom('awa');
  // Older than all demo posts.
  let made = demo.today - 760 * day;
  const nextMade = () => (made += Math.floor(random.next() * day));
  const pictures = demo.pictures?.cards ?? [];
  const picture = () => {
    const [isPictured, which] = [random.chance(0.6), random.next()];
    return (isPictured && pictures[Math.floor(which * pictures.length)]) || '';
  };
  await copyDemoRecords(
    client,
    topicKind,
    demoTopics.map(({ title, description, color }) => ({ title, description, color, made: nextMade() })),
    demo,
  );
  const { rows } = await client.query<{ id: string; title: string }>('SELECT id, title FROM topics');
  const idOf = new Map(rows.map(({ id, title }) => [title, id]));
  const secrets = demoTopics.flatMap(({ title: of, secrets: children }) =>
    children.map(([title, groupMode]) => ({
      topicId: idOf.get(of) ?? '',
      title,
      groupMode,
      imageUrl: picture(),
      made: nextMade(),
    })),
  );
  await copyDemoRecords(client, secretKind, secrets, demo);
  const communities = demoTopics.flatMap(({ title, communities: children }) =>
    children.map(([name, description]) => ({ topicId: idOf.get(title) ?? '', name, description, made: nextMade() })),
  );
  await copyDemoRecords(client, communityKind, communities, demo);
}
