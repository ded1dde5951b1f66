/** Milliseconds within which a page shows the control. */
const patience = 10_000;

const pressed = 'button, a[href], [role="menuitem"]';
const fields = 'input, textarea';

const isShown = (element: Element) => element.getClientRects().length > 0 && !element.matches(':disabled, [inert] *');

/** The name of a control, without the mark of a required field. */
function nameOf(element: Element) {
  const label = element.matches(fields) ? (element as HTMLInputElement).labels?.[0]?.textContent : element.textContent;
  return (element.getAttribute('aria-label') ?? label ?? '').replace(/\s*\*$/, '').trim();
}

/** The visible control of this name in the page or in the menu above it; `…` stands for any end. */
function find(name: string) {
  const [start = '', end] = name.split('…');
  const fits = (element: Element) => {
    const own = nameOf(element);
    return (end === undefined ? own === start : own.startsWith(start)) && isShown(element);
  };
  const all = document.querySelectorAll<HTMLElement>(`:is(main, [role="menu"]) :is(${pressed}, ${fields})`);
  return [...all].find(fits);
}

/** Presses a control; a field gets the focus. */
function press(control: HTMLElement) {
  control.scrollIntoView({ block: 'nearest' });
  control.focus();
  if (!control.matches(fields)) control.click();
}

/**
 * Presses the control of this name once the page shows it. Where the menu `menu` has it instead, opens that first; `''`
 * for none. Gives up after ten seconds: then the page alone is open.
 */
export function pressWhenShown(name: string, menu: string) {
  let isMenuOpened = false;
  const look = () => {
    const control = find(name);
    if (control) {
      end();
      press(control);
      return;
    }
    const opener = isMenuOpened || !menu ? undefined : find(menu);
    if (!opener) return;
    isMenuOpened = true;
    press(opener);
  };
  const observer = new MutationObserver(look);
  const giveUp = setTimeout(() => observer.disconnect(), patience);
  function end() {
    observer.disconnect();
    clearTimeout(giveUp);
  }
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
  return end;
}
