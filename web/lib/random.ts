/** 128 random bits, for what nobody may guess or meet twice. `crypto.randomUUID` is there on https only. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
