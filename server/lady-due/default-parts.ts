type DefaultCard = { title: string; description: string; text: string; citations: string[] };
type DefaultSection = { title: string; description: string; cards: DefaultCard[] };
/** A category of the default content. */
export type DefaultCategory = { name: string; description: string; sections: DefaultSection[] };

export const p = (text: string) => `<p>${text}</p>`;
export const ul = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;

/** The urgent instruction, at the start of each text that has one. 112 is the emergency number of Nigeria. */
export const now = (when: string) =>
  p(`<strong>Get help now</strong> ${when}. Go to the nearest hospital emergency unit, or call 112.`);

export const nhs = (title: string, path: string) => `NHS: ${title}. https://www.nhs.uk/${path}/`;
export const who = (title: string, name: string) =>
  `WHO: ${title}. https://www.who.int/news-room/fact-sheets/detail/${name}`;
export const acog = (title: string, name: string) => `ACOG: ${title}. https://www.acog.org/womens-health/faqs/${name}`;
export const cdc = (title: string, path: string) => `CDC: ${title}. https://www.cdc.gov/${path}/index.html`;

export const suicidalThoughts = nhs(
  'Help for suicidal thoughts',
  'mental-health/feelings-symptoms-behaviours/behaviours/help-for-suicidal-thoughts',
);
