/**
 * Whether passkeys work here: the browser supports them, the page was loaded over https or from this computer, and by
 * host name, because a passkey belongs to a name and never to an address such as 127.0.0.1.
 */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
