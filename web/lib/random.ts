/** An id of 128 random bits. `crypto.randomUUID` exists only on https. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
