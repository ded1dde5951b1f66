import { isWebUrl } from '#contract/common.ts';

/** A web address, without the full stop or bracket that ends a sentence after it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/i;

/** The parts of a text in their order: its web addresses, and what stands between them. */
export const linkedParts = (text: string) =>
  text.split(address).flatMap((part) => (part === '' ? [] : [{ text: part, isAddress: isWebUrl(part) }]));

/** An address in pieces, after each of which a line may break. */
export const addressPieces = (shown: string) => shown.match(/[^/]*\/+|[^/]+/g) ?? [];
