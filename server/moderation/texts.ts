import type pg from 'pg';
import type { z } from 'zod';
import type { StatementLanguage, ruleFields, templateFields } from '#contract/moderation.ts';
import type { ReferenceOptions } from '#server/feature.ts';
import { ruleKind, templateKind } from '#server/moderation/kinds.ts';
import { copyDemoRecords } from '#server/records/demo-records.ts';

type RuleText = z.input<typeof ruleFields.Input>;
type TemplateText = z.input<typeof templateFields.Input>;

/**
 * The nine rules of a new desk, in the order of their numbers. No native speaker has checked the texts of this file in
 * Pidgin, Yorùbá, Hausa and Igbo.
 */
export const ruleTexts: readonly RuleText[] = [
  {
    title: 'Be kind',
    english:
      'Everyone here deserves respect. You can disagree without insults. Do not mock, shame or attack anyone for her body, her choices or her story.',
    pidgin:
      'Everybody for here deserve respect. You fit no gree with person, but no insult am. No laugh person, no shame am and no attack am because of her body, wetin she choose or her story.',
    yoruba: 'Ẹ máa bọ̀wọ̀ fún ara yín. Ẹ má ṣe bú ẹnikẹ́ni. Ẹ má ṣe fi ẹnikẹ́ni ṣe yẹ̀yẹ́.',
    hausa: 'Ku girmama juna. Kada ku zagi kowa. Kada ku yi wa kowa dariya.',
    igbo: 'Sọpụrụ ndị ọzọ. Akparịla onye ọ bụla. Achịla onye ọ bụla ọchị.',
  },
  {
    title: 'Keep personal data private',
    english:
      'Do not share the name, phone number, address, workplace or picture of anyone, and take care with your own. Stories that people tell here stay here.',
    pidgin:
      'No share anybody name, phone number, address, place of work or picture. Take care of your own too. Wetin people talk for here, make e stay here.',
    yoruba: 'Ẹ má ṣe kọ orúkọ, nọ́mbà fóònù tàbí àdírẹ́sì ẹnikẹ́ni síbí. Ẹ má ṣe fi àwòrán ẹnikẹ́ni síbí.',
    hausa: 'Kada ku rubuta sunan kowa, lambar wayar kowa ko adireshin kowa a nan. Kada ku sa hoton kowa a nan.',
    igbo: 'Edela aha onye ọ bụla, nọmba ekwentị ya ma ọ bụ adreesị ya ebe a. Etinyela foto onye ọ bụla ebe a.',
  },
  {
    title: 'No selling and no scams',
    english:
      'Do not sell or advertise anything. Do not ask for money or bank details, and send nobody your own. If someone asks you for money, report it.',
    pidgin:
      'No sell anything and no advertise anything for here. No ask anybody for money or bank details. If person ask you for money, report am.',
    yoruba: 'Ẹ má ṣe ta ọjà níbí. Ẹ má ṣe béèrè owó lọ́wọ́ ẹnikẹ́ni. Tí ẹnikẹ́ni bá béèrè owó lọ́wọ́ yín, ẹ fi tó wa létí.',
    hausa: 'Kada ku sayar da komai a nan. Kada ku roƙi kowa kuɗi. Idan wani ya roƙe ku kuɗi, ku sanar da mu.',
    igbo: 'Erela ihe ọ bụla ebe a. Arịọla onye ọ bụla ego. Ọ bụrụ na mmadụ arịọ gị ego, gwa anyị.',
  },
  {
    title: 'No false medical advice',
    english:
      'Share your own experience, but do not tell anyone to stop or change a treatment. Do not promise miracle cures. For questions about medicine, ask a nurse, a midwife or a doctor.',
    pidgin:
      'You fit talk wetin don happen to you. But no tell person make e stop or change treatment. No promise miracle cure. If you get question about medicine, ask nurse, midwife or doctor.',
    yoruba:
      'Ẹ lè sọ ìrírí yín. Ẹ má ṣe sọ fún ẹnikẹ́ni pé kó dá oògùn rẹ̀ dúró. Ẹ má ṣe ṣèlérí ìwòsàn ìyanu. Tí ẹ bá ní ìbéèrè nípa oògùn, ẹ béèrè lọ́wọ́ nọ́ọ̀sì tàbí dókítà.',
    hausa:
      'Za ku iya faɗin abin da ya faru da ku. Kada ku ce wa kowa ya daina shan magani. Kada ku yi alkawarin warkarwa ta mu’ujiza. Idan kuna da tambaya game da magani, ku tambayi likita ko ma’aikacin lafiya.',
    igbo: 'Ị nwere ike ịkọ ihe mere gị. Agwala onye ọ bụla ka ọ kwụsị ịṅụ ọgwụ ya. Ekwela nkwa ọgwụgwọ ọrụ ebube. Ọ bụrụ na ị nwere ajụjụ gbasara ọgwụ, jụọ nọọsụ ma ọ bụ dọkịta.',
  },
  {
    title: 'No hate',
    english:
      'Do not attack people because of their tribe, religion, language, disability, illness or family. All of them are welcome here.',
    pidgin:
      'No attack anybody because of tribe, religion, language, disability, sickness or family. Everybody dey welcome here.',
    yoruba: 'Ẹ má ṣe bú ẹnikẹ́ni nítorí ẹ̀yà rẹ̀, ẹ̀sìn rẹ̀ tàbí àìsàn rẹ̀.',
    hausa: 'Kada ku zagi kowa saboda ƙabila, addini, nakasa ko rashin lafiya.',
    igbo: 'Akparịla onye ọ bụla n’ihi agbụrụ ya, okpukpe ya ma ọ bụ ọrịa ya.',
  },
  {
    title: 'No sexual or intimate pictures',
    english:
      'Do not post sexual or intimate pictures, of yourself or of anyone else. Never ask anyone for them. You can ask about your body in words.',
    pidgin:
      'No post naked or sex picture, whether na your own or another person own. No ask anybody for am. You fit use words ask about your body.',
    yoruba: 'Ẹ má ṣe fi àwòrán ìhòòhò síbí. Ẹ má ṣe béèrè irú àwòrán bẹ́ẹ̀ lọ́wọ́ ẹnikẹ́ni.',
    hausa: 'Kada ku sa hoton tsiraici a nan. Kada ku nemi irin wannan hoto daga wurin kowa.',
    igbo: 'Etinyela foto onye gba ọtọ ebe a. Arịọla onye ọ bụla ụdị foto ahụ.',
  },
  {
    title: 'Protect children',
    english:
      'Never post anything that harms a child. Do not share the name, school or picture of a child. If a child is in danger, report it at once.',
    pidgin:
      'No post anything wey fit harm pikin. No share pikin name, school or picture. If pikin dey danger, report am sharp sharp.',
    yoruba:
      'Ẹ dáàbò bo àwọn ọmọdé. Ẹ má ṣe fi orúkọ tàbí àwòrán ọmọdé síbí. Tí ọmọdé kan bá wà nínú ewu, ẹ fi tó wa létí.',
    hausa:
      'Ku kare yara. Kada ku sa sunan yaro ko hotonsa a nan. Idan yaro yana cikin haɗari, ku sanar da mu nan da nan.',
    igbo: 'Chebe ụmụaka. Etinyela aha ma ọ bụ foto nwata ebe a. Ọ bụrụ na nwata nọ n’ihe ize ndụ, gwa anyị ozugbo.',
  },
  {
    title: 'No threats',
    english: 'Do not threaten anyone, and do not call on others to harm anyone. Do not tell anyone to harm herself.',
    pidgin: 'No threaten anybody. No tell people make dem harm person. No tell anybody make e harm imself.',
    yoruba: 'Ẹ má ṣe halẹ̀ mọ́ ẹnikẹ́ni. Ẹ má ṣe sọ fún ẹnikẹ́ni pé kó pa ara rẹ̀ lára.',
    hausa: 'Kada ku yi wa kowa barazana. Kada ku ce wa kowa ya cutar da kansa.',
    igbo: 'Eyila onye ọ bụla egwu. Agwala onye ọ bụla ka o merụọ onwe ya ahụ.',
  },
  {
    title: 'Stay on topic',
    english:
      'Write in the secret or community that fits. Do not post the same text again and again, and send no chain messages.',
    pidgin: 'Write for the place wey fit your matter. No post the same thing again and again.',
    yoruba: 'Ẹ kọ ọ̀rọ̀ yín sí ibi tó yẹ. Ẹ má ṣe kọ ohun kan náà léraléra.',
    hausa: 'Ku rubuta a wurin da ya dace. Kada ku rubuta abu ɗaya sau da yawa.',
    igbo: 'Dee ihe gị n’ebe kwesịrị ya. Edela otu ihe ugboro ugboro.',
  },
];

type Paragraphs = Record<StatementLanguage, string>;

/** How a person can appeal (`appealDays`). */
const appeal: Paragraphs = {
  english: 'If you think that we are wrong, you can appeal in the app within 30 days. We will then look at it again.',
  pidgin: 'If you feel say we no correct, you fit appeal for the app before 30 days finish. We go look am again.',
  yoruba: 'Tí ẹ bá rò pé a ṣe àṣìṣe, ẹ sọ fún wa nínú áàpù láàárín ọgbọ̀n (30) ọjọ́. A ó tún gbé ọ̀rọ̀ náà yẹ̀ wò.',
  hausa: 'Idan kuna ganin mun yi kuskure, ku rubuto mana a cikin manhaja cikin kwanaki 30. Za mu sake dubawa.',
  igbo: 'Ọ bụrụ na i chere na anyị mehiere, gwa anyị na ngwa a n’ime ụbọchị iri atọ (30). Anyị ga-eleba ya anya ọzọ.',
};

/** The rule of the words that the paragraph before names. It is filled in as sentences of its own. */
const ruleOfWords: Paragraphs = {
  english: 'They break this rule: “{rule}”',
  pidgin: 'Dem break this rule: “{rule}”',
  yoruba: 'Wọn kò bá ìlànà yìí mu: “{rule}”',
  hausa: 'Sun saɓa wa wannan ƙa’ida: “{rule}”',
  igbo: 'Ha megidere iwu a: “{rule}”',
};

const concern: Paragraphs = {
  english: 'We have read your words, and we are worried about you.',
  pidgin: 'We don read wetin you write, and we dey worry about you.',
  yoruba: 'A ti ka ọ̀rọ̀ tí ẹ kọ, ọ̀rọ̀ yín sì jẹ wá lógún.',
  hausa: 'Mun karanta abin da kuka rubuta, kuma mun damu da ku.',
  igbo: 'Anyị agụọla ihe i dere, anyị na-echegbu onwe anyị maka gị.',
};

/** 112 is the emergency number of the Nigerian Communications Commission. */
const inDanger: Paragraphs = {
  english:
    'If you are in danger now, go to the nearest hospital, or call 112. That is the emergency number in Nigeria.',
  pidgin: 'If you dey danger now, go the hospital wey near you pass, or call 112. Na the emergency number for Nigeria.',
  yoruba:
    'Tí ẹ bá wà nínú ewu báyìí, ẹ lọ sí ilé ìwòsàn tó sún mọ́ yín jù, tàbí kí ẹ pe 112. Òun ni nọ́mbà pàjáwìrì ní Nàìjíríà.',
  hausa: 'Idan kuna cikin haɗari yanzu, ku je asibiti mafi kusa, ko ku kira 112. Ita ce lambar gaggawa a Najeriya.',
  igbo: 'Ọ bụrụ na ị nọ n’ihe ize ndụ ugbu a, gaa n’ụlọ ọgwụ kacha nso, ma ọ bụ kpọọ 112. Ọ bụ nọmba mberede na Naịjirịa.',
};

const notAlone: Paragraphs = {
  english: 'You do not have to be alone with this. Please tell someone you trust, and ask them to stay with you.',
  pidgin: 'No carry this matter alone. Abeg tell person wey you trust, make e stay with you.',
  yoruba: 'Ẹ jọ̀wọ́, ẹ sọ fún ẹnì kan tí ẹ fọkàn tán. Ẹ ní kó dúró tì yín.',
  hausa: 'Don Allah ku gaya wa wani da kuka amince da shi. Ku ce masa ya zauna tare da ku.',
  igbo: 'Biko, gwa onye ị tụkwasịrị obi, ka ọ nọnyere gị.',
};

const inEach = (parts: readonly Paragraphs[]): Paragraphs => {
  const joined = (language: StatementLanguage) => parts.map((part) => part[language]).join('\n\n');
  return {
    english: joined('english'),
    pidgin: joined('pidgin'),
    yoruba: joined('yoruba'),
    hausa: joined('hausa'),
    igbo: joined('igbo'),
  };
};

const template = (title: string, purpose: TemplateText['purpose'], ...parts: readonly Paragraphs[]): TemplateText => ({
  title,
  purpose,
  ...inEach(parts),
});

/**
 * The templates of a new desk. The server fills in `{rule}`, the text of the rule in the language of the statement, and
 * `{until}`, a day. The moderator fills in the blanks in square brackets, which are in English in every language.
 */
export const templateTexts: readonly TemplateText[] = [
  template(
    'Text hidden',
    'breaks_rules',
    {
      english: 'We have hidden your text because of these words: “[the words that break the rule]”.',
      pidgin: 'We don hide wetin you write because of these words: “[the words that break the rule]”.',
      yoruba: 'A ti fi ọ̀rọ̀ tí ẹ kọ pamọ́ nítorí àwọn ọ̀rọ̀ yìí: “[the words that break the rule]”.',
      hausa: 'Mun ɓoye abin da kuka rubuta saboda waɗannan kalmomi: “[the words that break the rule]”.',
      igbo: 'Anyị ezochiela ihe i dere n’ihi okwu ndị a: “[the words that break the rule]”.',
    },
    ruleOfWords,
    {
      english: 'Other people can no longer read it. You are welcome to write it again without these words.',
      pidgin: 'Other people no fit see am again. You fit write am again without these words.',
      yoruba: 'Àwọn ẹlòmíràn kò lè rí i mọ́. Ẹ lè tún un kọ láìsí àwọn ọ̀rọ̀ yìí.',
      hausa: 'Wasu ba za su ƙara ganinsa ba. Za ku iya sake rubutawa ba tare da waɗannan kalmomi ba.',
      igbo: 'Ndị ọzọ agaghị ahụ ya ọzọ. Ị nwere ike ide ya ọzọ na-etinyeghị okwu ndị a.',
    },
    appeal,
  ),
  template(
    'Warning',
    'breaks_rules',
    {
      english: 'This is a warning because of these words that you wrote: “[the words that break the rule]”.',
      pidgin: 'Na warning be this because of these words wey you write: “[the words that break the rule]”.',
      yoruba: 'Ìkìlọ̀ nìyí nítorí àwọn ọ̀rọ̀ yìí tí ẹ kọ: “[the words that break the rule]”.',
      hausa: 'Wannan gargaɗi ne saboda waɗannan kalmomi da kuka rubuta: “[the words that break the rule]”.',
      igbo: 'Nke a bụ ịdọ aka ná ntị n’ihi okwu ndị a i dere: “[the words that break the rule]”.',
    },
    ruleOfWords,
    {
      english: 'You can still read, post and comment. Please keep to the rule.',
      pidgin: 'You still fit read, post and comment. Abeg follow the rule.',
      yoruba: 'Ẹ ṣì lè kà, ẹ sì lè kọ̀wé. Ẹ jọ̀wọ́, ẹ tẹ̀lé ìlànà náà.',
      hausa: 'Har yanzu za ku iya karatu da rubutu. Don Allah ku bi ƙa’idar.',
      igbo: 'Ị ka nwere ike ịgụ ihe na ide ihe. Biko debe iwu a.',
    },
    appeal,
  ),
  template(
    'Muted for some days',
    'breaks_rules',
    {
      english:
        'You cannot post or comment until {until}, because of these words that you wrote: “[the words that break the rule]”.',
      pidgin:
        'You no go fit post or comment until {until}, because of these words wey you write: “[the words that break the rule]”.',
      yoruba: 'Ẹ kò ní lè kọ̀wé títí di {until}, nítorí àwọn ọ̀rọ̀ yìí tí ẹ kọ: “[the words that break the rule]”.',
      hausa:
        'Ba za ku iya rubutu ba har zuwa {until}, saboda waɗannan kalmomi da kuka rubuta: “[the words that break the rule]”.',
      igbo: 'Ị gaghị enwe ike ide ihe ruo {until}, n’ihi okwu ndị a i dere: “[the words that break the rule]”.',
    },
    ruleOfWords,
    {
      english: 'You can still read everything. After that time you can write again.',
      pidgin: 'You still fit read everything. After that time you fit write again.',
      yoruba: 'Ẹ ṣì lè ka gbogbo rẹ̀. Lẹ́yìn náà, ẹ tún lè kọ̀wé.',
      hausa: 'Har yanzu za ku iya karanta komai. Bayan haka za ku iya sake rubutu.',
      igbo: 'Ị ka nwere ike ịgụ ihe niile. E mesịa, ị ga-enwe ike ide ihe ọzọ.',
    },
    appeal,
  ),
  template(
    'Suspended until a day',
    'breaks_rules',
    {
      english:
        'You cannot read or write in the community until {until}, because of these words that you wrote: “[the words that break the rule]”.',
      pidgin:
        'You no go fit read or write for the community until {until}, because of these words wey you write: “[the words that break the rule]”.',
      yoruba:
        'Ẹ kò ní lè kà tàbí kọ̀wé níbí títí di {until}, nítorí àwọn ọ̀rọ̀ yìí tí ẹ kọ: “[the words that break the rule]”.',
      hausa:
        'Ba za ku iya karatu ko rubutu a nan ba har zuwa {until}, saboda waɗannan kalmomi da kuka rubuta: “[the words that break the rule]”.',
      igbo: 'Ị gaghị enwe ike ịgụ ma ọ bụ ide ihe ebe a ruo {until}, n’ihi okwu ndị a i dere: “[the words that break the rule]”.',
    },
    ruleOfWords,
    {
      english: 'After that time you can read and write again.',
      pidgin: 'After that time you fit read and write again.',
      yoruba: 'Lẹ́yìn náà, ẹ tún lè kà, ẹ sì tún lè kọ̀wé.',
      hausa: 'Bayan haka za ku iya sake karatu da rubutu.',
      igbo: 'E mesịa, ị ga-enwe ike ịgụ na ide ihe ọzọ.',
    },
    appeal,
  ),
  template(
    'Suspended for good',
    'breaks_rules',
    {
      english: 'You can no longer read or write in the community, because of this: [what happened].',
      pidgin: 'You no fit read or write for the community again, because of this: [what happened].',
      yoruba: 'Ẹ kò lè kà tàbí kọ̀wé níbí mọ́, nítorí èyí: [what happened].',
      hausa: 'Ba za ku iya ƙara karatu ko rubutu a nan ba, saboda wannan: [what happened].',
      igbo: 'Ị gaghịzi enwe ike ịgụ ma ọ bụ ide ihe ebe a, n’ihi nke a: [what happened].',
    },
    {
      english: 'It breaks this rule: “{rule}”',
      pidgin: 'E break this rule: “{rule}”',
      yoruba: 'Kò bá ìlànà yìí mu: “{rule}”',
      hausa: 'Ya saɓa wa wannan ƙa’ida: “{rule}”',
      igbo: 'O megidere iwu a: “{rule}”',
    },
    appeal,
  ),
  template('Needs help', 'needs_help', concern, inDanger, notAlone),
  template(
    'Needs help, text hidden',
    'needs_help',
    concern,
    inDanger,
    notAlone,
    {
      english: 'We have hidden your text to protect you, not to punish you.',
      pidgin: 'We hide wetin you write to protect you, no be to punish you.',
      yoruba: 'A fi ọ̀rọ̀ tí ẹ kọ pamọ́ láti dáàbò bò yín, kì í ṣe láti fìyà jẹ yín.',
      hausa: 'Mun ɓoye abin da kuka rubuta domin mu kare ku, ba domin hukunci ba.',
      igbo: 'Anyị zoro ihe i dere iji chebe gị, ọ bụghị iji taa gị ahụhụ.',
    },
    appeal,
  ),
  template(
    'Our decision stays',
    'upheld',
    {
      english:
        'We have read your appeal and looked at everything again. Our decision stays as it is, because of this: [the reason].',
      pidgin:
        'We don read your appeal, and we don look everything again. Our decision still stand, because of this: [the reason].',
      yoruba:
        'A ti ka ohun tí ẹ kọ sí wa, a sì ti tún gbé ọ̀rọ̀ náà yẹ̀ wò. A kò yí ìpinnu wa padà, nítorí èyí: [the reason].',
      hausa:
        'Mun karanta abin da kuka rubuto mana, kuma mun sake dubawa. Ba mu canza hukuncinmu ba, saboda wannan: [the reason].',
      igbo: 'Anyị agụọla ihe i deere anyị, anyị elebakwala ya anya ọzọ. Anyị agbanweghị mkpebi anyị, n’ihi nke a: [the reason].',
    },
    {
      english: 'We know that you hoped for another answer. This decision cannot be appealed again.',
      pidgin: 'We know say no be the answer wey you want. You no fit appeal this one again.',
      yoruba: 'Ìpinnu yìí ni ìkẹyìn.',
      hausa: 'Ba za a iya sake duba wannan ba.',
      igbo: 'Mkpebi a bụ nke ikpeazụ.',
    },
  ),
  template(
    'You are right',
    'overturned',
    {
      english: 'We have read your appeal, and you are right. We made a mistake, and we are sorry.',
      pidgin: 'We don read your appeal, and you correct. Na we make mistake. We dey sorry.',
      yoruba: 'A ti ka ohun tí ẹ kọ sí wa. Òótọ́ ni ohun tí ẹ sọ. A ṣe àṣìṣe, ẹ jọ̀wọ́, ẹ má bínú.',
      hausa: 'Mun karanta abin da kuka rubuto mana. Kun yi gaskiya. Mun yi kuskure, ku yi haƙuri.',
      igbo: 'Anyị agụọla ihe i deere anyị. I kwuru eziokwu. Anyị mehiere, biko gbaghara anyị.',
    },
    {
      english: 'Everything is as it was before our decision. You can read and write as before.',
      pidgin: 'Everything don go back as e dey before. You fit read and write as before.',
      yoruba: 'A ti dá gbogbo rẹ̀ padà sí bí ó ṣe wà tẹ́lẹ̀. Ẹ lè kà, ẹ sì lè kọ̀wé bíi ti tẹ́lẹ̀.',
      hausa: 'Mun mayar da komai yadda yake a da. Za ku iya karatu da rubutu kamar da.',
      igbo: 'Anyị emeela ka ihe niile dị ka ọ dị na mbụ. Ị nwere ike ịgụ na ide ihe ka ọ dị na mbụ.',
    },
  ),
];

/**
 * Fills empty tables with the rules and templates of a new desk. They are active, because no text breaks the rules
 * before there are rules.
 */
export async function copyTexts(client: pg.ClientBase, given: ReferenceOptions) {
  const placed = <T extends object>(texts: readonly T[]) =>
    texts.map((one, index) => ({ ...one, isActive: true, displayOrder: index + 1, made: given.today }));
  await copyDemoRecords(client, ruleKind, placed(ruleTexts), given);
  await copyDemoRecords(client, templateKind, placed(templateTexts), given);
}
