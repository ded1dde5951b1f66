import type { TestProject } from 'vitest/node';
import { type Seeded, seed } from '#e2e/controls/seed.ts';
import { addAppUsers } from '#e2e/support/app-users.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { clearDesk } from '#e2e/support/clear-content.ts';
import { type Desk, startDesk } from '#e2e/support/desk.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The desk that all engines share. */
    desk: Pick<Desk, 'address' | 'email' | 'password' | 'database'>;
    /** The data that its screens show. */
    seeded: Seeded;
  }
}

/** Starts the built desk, with something of each kind. */
export async function setup(project: TestProject) {
  const desk = await startDesk({ demoUsers: 60 });
  try {
    await clearDesk(desk);
    const api = await callsAsStaff(desk);
    const seeded = await seed({ api, desk, addAppUsers: (people) => addAppUsers(desk.database, people) });
    const { address, email, password, database } = desk;
    project.provide('desk', { address, email, password, database });
    project.provide('seeded', seeded);
  } catch (error) {
    await desk.stop();
    throw error;
  }
  return () => desk.stop();
}
