import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { readStored, store } from '#web/lib/local-storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { isTyping, typedFields } from '#web/lib/typing.ts';

export type Shortcut = {
  /** `/`, `Delete`, `mod+S` (Ctrl, on a Mac ⌘), `alt+ArrowUp`: each of them does it. */
  keys: readonly string[];
  /** What it does: `Search users`. */
  does: string;
  /** Left out where the element that has the focus handles the key. */
  act?: (event: KeyboardEvent) => void;
  /** It works while something is typed, and while a dialog is open. */
  always?: boolean;
};

const name = 'awa-desk-shortcuts';
const switchedOn = createStore(readStored(name) !== 'off');
const declared = createStore<readonly (readonly Shortcut[])[]>([]);

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). Kept on this device. */
export const useShortcutsOn = () => useStore(switchedOn, (on) => on);

/** Switches shortcuts of single keys on or off, for all of this device. */
export function switchShortcuts(next: boolean) {
  store(name, next ? null : 'off');
  switchedOn.set(next);
}

/** The shortcuts of what is on screen now. */
export const useDeclaredShortcuts = () => useStore(declared, (all) => all).flat();

const layers = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key is meant for what is typed there, or for a dialog or a menu. */
const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(typedFields) !== null) ||
  // The field has gone, and somebody types on.
  (target === document.body && isTyping()) ||
  [...document.querySelectorAll(layers)].some((layer) => layer.getClientRects().length > 0);

/** Whether a sign needs the Shift key depends on the keyboard. */
const pressed = (key: string) => (/^[^a-z]$/i.test(key) ? [key, `shift+${key}`] : [key]);

const isSingle = (key: string) => !/(ctrl|alt|mod|meta)\+/i.test(key);

/**
 * Declares the shortcuts of a part of the screen, for as long as it is there: they work, and the list of all shortcuts
 * shows them.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const on = useShortcutsOn();
  const words = JSON.stringify(shortcuts.map(({ keys, does }) => ({ keys, does })));
  useEffect(() => {
    const own = JSON.parse(words) as Shortcut[];
    declared.set([...declared.get(), own]);
    return () => declared.set(declared.get().filter((one) => one !== own));
  }, [words]);
  useHotkeys(
    shortcuts.flatMap(({ keys, act, always = false }) =>
      keys.flatMap(pressed).map((key) => {
        const press = (event: KeyboardEvent) => {
          if (!act || (!on && isSingle(key)) || (!always && isTaken(event))) return;
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
