/**
 * Whether passkeys work here: the browser knows them, the page came by https or from this computer, and under a name,
 * because a passkey belongs to a name and never to an address such as 127.0.0.1.
 */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
