/** The meaning of a status from a proxy in front of the desk, and a remedy. */
const words = new Map([
  [403, 'A proxy or firewall on the way refused this. Tell an administrator, with the time and your last action.'],
  [407, 'The proxy of your network asks you to sign in. Open any other site to do that, then try again.'],
  [
    413,
    'The proxy in front of the desk takes nothing this large. An administrator can raise its limit for uploads to 21 MB; ' +
      'until then, send a smaller file.',
  ],
  [429, 'A proxy on the way takes no more calls at the moment. Try again in a minute.'],
  [504, 'The server took too long to answer. Try again in a moment.'],
]);

/** The detail of a failure with a response from a proxy, which has no problem details of the desk. */
export const wordsOfProxy = (status: number) =>
  words.get(status) ?? 'The server could not answer. Try again in a moment.';
