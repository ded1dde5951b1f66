import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Failure } from '#server/http/failure.ts';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** The first byte is the form of the rest. */
const forms = { plain: 0, encrypted: 1 };

const unreadable = () =>
  new Failure(
    409,
    'secret_unreadable',
    'This desk cannot read the secret of your authenticator app any more. Use a passkey or a recovery code, or ask an ' +
      'administrator to remove your second factors.',
  );

/**
 * Stores secrets of authenticator apps: encrypted with `key` (32 bytes), or unencrypted without one. Secrets stored
 * without a key can still be read with one. `owner` is the account of the secret: it cannot be read for another
 * account.
 */
export function secretBox(key: Buffer | null) {
  return {
    close(secret: Buffer, owner: string): Buffer {
      if (!key) return Buffer.concat([Buffer.of(forms.plain), secret]);
      const nonce = randomBytes(nonceLength);
      const encrypt = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([encrypt.update(secret), encrypt.final()]);
      return Buffer.concat([Buffer.of(forms.encrypted), nonce, encrypt.getAuthTag(), encrypted]);
    },

    /** Throws 409 when it was encrypted with another key, or for another account. */
    open(kept: Buffer, owner: string): Buffer {
      const rest = kept.subarray(1);
      if (kept[0] === forms.plain) return rest;
      if (!key) throw unreadable();
      const nonce = rest.subarray(0, nonceLength);
      const tag = rest.subarray(nonceLength, nonceLength + tagLength);
      const decrypt = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner));
      try {
        return Buffer.concat([decrypt.setAuthTag(tag).update(rest.subarray(nonceLength + tagLength)), decrypt.final()]);
      } catch {
        throw unreadable();
      }
    },
  };
}

export type SecretBox = ReturnType<typeof secretBox>;
