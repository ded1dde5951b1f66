import { isWebUrl } from '#contract/common.ts';

/** A web address, without the punctuation that ends a sentence after it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/i;

/** The parts of a text in their order: its web addresses, and the text between them. */
export const linkedParts = (text: string) =>
  text.split(address).flatMap((part) => (part === '' ? [] : [{ text: part, isAddress: isWebUrl(part) }]));

/** The pieces of an address; a line may break after each. */
export const addressPieces = (shown: string) => shown.match(/[^/]*\/+|[^/]+/g) ?? [];
