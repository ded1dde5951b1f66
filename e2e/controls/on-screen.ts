import type { Locator } from '@playwright/test';

/** What a person can press, choose or fill in. */
const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);

/** In a form these go with its Save, and so do the colours of which one is chosen, and the formatting of a text. */
const filledIn = new Set(['checkbox', 'combobox', 'radio', 'slider', 'spinbutton', 'switch', 'textbox']);
const isChoice = ({ role, name = '' }: Node) =>
  role === 'toolbar' || (role === 'group' && name.endsWith(': choose one'));

type Node = { role: string; name?: string; url?: string; children?: (Node | string)[] };

/** A control as a screen reader calls it; a link has the address to which it leads. */
export type Control = { called: string; to?: string };

const collect = (nodes: readonly (Node | string)[], inForm: boolean): Control[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || (inForm && isChoice(node))) return [];
    const { role, name = '', url, children = [] } = node;
    const own = controls.has(role) && !(inForm && filledIn.has(role));
    return [
      ...(own ? [{ called: `${role} ${name}`, ...(url !== undefined && { to: url }) }] : []),
      ...collect(children, inForm || role === 'form'),
    ];
  });

/** Every control in a part of the page, from top to bottom. */
export const controlsIn = async (part: Locator) => collect((await part.ariaSnapshotJSON()) as Node[], false);
