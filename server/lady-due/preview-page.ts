import type { ShownMode } from '#contract/lady-due.ts';
import { ownImage } from '#contract/images.ts';
import { trackingModes } from '#contract/tracking-modes.ts';

type Category = ShownMode['categories'][number];
type Card = Category['sections'][number]['cards'][number];

const characters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (words: string) => words.replaceAll(/[&<>"]/g, (one) => characters[one] ?? one);
const paragraph = (words: string) => (words === '' ? '' : `<p>${text(words)}</p>`);

/** A picture of this desk. The page loads nothing from elsewhere. */
const picture = (address: string, alt: string) =>
  ownImage.test(address) ? `<img src="${text(address)}" alt="${text(alt)}">` : '';

const style = `
:root { color-scheme: light dark; --line: light-dark(#ebe3e1, #3a2e40); --dim: light-dark(#6b5b6e, #b9a9bc) }
body { margin: 0 auto; max-width: 40rem; padding: 0 1rem 3rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #251c2b); color: light-dark(#2b1b2e, #f4eef3); overflow-wrap: anywhere }
header { padding: .75rem 0; border-bottom: 1px solid var(--line); color: var(--dim); font-size: .875rem }
h1 { margin: 0; font-size: 1rem } h2 { font-size: 1.5rem; line-height: 1.25; margin: 2rem 0 .5rem }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.125rem } p { margin: .5rem 0 } img { max-width: 100%; border-radius: 16px }
details { margin: .75rem 0; border-radius: 16px; overflow: hidden; border: 1px solid var(--line) }
summary { display: block; padding: .875rem; cursor: pointer; background: light-dark(#f5efed, #2f2437) }
summary[style] { color: #2b1b2e } summary strong, summary span { display: block } details > div { padding: .875rem }
ul.sources { margin: 1rem 0 0; padding: .75rem 0 0; border-top: 1px solid var(--line); list-style: none; color: var(--dim);
  font-size: .8125rem }
a { color: light-dark(#ae1c55, #ff9cbf) }`;

function cardHtml({ title, description, content, richContent, headerImageUrl, headerImageAlt, ...card }: Card) {
  const colour = card.backgroundColor ? ` style="background:${text(card.backgroundColor)}"` : '';
  const plain = content
    .split(/\n+/)
    .map((line) => paragraph(line))
    .join('');
  const sources = card.citations.map((one) => `<li>${text(one)}</li>`).join('');
  return `<details><summary${colour}><strong>${text(title)}</strong><span>${text(description)}</span></summary>
<div>${picture(headerImageUrl, headerImageAlt)}${richContent || plain}${sources && `<ul class="sources">${sources}</ul>`}</div></details>`;
}

const categoryHtml = ({ name, description, headerImageUrl, headerImageAlt, sections }: Category) =>
  `<section><h2>${text(name)}</h2>${paragraph(description)}${picture(headerImageUrl, headerImageAlt)}
${sections
  .map(
    (section) =>
      `<h3>${text(section.title)}</h3>${paragraph(section.description)}${section.cards.map(cardHtml).join('\n')}`,
  )
  .join('\n')}</section>`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><meta name="robots" content="noindex"><title>${text(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The page for a real phone: a mode at a time, by default now. Rich texts are sanitised when they are saved. */
export function previewPage({ trackingMode, categories }: ShownMode, at: string | null, drafts: boolean): string {
  const mode = trackingModes[trackingMode];
  const when = at === null ? 'now' : `on ${dates.format(new Date(at))} UTC`;
  const title = `Preview of ${mode} ${when}${drafts ? ', with drafts' : ''}`;
  const body = categories.map(categoryHtml).join('\n') || '<p>The app has nothing to show here</p>';
  return page(title, `<header><h1>${text(title)}</h1>Only for the staff of the desk</header><main>${body}</main>`);
}

/** The page of a link that does not work, with the same words for every reason. */
export const overPage = () =>
  page(
    'Preview',
    '<main><h1>This link is over</h1><p>Make a new one in the desk, under the phone of Lady Due.</p></main>',
  );
