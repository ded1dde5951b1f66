import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Seconds of a step, for which a code is shown. */
export const totpSeconds = 30;
/** Steps before and after the present one whose codes are accepted too, because clocks differ and typing takes time. */
const window = 1;
/** Bytes: as long as what HMAC-SHA-1 makes, as RFC 4226 recommends. */
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

/** Bytes of their own: a Buffer may be a part of a larger one. */
const arrayOf = (bytes: Buffer) => new Uint8Array(bytes).buffer;

/** The secret in base32, and the address with it that an app reads from a QR code. */
export function describeTotp(secret: Buffer, email: string) {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/** The step of 30 seconds to which a code belongs at `now`, in seconds since 1970; null when the code is not right. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window });
  return delta === null ? null : Math.floor(now / totpSeconds) + delta;
}
