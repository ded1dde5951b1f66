import { expect, test } from 'vitest';
import { type UpgradeDay, cutPoints, expectUpgrade, upgradeDays } from '#tests/database/upgrade.ts';

/** Cuts of each upgrade here; `upgrade.long.test.ts` makes 20. */
const cuts = 3;

test.each(upgradeDays)(
  'the desk of %s is upgraded although its migration is cut, and its history goes on',
  async (day: UpgradeDay) => {
    const points = cutPoints(day, cuts);
    expect(points).toHaveLength(cuts);
    await expectUpgrade(day, points);
  },
);
