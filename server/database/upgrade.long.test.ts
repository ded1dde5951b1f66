import { test } from 'vitest';
import { cutPoints, expectUpgrade, upgradeDays } from '#tests/database/upgrade.ts';

test.each(upgradeDays)('the desk of %s is upgraded after its migration was cut 20 times', (day) =>
  expectUpgrade(day, cutPoints(day, 20)),
);
