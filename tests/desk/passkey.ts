import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Flags of the authenticator data: the user was present and verified; a credential follows. */
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

type Asked = {
  challenge: string;
  /** The page that requests it, as the browser sees it. */
  origin: string;
  /** The counter that the authenticator sends; by default the next one. */
  counter?: number;
  /** The host in the authenticator's response; by default that of the origin. */
  rpId?: string;
  /** False: no finger or PIN was given. */
  verified?: boolean;
};

/** A passkey that acts as a browser and its authenticator: a key on P-256, without attestation. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let used = 0;

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData({ origin, rpId, counter, verified = true }: Asked, more = 0, rest = Buffer.alloc(0)) {
    used = counter ?? used + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags.present | (verified ? flags.verified : 0) | more);
    head.writeUInt32BE(used, 1);
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), head, rest]);
  }

  return {
    id,

    /** The input of the call that adds it. */
    made(asked: Asked) {
      const coordinate = (name: 'x' | 'y') => new Uint8Array(Buffer.from(jwk[name] ?? '', 'base64url'));
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate('x')],
          [-3, coordinate('y')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const data = authenticatorData(
        asked,
        flags.hasCredential,
        Buffer.concat([Buffer.alloc(16), length, credential, key]),
      );
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      );
      return {
        id,
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      };
    },

    /** The proof that it signs. */
    proof(asked: Asked) {
      const client = clientData('webauthn.get', asked);
      const data = authenticatorData(asked);
      return {
        kind: 'passkey' as const,
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
    },
  };
}
