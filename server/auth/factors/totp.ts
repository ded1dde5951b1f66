import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The seconds of a step, during which a code is shown. */
export const totpSeconds = 30;
/**
 * The number of steps before and after the current one whose codes are accepted too, because clocks differ and typing
 * takes time.
 */
const window = 1;
/** Bytes: the length of an HMAC-SHA-1, as RFC 4226 recommends. */
const secretLength = 20;

export const newTotpSecret = () => randomBytes(secretLength);

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Awa Desk',
    label,
    period: totpSeconds,
    digits: 6,
    algorithm: 'SHA1',
    secret: new Secret({ buffer: arrayOf(secret) }),
  });

/** A copy of the bytes, because a Buffer may be part of a larger one. */
const arrayOf = (bytes: Buffer) => new Uint8Array(bytes).buffer;

/** The secret in base32, and the address that contains it, which an app reads from a QR code. */
export function describeTotp(secret: Buffer, email: string) {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/** The step of 30 seconds to which a code belongs at `now`, in seconds since 1970; null for a wrong code. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window });
  return delta === null ? null : Math.floor(now / totpSeconds) + delta;
}
