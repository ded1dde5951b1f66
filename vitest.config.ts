import { defineConfig } from 'vitest/config';

const long = '**/*.long.test.ts';
const chaos = '**/*.chaos.test.ts';

// Long enough for a machine five times slower than ours: nothing waits for time to pass, so no test that passes is any
// slower for it.
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

// One after the other: each needs what the one before it provides.
const builds = ['tests/desk/setup-no-data.ts', 'tests/desk/setup-build.ts'];
const databases = [...builds, 'tests/desk/setup-data-folder.ts', 'tests/database/global-setup.ts'];

// Modules keep nothing that a test changes, so the files that a process runs load them once.
const shared = { isolate: false };

export default defineConfig({
  test: {
    // One more than the cores of a small machine: a test often waits for the disk, or for the next tenth of a second.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [long],
          ...patient,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/**/*.test.ts'],
          // The tests of the faster driver say that it is in use.
          exclude: [long, chaos, ...(process.env.DATABASE_DRIVER === 'plain' ? ['server/database/driver/**'] : [])],
          globalSetup: databases,
          ...shared,
          ...patient,
        },
      },
      {
        test: {
          name: 'long',
          include: ['server/**/*.long.test.ts', 'tests/**/*.long.test.ts'],
          globalSetup: databases,
          ...patient,
          testTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'chaos',
          include: [`tests/${chaos}`],
          globalSetup: builds,
          ...patient,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['engines/**/*.test.ts'],
          globalSetup: ['engines/global-setup.ts'],
          ...patient,
          testTimeout: 900_000,
        },
      },
    ],
  },
});
