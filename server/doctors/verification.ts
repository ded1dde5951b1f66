import { sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/route.ts';
import { detailsOf, waysInWords } from '#contract/doctor-verification.ts';
import { type doctorRoutes, verifiedFields } from '#contract/doctors.ts';
import { readNow } from '#server/database/read-now.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { doctors } from '#server/doctors/tables.ts';
import type { Change } from '#server/history/change.ts';
import { checkedUntil } from '#server/records/checked.ts';

/** Records that the acting account has verified doctors, with the details that it checked. Throws 404 like bulk calls. */
export async function verify(change: Change, { doctors: checked, how }: ParsedInput<typeof doctorRoutes.verify>) {
  const { id, name } = change.staff;
  const verifiedAt = await readNow(change.tx);
  const details = new Map(checked.map((one) => [one.id, detailsOf(one)]));
  const changed = await change.updateMany(doctorKind, [...details.keys()], (doctor) => ({
    verifiedAt,
    verifiedBy: { id, name },
    verifiedHow: how,
    verifiedOf: details.get(doctor.id),
  }));
  change.addDetails(waysInWords[how]);
  return { count: changed.length, unchanged: 0 };
}

const isUnchanged = sql.join(
  verifiedFields.map((name) => sql`${doctors.verifiedOf} ->> ${sql.raw(`'${name}'`)} = ${doctors[name]}`),
  sql` AND `,
);

/** The active doctors who are to be verified, with the time of the last verification: `isCheckDue` in SQL. */
export const doctorsToCheck = sql`
  SELECT ${doctors.id}, ${doctors.verifiedAt} AS at FROM ${doctors}
  WHERE ${doctors.isActive} AND (${isUnchanged} AND ${checkedUntil(doctors.verifiedAt)} > now()) IS NOT TRUE`;
