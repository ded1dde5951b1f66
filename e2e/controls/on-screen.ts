import type { Locator } from '@playwright/test';

/** The roles of controls that can be pressed, chosen or filled in. */
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

/**
 * The inputs of a form need no check of their own: only its Save makes the call. The same goes for choices of a colour
 * and formatting tools.
 */
const filledIn = new Set(['checkbox', 'combobox', 'radio', 'slider', 'spinbutton', 'switch', 'textbox']);
const isChoice = ({ role, name = '' }: Node) =>
  role === 'toolbar' || (role === 'group' && name.endsWith(': choose one'));

type Node = { role: string; name?: string; url?: string; children?: (Node | string)[] };

/** A control by its accessible role and name; a link has its target. */
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
