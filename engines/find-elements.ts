/** How a text has to be: a regular expression, as JSON. */
type Pattern = { source: string; flags: string };

/** One step of a search, within the elements that the step before has found. */
export type Step = {
  role?: string;
  /** The accessible name. */
  name?: Pattern;
  /** The text of an element that has some of its own. */
  text?: Pattern;
  /** A text anywhere within. */
  hasText?: Pattern;
};

/** An element in sight. The point is its middle, for which it has been scrolled there. */
export type Seen = { x: number; y: number; name: string; text: string; value: string; on: boolean; focused: boolean };

type Look = { ways: readonly (readonly Step[])[]; focus?: boolean; value?: string };

/**
 * Finds the elements in sight for the first of these ways that leads to any, and gives the first one the focus or a value if that is asked for. It runs in the page. Roles and names follow
 * the rules of ARIA as far as the desk uses them.
 */
export function findElements({ ways, focus = false, value }: Look): Seen[] {
  const selectors: Record<string, string> = {
    button: 'button:not([role])',
    checkbox: 'input[type=checkbox]:not([role])',
    combobox: 'input[aria-haspopup=listbox],select',
    complementary: 'aside',
    form: 'form',
    heading: 'h1,h2,h3,h4,h5,h6',
    link: 'a[href]:not([role])',
    list: 'ul:not([role]),ol:not([role])',
    listitem: 'li:not([role])',
    radio: 'input[type=radio]:not([role])',
    region: 'section[aria-label],section[aria-labelledby]',
    row: 'tr',
    searchbox: 'input[type=search]',
    table: 'table:not([role])',
    textbox:
      'textarea,input:not([type]),input:is([type=text],[type=email],[type=url],[type=tel],[type=password],[type=date],[type=time],[type=datetime-local]):not([role])',
  };
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by)
      return by
        .split(' ')
        .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '')
        .join(' ');
    const own = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (own !== null) return own;
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    if (labels.length > 0) return labels.map(contentOf).join(' ');
    if (element.matches('input,textarea')) return element.getAttribute('placeholder') ?? '';
    return contentOf(element) || (element.getAttribute('title') ?? '');
  };
  const contentOf = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : '';
        if (node.getAttribute('aria-hidden') === 'true' || node.matches('input,textarea')) return '';
        const text = node.getAttribute('aria-label') ?? contentOf(node);
        return getComputedStyle(node).display === 'inline' ? text : ` ${text} `;
      })
      .join('');
  const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const fits = (text: string, { source, flags }: Pattern) => new RegExp(source, flags).test(clean(text));
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const find = (within: ParentNode, { role, name, text, hasText }: Step) => {
    const all = role ? `[role="${role}"],${selectors[role] ?? '[role=none]'}` : '*';
    return [...within.querySelectorAll(all)].filter(
      (element) =>
        (!name || fits(nameOf(element), name)) &&
        (!text ||
          ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
            fits(contentOf(element), text))) &&
        (!hasText || fits(element.textContent ?? '', hasText)) &&
        isShown(element),
    );
  };
  for (const way of ways) {
    let found: ParentNode[] = [document];
    for (const step of way) found = [...new Set(found.flatMap((one) => find(one, step)))];
    if (found.length === 0) continue;
    (found[0] as Element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    if (focus) (found[0] as HTMLElement).focus();
    if (value !== undefined) {
      // As a person does it; React overrides the setter of the element itself.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(found[0], value);
      found[0]?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return (found as HTMLInputElement[]).map((element) => {
      // A hidden checkbox or radio is represented by its label.
      const pressed = element.matches('[type=checkbox],[type=radio]') ? (element.labels?.[0] ?? element) : element;
      const { x, y, width, height } = pressed.getBoundingClientRect();
      return {
        x: x + width / 2,
        y: y + height / 2,
        name: clean(nameOf(element)),
        text: clean(element.textContent ?? ''),
        value: element.value ?? '',
        on: element.checked || element.getAttribute('aria-checked') === 'true',
        focused: element === document.activeElement,
      };
    });
  }
  return [];
}
