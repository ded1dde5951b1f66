import { type Locator, type Page, expect } from '@playwright/test';
import { ladyDueApi } from '#contract/lady-due.ts';
import type { Call } from '#e2e/support/calls.ts';

export const ladyDuePath = '/admin/desk/lady-due';

/** A section with two cards, of which the first has a rich text. */
export async function addCards(api: Call) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Your cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const richContent = '<h2>Rest</h2><p>A cup of <strong>ginger</strong> tea</p>';
  const first = await api(ladyDueApi.cards.create, { sectionId, title: 'Tea', richContent });
  const second = await api(ladyDueApi.cards.create, { sectionId, title: 'Warmth' });
  return { categoryId, sectionId, first, second };
}

/** A stored card of the mode of `addCards`. */
export const storedCard = async (api: Call, title: string) => {
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
  return categories.flatMap((one) => one.sections.flatMap(({ cards }) => cards)).find((one) => one.title === title);
};

/** The parts of the editor of a card. */
export function editorOf(page: Page) {
  const form = page.getByRole('form', { name: /^(Add|Edit) card$/ });
  return {
    form,
    title: form.getByRole('textbox', { name: 'Title' }),
    text: form.getByRole('textbox', { name: 'Text', exact: true }),
    control: (name: string) => form.getByRole('toolbar').getByRole('button', { name, exact: true }),
    panel: (name: string) => form.getByRole('dialog', { name, exact: true }),
    face: form.getByRole('group', { name: 'The card in the app' }),
    save: form.getByRole('button', { name: 'Save card' }),
    leave: page.getByRole('dialog', { name: 'Leave without saving?' }),
  };
}

/**
 * Opens the form of a card, and waits until the dialog has given its title the focus in a timer. If that takes the focus
 * from the text after a test has placed the cursor there, the next key goes to the beginning of the text.
 */
export async function openCard(page: Page, id: string) {
  await page.goto(`${ladyDuePath}?card=${id}&form=edit`);
  const { title } = editorOf(page);
  // The title takes the focus when it appears, and again in the timer. Timers without a delay run in order.
  await expect(title).toBeFocused();
  await title.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Saves, and returns the rich text as sent and as stored. */
export async function saved(page: Page) {
  const answer = page.waitForResponse(
    (response) => /\/cards\/?[\w-]*$/.test(response.url()) && response.request().method() !== 'GET',
  );
  await editorOf(page).save.click();
  const response = await answer;
  type Sent = { richContent: string };
  const { richContent: sent } = response.request().postDataJSON() as Sent;
  const { richContent: stored } = (await response.json()) as Sent;
  await expect(editorOf(page).form).toBeHidden();
  return { sent, stored };
}

/** The cursor in the state of the rich text editor. */
type Edited = {
  editor: { state: { selection: { to: number; $to: { end(): number } }; doc: { content: { size: number } } } };
};

/**
 * Puts the cursor at the end of the rich text or of its line, and waits until the editor's state has it: for some
 * milliseconds after it gets the focus, the editor moves the cursor back to its last known position.
 */
export async function cursorToEnd(text: Locator, of: 'text' | 'line' = 'text') {
  await expect(async () => {
    await text.press(of === 'text' ? 'Control+End' : 'End');
    const left = await text.evaluate((element, ofAll) => {
      const { selection, doc } = (element as unknown as Edited).editor.state;
      // The end of the last paragraph.
      return (ofAll ? doc.content.size - 1 : selection.$to.end()) - selection.to;
    }, of === 'text');
    expect(left).toBe(0);
  }).toPass({ intervals: [20] });
}
