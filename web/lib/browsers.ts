/** The minimum version of each browser that the desk supports. The README lists them too. */
export const browsers = { safari: '16.4', chrome: '108', firefox: '121' };
