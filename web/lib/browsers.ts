/** The lowest version of each browser that the desk promises to work in. README names them too. */
export const browsers = { safari: '16.4', chrome: '108', firefox: '121' };
