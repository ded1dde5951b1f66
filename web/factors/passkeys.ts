import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Challenge, PasskeyProof } from '#contract/auth.ts';
import type { factorRoutes } from '#contract/factors.ts';
import type { Output } from '#contract/route.ts';

/** The user cancelled, or the browser found no passkey: browsers do not say which. */
class NoPasskey extends Error {
  override name = 'NoPasskey';
}

const orNone = async <T>(asking: Promise<T>) => {
  try {
    return await asking;
  } catch {
    throw new NoPasskey('No passkey was used');
  }
};

/** Asks for a passkey, in the browser's own dialog. Throws `NoPasskey`. */
export async function askForPasskey({ passkey }: Challenge): Promise<PasskeyProof> {
  const { id, response } = await orNone(
    startAuthentication({ optionsJSON: passkey as PublicKeyCredentialRequestOptionsJSON }),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return { kind: 'passkey', id, clientDataJSON, authenticatorData, signature };
}

/** Creates a passkey, in the browser's own dialog. Throws `NoPasskey`. */
export async function makePasskey({ passkey }: Output<typeof factorRoutes.startPasskey>) {
  const { id, response } = await orNone(
    startRegistration({ optionsJSON: passkey as PublicKeyCredentialCreationOptionsJSON }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}
