import { problemOf } from '#tests/desk/send.ts';
import type { Fields, Store } from '#tests/records/merge-model.ts';
import type { Card } from '#contract/lady-due.ts';
import { type Caller, expectDone } from '#tests/desk/caller.ts';

const fieldsOf = ({ title, citations, publishStatus, publishedAt }: Fields): Fields => ({
  title,
  citations,
  publishStatus,
  publishedAt,
});

/** A new card of the section, read and saved over HTTP. */
export async function cardStore(staff: Caller, sectionId: string): Promise<Store> {
  const { id } = await staff.make<Card>('/admin/lady-due/cards', { sectionId, title: 'A' });
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
      const answer = await staff.put(`/admin/lady-due/cards/${id}`, sent, { ifMatch: version });
      if (answer.status === 412) return { conflicts: problemOf(answer).conflicts ?? [] };
      const card = expectDone(answer) as Card;
      return { version: card.version, fields: fieldsOf(card) };
    },
    history,
  };
}
