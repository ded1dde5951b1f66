import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { recoveryCodeCount } from '#contract/factors.ts';
import { recoveryCodes } from '#server/auth/factors/tables.ts';
import { generatePassword } from '#server/auth/passwords.ts';
import { hashOf } from '#server/auth/tokens.ts';

/** Codes have 118 random bits, so a plain hash is enough: brute force is not feasible. */
export const hashOfCode = (code: string) => hashOf(code.replaceAll('-', ''));

/** Creates codes that replace the earlier ones. They are known only to the caller. */
export async function renewRecoveryCodes(tx: NodePgDatabase, staffId: string) {
  const codes = Array.from({ length: recoveryCodeCount }, generatePassword);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ staffId, hash: hashOfCode(code) })));
  return codes;
}
