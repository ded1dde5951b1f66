import { type Mark, type MarkedPlace, isHarm } from '#contract/mark.ts';
import { inPlace } from '#contract/mark-places.ts';
import { namesIn, placesIn } from '#contract/marks.ts';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { day } from '#server/users/demo-calendar.ts';
import type { Members, Posts } from '#server/users/demo-community.ts';
import { moderated } from '#server/users/demo-moderation.ts';
import { parts } from '#server/users/demo-parts.ts';
import { demoPeople } from '#server/users/demo-people.ts';
import { anyAnswers, closers, hello, lightAnswers, openers, type Topic, postTopics } from '#server/users/demo-texts.ts';

/** A possible post: a text, or parts of one, with its possible comments. */
type Story = {
  topic: Topic;
  text: string;
  /** The marks that a person would set; undefined for ordinary talk, which needs no check. */
  needs?: readonly Mark[];
  own: readonly string[];
  general: readonly string[];
};

const everyTopic = [hello, ...postTopics];
const generalOf = ({ tone }: Topic) => (tone === 'light' ? [...anyAnswers, ...lightAnswers] : anyAnswers);

/** Every text of the topics, as a possible post. */
const told: Story[] = everyTopic.flatMap((topic) =>
  topic.stories.map((story) => {
    const [text, ...own] = typeof story === 'string' ? [story] : story;
    return { topic, text, own, general: generalOf(topic) };
  }),
);

/** For each topic with parts, a text composed of them. */
const composed: Story[] = postTopics
  .filter(({ title }) => title in parts)
  .map((topic) => ({ topic, text: '', own: [], general: generalOf(topic) }));

const aside: Topic = { title: 'Everyday life', share: 0, tone: 'heavy', stories: [], answers: [] };
const looked: Story[] = moderated.map(({ text, marks, answers }) => ({
  topic: marks.some(isHarm) ? { ...aside, title: 'Heavy days', answers } : { ...aside, answers },
  text,
  needs: marks,
  own: answers,
  general: answers,
}));

const stories = [...told, ...composed, ...looked];

/** Each topic, repeated as many times as its share. */
const byShare = postTopics.flatMap((topic) => Array.from({ length: topic.share }, () => topic));

/** The shares of posts that are composed of parts, and that may need a moderator. */
const shares = { composed: 0.4, looked: 0.025 };

/** Draws the texts of a topic in random order, and repeats none before all have been drawn. */
function drawsOf(topic: Topic, random: Random): () => number {
  const all = told.flatMap((story, index) => (story.topic === topic ? [index] : []));
  let left: number[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(Math.floor(random.next() * left.length), 1)[0] as number;
  };
}

/** The text of each post. Most new users say hello first; everyone else writes on any topic. */
function chooseStories({ joined }: Members, { count, author, at }: Posts): Uint16Array {
  const random = seededRandom(`stories ${joined.length}`);
  const draws = new Map(everyTopic.map((topic) => [topic, drawsOf(topic, random)]));
  const composedOf = new Map(composed.map(({ topic }, index) => [topic, told.length + index]));
  return Uint16Array.from({ length: count }, (_, post) => {
    if (random.chance(shares.looked)) return stories.length - looked.length + Math.floor(random.next() * looked.length);
    const isNew = (at[post] as number) - (joined[author[post] as number] as number) < 3 * day;
    const topic = isNew && random.chance(0.6) ? hello : random.pick(byShare);
    const whole = random.chance(shares.composed) ? composedOf.get(topic) : undefined;
    return whole ?? draws.get(topic)?.() ?? 0;
  });
}

const digitsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('');

/** Numbers, addresses and links that can belong to no one: the block 0700 000, and domains of RFC 2606. */
const fillings: Record<string, (random: Random) => string> = {
  phone: (random) =>
    random.pick([`0700000${digitsOf(random, 4)}`, `0700 000 ${digitsOf(random, 4)}`, `+234 700 000 ${digitsOf(random, 4)}`, `+234700000${digitsOf(random, 4)}`, `0700-000-${digitsOf(random, 4)}`]),
  email: (random) => `${random.pick(['ada', 'sister.hope', 'mama_t', 'ngo2', 'zee'])}${digitsOf(random, 2)}@example.${random.pick(['com', 'org'])}`,
  link: (random) => random.pick(['https://example.org/pcos', 'www.example.com/tea', 'example.com/order', 'http://kits.example.org/?ref=awa', 'HTTPS://EXAMPLE.COM/x1']),
  amount: (random) => random.pick(['₦5,000', '2k', '₦20,000', 'N3500', '10k', '15,000 naira', '5000 naira']),
}; // prettier-ignore

/** The number of first users whose names posts can mention. */
const knownNames = 500;

function* firstNames(count: number) {
  let index = 0;
  for (const { name } of demoPeople(count)) {
    if (index === knownNames) return;
    if (/^\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+){1,2}$/u.test(name)) yield { name, user: index };
    index += 1;
  }
}

function postText({ text, topic, needs }: Story, random: Random): string {
  const built = text === '' ? composeOf(topic, random) : text;
  if (needs || topic.tone === 'heavy' || built.length < 30) return built;
  const opened = topic !== hello && random.chance(0.2) ? random.pick(openers) + built : built;
  return random.chance(0.25) ? opened + random.pick(closers) : opened;
}

function composeOf({ title }: Topic, random: Random) {
  const { begin = [], middle = [], end = [] } = parts[title] ?? {};
  return [begin, middle, end].map((some) => random.pick(some)).join(' ');
}

export type WrittenPost = {
  text: string;
  /** The title of its topic. */
  title: string;
  /** The marks that the rules find. */
  places: readonly MarkedPlace[];
  /** The marks that a person would set. */
  needs: readonly Mark[];
};

/** The texts of these posts and of the comments on them. */
export function demoWriting(members: Members, posts: Posts) {
  const users = members.joined.length;
  const chosen = chooseStories(members, posts);
  const storyOf = (post: number) => stories[chosen[post] as number] as Story;
  return {
    /** The posts in order. Each iteration gives the same posts. */
    *posts(): Generator<WrittenPost> {
      const random = seededRandom(`post texts ${users}`);
      const slots = seededRandom(`post slots ${users}`);
      const names = [...firstNames(users)];
      for (let post = 0; post < posts.count; post++) {
        const story = storyOf(post);
        const pattern = postText(story, random);
        const { title } = story.topic;
        if (!story.needs) {
          yield { text: pattern, title, places: [], needs: [] };
          continue;
        }
        const others = names.filter(({ user }) => user !== posts.author[post]);
        const named = others.length > 0 ? slots.pick(others).name : 'somebody';
        const text = pattern.replaceAll(/\{(\w+)\}/g, (_, slot: string) => fillings[slot]?.(slots) ?? named);
        const known = namesIn(text).filter(({ name }) => name === named);
        const places = inPlace([
          ...placesIn(text),
          ...known.map(({ start, end }): MarkedPlace => ({ mark: 'name', start, end })),
        ]);
        yield { text, title, places, needs: story.needs };
      }
    },

    /** A comment on a post. */
    answer(post: number, random: Random): string {
      const { topic, own, general } = storyOf(post);
      if (own.length > 0 && random.chance(0.25)) return random.pick(own);
      return random.pick(random.chance(0.5) ? topic.answers : general);
    },
  };
}
