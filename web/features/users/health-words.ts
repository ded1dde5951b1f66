/**
 * Everyday words about health, as patterns of whole words. The aim is to remind, not to be complete: a false find costs
 * a glance, and nothing is refused.
 */
const words = [
  // Pregnancy, birth and the cycle.
  String.raw`pregnan\w*|preggo|miscarr\w*|stillb\w*|abortion\w*|antenatal|postnatal|prenatal|postpartum|trimesters?|ultrasound|labou?r pains?`,
  String.raw`gave birth|childbirth|c-section|caesarean|breast\s?feed\w*|periods?|menstr\w*|menopaus\w*|ovulat\w*|(?:in)?fertil\w*|ivf|ttc`,
  String.raw`contracepti\w*|birth control|family planning|condoms?|iud|pills?|spotting|bleed\w*|blood\w*|clots?|cramps?|discharge`,
  // The body.
  String.raw`vagina\w*|vulva|womb|uterus|cervi\w*|ovar\w*|breasts?|libido|virginity|sex(?:ual\w*)?|intercourse`,
  // Signs and illnesses.
  String.raw`ill|illness\w*|sick(?:ness)?|pains?|painful|fever|vomit\w*|nause\w*|headaches?|migraines?|swelling|rash|itch\w*|faint(?:ed|ing)|weight (?:loss|gain)`,
  String.raw`infect\w*|sti|stis|std|stds|hiv|aids|hepatitis|herpes|syphilis|gonorrh\w*|chlamydia|thrush|candida|hpv|uti|malaria|typhoid|tuberculosis`,
  String.raw`pcos|endometrio\w*|fibroids?|cysts?|hormon\w*|thyroid|diabet\w*|hypertens\w*|blood pressure|asthma\w*|epilep\w*|sickle|genotype|an(?:a)?emi[ac]|cancer|tumou?rs?|disabilit\w*`,
  // The mind, and violence.
  String.raw`depress\w*|anxi(?:ety|ous)|panic attacks?|suicid\w*|self-?harm\w*|(?:kill|hurt|harm) (?:herself|himself|myself|themselves)|mental\w*|bipolar|addict\w*|raped?|fgm|assaulted`,
  // Care.
  String.raw`diagnos\w*|symptoms?|prescri\w*|medicat\w*|medicines?|drugs|dos(?:e|es|age)|antibiotics?|painkillers?|injections?|vaccin\w*|surger\w*|hospital\w*|clinics?|therap(?:y|ist|ies)|test results?|lab results?`,
  // Pidgin, Yoruba, Hausa and Igbo.
  String.raw`belle|get belle|oyun|oyún|aisan|àìsàn|nkan osu|juna biyu|haila|rashin lafiya|afo ime|afọ ime|oria|ọrịa`,
].join('|');

// The character before a word is matched too: the oldest browsers have no lookbehind.
const pattern = new RegExp(String.raw`(^|[^\p{L}\p{M}\p{N}])(${words})(?![\p{L}\p{M}\p{N}])`, 'giu');

export type Place = { start: number; end: number };

/** The words of a text that may be about a person's health, in UTF-16 units, in order. */
export const healthWordsIn = (text: string): Place[] =>
  [...text.matchAll(pattern)].map(({ 1: before = '', 2: found = '', index }) => {
    const start = index + before.length;
    return { start, end: start + found.length };
  });

/** A text split at these places. */
export function partsAt(text: string, places: readonly Place[]) {
  const parts = places.flatMap(({ start, end }, at) => [
    { start: places[at - 1]?.end ?? 0, text: text.slice(places[at - 1]?.end ?? 0, start), isFound: false },
    { start, text: text.slice(start, end), isFound: true },
  ]);
  const last = places.at(-1)?.end ?? 0;
  return [...parts, { start: last, text: text.slice(last), isFound: false }].filter((part) => part.text !== '');
}
