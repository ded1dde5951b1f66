/**
 * Whether `DATABASE_DRIVER=plain` switches the faster driver off. It is read when statements are first used, because the
 * modules that define them load before the `.env` file.
 */
export const isPlain = () => process.env.DATABASE_DRIVER === 'plain';
