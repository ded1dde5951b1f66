import { problemOf } from '#server/testing/send.ts';
import type { Fields, Store } from '#server/testing/merge-model.ts';
import type { Card } from '#server/testing/tree.ts';
import { type Caller, expectDone } from '#server/testing/tree-desk.ts';

const fieldsOf = ({ title, tags, status, publishedAt }: Fields): Fields => ({ title, tags, status, publishedAt });

/** A new card of the section, read and saved over HTTP. */
export async function cardStore(staff: Caller, sectionId: string): Promise<Store> {
  const { id } = await staff.make<Card>('/tree/card', { sectionId, title: 'A' });
  const history = async () => {
    const revisions = await staff.revisions('card', id);
    return new Map(revisions.map(({ version, data }) => [version, fieldsOf(data as Fields)]));
  };
  return {
    async read() {
      const [last] = await staff.revisions('card', id);
      return { version: last?.version ?? 0, fields: fieldsOf(last?.data as Fields) };
    },
    async save(sent, version) {
      const answer = await staff.put(`/tree/card/${id}`, sent, { ifMatch: version });
      if (answer.status === 412) return { conflicts: problemOf(answer).conflicts ?? [] };
      const card = expectDone(answer) as Card;
      return { version: card.version, fields: fieldsOf(card) };
    },
    history,
  };
}
