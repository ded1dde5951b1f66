import { isWebUrl } from '#contract/common.ts';

/** A host with a dot, such as `calendly.com`, and what may follow it. */
const hostFirst = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

/** The address that was meant: one that begins with its host, as browsers show it, gets `https://`. Any other stays as it is. */
export function completeAddress(typed: string) {
  const address = typed.trim();
  const completed = `https://${address}`;
  // Where a rule itself fails, the check of the form says so.
  try {
    return hostFirst.test(address) && isWebUrl(completed) ? completed : typed;
  } catch {
    return typed;
  }
}
