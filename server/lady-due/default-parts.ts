import { callForHelp, goNow, sameDay, suicidalThoughts } from '#server/medical-texts/dangers.ts';

type DefaultCard = { title: string; description: string; text: string; citations: string[] };
/** A section of the default content. */
export type DefaultSection = { title: string; description: string; cards: DefaultCard[] };
/** A category of the default content. */
export type DefaultCategory = { name: string; description: string; sections: DefaultSection[] };

export const p = (text: string) => `<p>${text}</p>`;
export const ul = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;

/** A list of signs, one a line. */
export const signs = (items: readonly string[]) =>
  ul(...items.map((item, at) => item + (at < items.length - 1 ? ';' : '.')));

/** The urgent instruction with its signs, at the start of each text that has one. */
export const now = (...dangers: string[]) => p(`<strong>${goNow}</strong>, if:`) + signs(dangers) + p(callForHelp);

/** The signs that must be seen before tomorrow. */
export const soon = (...items: string[]) => p(`<strong>${sameDay}</strong> if:`) + signs(items);

/** The reply to thoughts of suicide. The help lines have a paragraph of their own, which the app may leave out. */
const [tell, stay, lines, go, call, pass] = suicidalThoughts;
export const reply = p(`${tell} ${stay}`) + p(lines) + p(`${go} ${call} ${pass}`);

export const nhs = (title: string, path: string) => `NHS: ${title}. https://www.nhs.uk/${path}/`;
export const who = (title: string, name: string) =>
  `WHO: ${title}. https://www.who.int/news-room/fact-sheets/detail/${name}`;
export const acog = (title: string, name: string) => `ACOG: ${title}. https://www.acog.org/womens-health/faqs/${name}`;
export const cdc = (title: string, path: string) => `CDC: ${title}. https://www.cdc.gov/${path}/index.html`;

/** The sources of the reply to thoughts of suicide. It names no page with the help lines of another country. */
export const suicide = who('Suicide', 'suicide');

/** The recommendations on antenatal care, with the number of contacts. */
export const antenatalCare =
  'WHO: Recommendations on antenatal care for a positive pregnancy experience. https://www.who.int/publications/i/item/9789241549912';

export const warningSigns = cdc(
  'Signs and symptoms of urgent maternal warning signs',
  'hearher/maternal-warning-signs',
);

/** On the signs of a clot in a leg or the lung. */
export const bloodClots = [
  'CDC: Understanding your risk for blood clots with pregnancy. https://www.cdc.gov/blood-clots/risk-factors/pregnancy.html',
  'RCOG: Diagnosis and treatment of venous thrombosis in pregnancy and after birth. https://www.rcog.org.uk/for-the-public/browse-our-patient-information/diagnosis-and-treatment-of-venous-thrombosis-in-pregnancy-and-after-birth/',
];

/** On who should not take the pill. */
export const contraceptives = [
  'WHO: Medical eligibility criteria for contraceptive use, fifth edition, 2015. https://www.who.int/publications/i/item/9789241549158',
  nhs('Who can take the combined pill', 'contraception/methods-of-contraception/combined-pill/who-can-take-it'),
];

export const sickleCell = [
  who('Sickle-cell disease', 'sickle-cell-disease'),
  'WHO: Recommendations on the management of sickle-cell disease during pregnancy, childbirth and the interpregnancy period, 2025. https://www.who.int/publications/i/item/9789240109124',
];

export const painkillersInPregnancy =
  'MHRA: Non-steroidal anti-inflammatory drugs (NSAIDs): potential risks following prolonged use after 20 weeks of pregnancy. https://www.gov.uk/drug-safety-update/non-steroidal-anti-inflammatory-drugs-nsaids-potential-risks-following-prolonged-use-after-20-weeks-of-pregnancy';

/** On the danger signs in pregnancy, during birth and after it, and of a newborn. */
export const essentialPractice =
  'WHO: Pregnancy, childbirth, postpartum and newborn care, a guide for essential practice, 2015. https://www.who.int/publications/i/item/9789241549356';

/** On the signs of a clot, with the pill that has two hormones. */
export const combinedPillRisks = nhs(
  'Side effects and risks of the combined pill',
  'contraception/methods-of-contraception/combined-pill/side-effects',
);

/** On the daily tablet. */
export const micronutrients =
  'WHO: Antenatal care recommendations for a positive pregnancy experience, nutritional interventions update: multiple micronutrient supplements during pregnancy, 2020. https://www.who.int/publications/i/item/9789240007789';
