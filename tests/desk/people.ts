import type { TestApp } from '#tests/desk/test-app.ts';
import { users } from '#server/users/tables.ts';

let number = 0;

/** Adds a user of the app, and returns the id. Each has a different email. */
export async function addPerson({ database }: TestApp, fields: Partial<typeof users.$inferInsert> = {}) {
  number += 1;
  const [row] = await database.db
    .insert(users)
    .values({ email: `person${number}@mail.test`, ...fields })
    .returning({ id: users.id });
  return row?.id ?? '';
}
