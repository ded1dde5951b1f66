import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openCopy } from './copy.ts';
import { callsOf, Refusal } from './desk.ts';
import { follow } from './follow.ts';
import { takePushes } from './push.ts';
import { addPost, sendWaiting } from './send.ts';

const { AWA_DESK_URL, AWA_APP_KEY, AWA_COPY_FILE, AWA_ASK_SECONDS, AWA_PUSH_PORT, AWA_PUSH_SECRET } = process.env;
const say = (line: string) => process.stdout.write(`${line}\n`);

if (!AWA_DESK_URL || !AWA_APP_KEY) {
  say('Set AWA_DESK_URL to the address of the desk, and AWA_APP_KEY to one of its keys.');
  process.exit(1);
}
const app = { call: callsOf(AWA_DESK_URL, AWA_APP_KEY), ...openCopy(AWA_COPY_FILE ?? 'awa-copy.json') };

/** Ends the pause before the next round. */
let news = new AbortController();
const onNews = () => news.abort();
if (AWA_PUSH_SECRET) takePushes(Number(AWA_PUSH_PORT ?? 8090), AWA_PUSH_SECRET, onNews);

// Lines such as `Ada: Good morning` stand for the posts that people write in the app.
createInterface({ input: process.stdin }).on('line', (line) => {
  const [, name, content] = /^([^:]+?)\s*:\s*(.*\S)/.exec(line) ?? [];
  if (name === undefined || content === undefined) return;
  const { id, personId } = addPost(app.copy, name, content);
  app.save();
  say(`kept the post ${id} of ${personId}`);
  onNews();
});

try {
  for (;;) {
    news = new AbortController();
    await follow(app);
    await sendWaiting(app);
    await pause(Number(AWA_ASK_SECONDS ?? 5) * 1000, undefined, { signal: news.signal }).catch(() => undefined);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exit(1);
}
