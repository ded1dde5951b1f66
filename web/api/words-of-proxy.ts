/** What a proxy in front of the desk means by a status, and what helps. */
const words = new Map([
  [403, 'A proxy or firewall on the way refused this. Tell an administrator, with the time and what you were doing.'],
  [407, 'The proxy of your network asks you to sign in. Open any other site to do that, then try again.'],
  [
    413,
    'The proxy in front of the desk takes nothing this large. An administrator can raise its limit for uploads to 21 MB; ' +
      'until then, send a smaller file.',
  ],
  [429, 'A proxy on the way takes no more calls at the moment. Try again in a minute.'],
  [504, 'The server took too long to answer. Try again in a moment.'],
]);

/** The detail of a failure that was answered by a proxy, which knows none of our words. */
export const wordsOfProxy = (status: number) =>
  words.get(status) ?? 'The server could not answer. Try again in a moment.';
