import { useHotkeys } from '@mantine/hooks';
import { createContext, use, useEffect, type RefObject } from 'react';
import { readStored, store } from '#web/lib/local-storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { isTyping, typedFields } from '#web/lib/typing.ts';

export type Shortcut = {
  /** `/`, `Delete`, `mod+S` (Ctrl, on a Mac ⌘), `alt+ArrowUp`: alternatives for one action. */
  keys: readonly string[];
  /** The action: `Search users`. */
  does: string;
  /** Left out when the focused element handles the key. */
  act?: (event: KeyboardEvent) => void;
  /** Works while typing, and while a dialog is open. */
  always?: boolean;
  /** Works while typing. */
  typing?: boolean;
};

const name = 'awa-desk-shortcuts';
const switchedOn = createStore(readStored(name) !== 'off');
const declared = createStore<readonly (readonly Shortcut[])[]>([]);

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). Kept on this device. */
export const useShortcutsOn = () => useStore(switchedOn, (on) => on);

/** Switches single-key shortcuts on or off on this device. */
export function switchShortcuts(next: boolean) {
  store(name, next ? null : 'off');
  switchedOn.set(next);
}

/** The shortcuts available on the current screen. */
export const useDeclaredShortcuts = () => useStore(declared, (all) => all).flat();

const layers = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key belongs to a text field. */
const isTyped = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(typedFields) !== null) ||
  // The field has been removed while its user is still typing.
  (target === document.body && isTyping());

/**
 * The element of the panel in which shortcuts are declared. A panel that covers the window is a dialog: its own
 * shortcuts work in it, while those of the page below rest.
 */
export const ShortcutScope = createContext<RefObject<Element | null> | undefined>(undefined);

/** Whether a dialog or a menu is open, other than the dialog in which this element is. */
const isCovered = (element: Element | null) =>
  [...document.querySelectorAll(layers)].some((layer) => layer.getClientRects().length > 0 && !layer.contains(element));

/** Whether a character needs the Shift key depends on the keyboard. */
const pressed = (key: string) => (/^[^a-z]$/i.test(key) ? [key, `shift+${key}`] : [key]);

const isSingle = (key: string) => !/(ctrl|alt|mod|meta)\+/i.test(key);

/** Declares the shortcuts of a component while it is mounted: they work, and the list of all shortcuts shows them. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const on = useShortcutsOn();
  const scope = use(ShortcutScope);
  const words = JSON.stringify(shortcuts.map(({ keys, does }) => ({ keys, does })));
  useEffect(() => {
    const own = JSON.parse(words) as Shortcut[];
    declared.set([...declared.get(), own]);
    return () => declared.set(declared.get().filter((one) => one !== own));
  }, [words]);
  useHotkeys(
    shortcuts.flatMap(({ keys, act, always = false, typing = false }) =>
      keys.flatMap(pressed).map((key) => {
        const press = (event: KeyboardEvent) => {
          if (!act || (!on && isSingle(key))) return;
          if (!always && ((!typing && isTyped(event)) || isCovered(scope?.current ?? null))) return;
          event.preventDefault();
          act(event);
        };
        return [key, press, { preventDefault: false, usePhysicalKeys: false }] as [string, typeof press, object];
      }),
    ),
    [],
    true,
  );
}

const isMac = () => /mac/i.test(navigator.platform);

/** `Ctrl+S`, on a Mac `⌘+S`. */
export const keyText = (key: string) =>
  key
    .replace('mod', isMac() ? '⌘' : 'Ctrl')
    .replace('alt', isMac() ? '⌥' : 'Alt')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓');
