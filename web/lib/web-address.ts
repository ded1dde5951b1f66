import { isWebUrl } from '#contract/common.ts';

/** A host with a dot, such as `calendly.com`, and an optional path. */
const hostFirst = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

/**
 * Completes an address: one that begins with its host, as browsers show it, gets `https://`. Any other stays as it is.
 */
export function completeAddress(typed: string) {
  const address = typed.trim();
  const completed = `https://${address}`;
  // If a rule itself throws, the form's validation reports that.
  try {
    return hostFirst.test(address) && isWebUrl(completed) ? completed : typed;
  } catch {
    return typed;
  }
}
