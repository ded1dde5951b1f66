/** An id of 128 random bits. `crypto.randomUUID` exists on https only. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
