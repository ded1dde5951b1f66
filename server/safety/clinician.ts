import type { Clinician } from '#contract/rota.ts';
import type { api } from '#contract/api.ts';
import type { Services } from '#server/feature.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Change } from '#server/history/change.ts';
import { clinicians } from '#server/safety/tables.ts';

/** Names the clinician on call instead of an earlier one; without a name, none. The log has no phone number. */
async function nameClinician(change: Change, { name, phone }: Clinician): Promise<Clinician | null> {
  const { tx } = change;
  const [before] = await tx.select().from(clinicians).for('update');
  const log = (action: 'create' | 'update' | 'delete', entityId: string, label: string) =>
    change.about({ area: 'moderation', kind: 'clinician', action, entityId, label });
  if (name === '') {
    await tx.delete(clinicians);
    if (before) log('delete', before.id, before.name);
    return null;
  }
  const [row] = await tx
    .insert(clinicians)
    .values({ name, phone })
    .onConflictDoUpdate({ target: clinicians.isOnly, set: { name, phone } })
    .returning();
  if (row) log(before ? 'update' : 'create', row.id, row.name);
  return { name, phone };
}

export const clinicianHandlers = ({ history }: Services): Handlers<typeof api.clinician> => ({
  update: (sent, context) =>
    history.change(context, async (change) => ({ clinician: await nameClinician(change, sent) })),
});
