import type { Browser, Point, Size } from '#engines/browser.ts';
import { type Seen, type Step, findElements } from '#engines/find-elements.ts';
import { until } from '#tests/desk/server-process.ts';

type Name = string | RegExp;
type RoleOptions = { name?: Name; exact?: boolean };

/** Milliseconds that a page may take to reach the state that a step waits for: enough for a machine five times slower. */
const patience = 30_000;

/** As Playwright reads a name: a text anywhere, in any case, unless it is exact. */
function patternOf(name: Name, exact = false) {
  if (name instanceof RegExp) return { source: name.source, flags: name.flags };
  const source = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return exact ? { source: `^${source}$`, flags: '' } : { source, flags: 'i' };
}

/** Elements of a page, found again by each call, with the few methods of Playwright's locators that the tests need. */
export class Locator {
  readonly #browser: Browser;
  readonly #ways: Step[][];

  constructor(browser: Browser, ways: Step[][]) {
    this.#browser = browser;
    this.#ways = ways;
  }

  #then(step: Step) {
    return new Locator(
      this.#browser,
      this.#ways.map((way) => [...way, step]),
    );
  }

  getByRole = (role: string, { name, exact }: RoleOptions = {}) =>
    this.#then({ role, ...(name !== undefined && { name: patternOf(name, exact) }) });

  getByText = (text: Name) => this.#then({ text: patternOf(text) });

  /** Those of them with this text in them. */
  filter({ hasText }: { hasText: Name }) {
    const ways = this.#ways.map((way) => [...way.slice(0, -1), { ...way.at(-1), hasText: patternOf(hasText) }]);
    return new Locator(this.#browser, ways);
  }

  or = (other: Locator) => new Locator(this.#browser, [...this.#ways, ...other.#ways]);

  /** Every call is about the first one. */
  first = () => this;

  toString = () => JSON.stringify(this.#ways);

  all = () => this.#browser.evaluate(findElements, { ways: this.#ways });

  /** Waits until it is in sight, and as `fits` says. */
  see = (fits: (seen: Seen) => boolean = () => true): Promise<Seen> =>
    until(String(this), async () => (await this.all()).find(fits), patience);

  /** Gives it the focus, as Tab would. */
  focus = async () => {
    await this.see();
    await this.#browser.evaluate(findElements, { ways: this.#ways, focus: true });
    await this.see(({ focused }) => focused);
  };

  /** Gives a field for a date or a time this value, as its picker does: each engine takes other keys for it. */
  pick = async (value: string) => {
    await this.see();
    await this.#browser.evaluate(findElements, { ways: this.#ways, value });
    await this.see((seen) => seen.value === value);
  };

  /** Waits until it is not in sight. */
  gone = async () => {
    await until(`no ${String(this)}`, async () => (await this.all()).length === 0, patience);
  };

  click = async () => this.#browser.click(await this.#restingPlace());

  /** Replaces the text of a field by typing. */
  async fill(text: string) {
    await this.click();
    await this.see(({ focused }) => focused);
    await this.#browser.press('Control', 'a');
    await this.#browser.type(text);
    await this.see(({ value }) => value === text);
  }

  /** Where it is once it does not move any more. */
  async #restingPlace(): Promise<Point> {
    let before = await this.see();
    const again = async () => {
      const now = await this.see();
      const rests = now.x === before.x && now.y === before.y;
      before = now;
      return rests ? now : undefined;
    };
    return until(`${String(this)} at rest`, again, patience);
  }
}

/** A page of the desk in one of the engines. */
export class DeskPage {
  readonly browser: Browser;
  readonly address: string;
  readonly #all: Locator;

  constructor(browser: Browser, address: string) {
    this.browser = browser;
    this.address = address;
    this.#all = new Locator(browser, [[]]);
  }

  getByRole: Locator['getByRole'] = (...given) => this.#all.getByRole(...given);
  getByText: Locator['getByText'] = (text) => this.#all.getByText(text);

  /** Loads a page of the desk: `open('users')`. */
  open = (path: string) => this.browser.goto(`${this.address}/admin/desk/${path}`);

  async resize(size: Size) {
    await this.browser.resize(size);
    const isSo = () =>
      this.browser.evaluate(({ width, height }) => innerWidth === width && innerHeight === height, size);
    await until(`a window of ${size.width} px`, isSo, patience);
  }

  /** Counts the calls of the page from now on, until it is loaded again. */
  countCalls = () =>
    this.browser.evaluate(() => {
      const ask = window.fetch.bind(window);
      const calls = { underWay: 0 };
      const counted: typeof fetch = async (input, init) => {
        // A stream of events never ends.
        if (new Headers(init?.headers).get('accept') === 'text/event-stream') return ask(input, init);
        calls.underWay += 1;
        return ask(input, init).finally(() => (calls.underWay -= 1));
      };
      Object.assign(window, { calls, fetch: counted });
    }, null);

  /** Keeps toasts of the page until they are dismissed: on a slow machine they would be gone before a test looks. */
  keepToasts = () =>
    this.browser.evaluate((life) => {
      const start = window.setTimeout.bind(window);
      const patient = (...given: Parameters<typeof start>) => (given[1] === life ? 0 : start(...given));
      Object.assign(window, { setTimeout: patient });
    }, 8_000);

  /** Goes to a page without loading the desk again: the router follows the address. */
  go = (path: string) => this.browser.evaluate((to) => history.pushState({}, '', to), `/admin/desk/${path}`);

  /** Waits until nothing that the page shows is still loading, for two frames. It needs `countCalls`. */
  settled = () => until('a page that has loaded', () => this.browser.evaluate(isSettled, null), patience);

  async signIn({ email, password }: { email: string; password: string }) {
    await this.getByRole('textbox', { name: 'Email' }).fill(email);
    await this.getByRole('textbox', { name: /^Password/ }).fill(password);
    await this.getByRole('button', { name: 'Sign in' }).click();
    await this.getByRole('link', { name: 'Awa Desk' }).see();
  }
}

async function isSettled() {
  const { calls } = window as unknown as { calls?: { underWay: number } };
  const isLoading = () =>
    calls?.underWay !== 0 ||
    document.fonts.status === 'loading' ||
    document.querySelector('main [aria-busy=true], .mantine-Loader-root') !== null ||
    document.getAnimations().some(({ playState }) => playState === 'running');
  for (let frame = 0; frame < 2; frame += 1) {
    if (isLoading()) return false;
    await new Promise((next) => requestAnimationFrame(next));
  }
  return !isLoading();
}
