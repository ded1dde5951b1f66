import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as sent; the database only has their hash. */
export const newToken = () => randomBytes(32).toString('base64url');
export const tokenShape = /^[\w-]{43}$/;
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
