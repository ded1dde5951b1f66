/**
 * Phrases in posts that a moderator may want to look at. A phrase matches whole words, ignoring case and diacritics;
 * `…` stands for up to three words, `<amount>` for a sum of money. After a change, increase `markRules` in `marks.ts`.
 */
export type Phrase = {
  phrase: string;
  language: 'English' | 'Pidgin' | 'Yorùbá' | 'Hausa' | 'Igbo';
  /** The meaning in English, if it is not obvious. */
  meaning?: string | undefined;
  source: string;
};

/** The sources of the words. Each single word is from a dictionary; the phrases are composed of them. */
const sources = {
  who: 'WHO, Preventing suicide: a global imperative (2014), and its signs of risk: talking about wanting to die or to kill oneself',
  cssrs: 'Columbia-Suicide Severity Rating Scale, screener: wish to be dead, thoughts of ending one’s life',
  selfHarm: 'NHS, Self-harm (nhs.uk, Mental health A to Z)',
  violence:
    'WHO multi-country study on women’s health and domestic violence, questionnaire: slapped, hit, kicked, choked, forced, threatened',
  sniper: 'NAFDAC, restriction of small bottles of the insecticide Sniper after suicides (June 2019)',
  postnatal: 'NICE guideline CG192, Antenatal and postnatal mental health: thoughts of harming the baby',
  pidgin: 'Faraclas, Nigerian Pidgin (Routledge 1996): wan, go, don, dey, make before a verb',
  yoruba: 'A Dictionary of the Yoruba Language (Oxford University Press, Ibadan)',
  hausa: 'Bargery, A Hausa-English Dictionary and English-Hausa Vocabulary (1934)',
  igbo: 'Williamson, Igbo-English Dictionary (Ethiope, Benin City 1972)',
  fraud: 'EFCC and Central Bank of Nigeria, public warnings of begging and investment fraud online',
  slang: 'Use in Nigerian chats: aza is an account number, urgent 2k a small sum that is begged for',
} as const;

const of =
  (language: Phrase['language'], source: string) =>
  (...phrases: (string | [phrase: string, meaning: string])[]): Phrase[] =>
    phrases.map((entry) => {
      const [phrase, meaning] = typeof entry === 'string' ? [entry] : entry;
      return { phrase, language, source, meaning };
    });

/** Harm to oneself or to others. */
export const harmWords: readonly Phrase[] = [
  ...of('English', sources.who)(
    'kill myself', 'killing myself', 'killed myself', 'suicide', 'suicidal', 'take my own life', 'took her own life',
    'took his own life', 'taking my life', 'take my life', 'want to die', 'wanted to die', 'wanna die', 'ready to die',
    'better off dead', 'better off without me', 'no reason to live', 'nothing to live for', 'nothing left to live for',
  ), // prettier-ignore
  ...of('English', sources.cssrs)(
    'end my life', 'ending my life', 'end it all', 'wish i was dead', 'wish i were dead', 'wish i could die',
    'not wake up again', 'never wake up', 'not want to live', "don't want to live", 'dont want to live',
    "don't want to be alive", "don't want to be here anymore", 'tired of living', 'tired of being alive', 'tired of this life',
  ), // prettier-ignore
  ...of('English', sources.selfHarm)(
    'self harm', 'selfharm', 'harm myself', 'harming myself', 'hurt myself', 'hurting myself', 'cut myself', 'cutting myself',
    'overdose', 'overdosed', 'hang myself',
  ), // prettier-ignore
  ...of('English', sources.sniper)('drink sniper', 'drank sniper', 'drinking sniper', 'take sniper', 'took sniper', 'bottle of sniper', 'rat poison'), // prettier-ignore
  ...of('English', sources.postnatal)('hurt my baby', 'harm my baby', 'hurting my baby', 'harming my baby', 'kill my baby', 'drop the baby on purpose'), // prettier-ignore
  ...of('English', sources.violence)(
    'he beat me', 'he beats me', 'he … beats me', 'beats me up', 'beat me up', 'husband beat me', 'husband beats me', 'boyfriend beat me',
    'he hit me', 'he hits me', 'husband hit me', 'he slapped me', 'he slaps me', 'husband slapped me', 'he kicked me', 'he choked me',
    'rape', 'raped', 'rapes', 'forced himself on me', 'forces himself on me', 'threatened to kill', 'threatens to kill',
    'kill you', 'kill him', 'kill her', 'kill them', 'kill us all', 'find you and beat you', 'pour acid',
  ), // prettier-ignore
  ...of('Pidgin', sources.pidgin)(
    ['wan die', 'want to die'], ['wan kill myself', 'want to kill myself'], ['go kill myself', 'will kill myself'], ['make i die', 'let me die'],
    ['make i just die', 'let me just die'], ['don tire for life', 'is tired of life'], ['tire for this life', 'tired of this life'],
    ['e dey beat me', 'he beats me'], ['he dey beat me', 'he beats me'], ['husband dey beat me', 'my husband beats me'], ['im dey beat me', 'he beats me'],
    ['go wound you', 'will hurt you'], ['go finish you', 'will kill you'],
  ), // prettier-ignore
  ...of('Yorùbá', sources.yoruba)(
    ['pa ara mi', 'kill myself'], ['para mi', 'kill myself, written as one word'], ['gba ẹ̀mí ara mi', 'take my own life'], ['gbẹ̀mí ara mi', 'take my own life'],
    ['fẹ́ kú', 'want to die'], ['pokùnso', 'hang oneself'], ['ayé sú mi', 'I am tired of life'], ['ayé ti sú mi', 'I have become tired of life'],
    ['mu májèlé', 'drink poison'], ['gbé májèlé jẹ', 'take poison'], ['ó ń lù mí', 'he beats me'], ['ó máa ń lù mí', 'he often beats me'],
    ['máa pa ọ́', 'will kill you'], ['fipá bá mi', 'forced me'],
  ), // prettier-ignore
  ...of('Hausa', sources.hausa)(
    ['kashe kaina', 'kill myself'], ['kashe kai na', 'kill myself'], ['kashe kanta', 'kill herself'], ['kashe kansa', 'kill himself'],
    ['so in mutu', 'want to die'], ['gara in mutu', 'better that I die'], ['gwamma in mutu', 'better that I die'], ['gaji da rayuwa', 'tired of life'],
    ['gaji da duniya', 'tired of the world'], ['rataye kaina', 'hang myself'], ['sha guba', 'drink poison'], ['sha fiya fiya', 'drink the insecticide Fiya-Fiya'],
    ['yana dukana', 'he beats me'], ['yana duka na', 'he beats me'], ['ya dake ni', 'he beat me'], ['fyaɗe', 'rape'], ['zan kashe ki', 'I will kill you'],
    ['zan kashe ka', 'I will kill you'],
  ), // prettier-ignore
  ...of('Igbo', sources.igbo)(
    ['gbuo onwe m', 'kill myself'], ['igbu onwe m', 'to kill myself'], ['gbue onwe m', 'kill myself'], ['igbu onwe', 'to kill oneself'],
    ['chọrọ ịnwụ', 'want to die'], ['achọrọ m ịnwụ', 'I want to die'], ['ka m nwụọ', 'let me die'], ['ike ndụ agwụla m', 'I am tired of life'],
    ['ike ndụ gwụrụ m', 'I am tired of life'], ['ụwa agwụla m ike', 'I am tired of the world'], ['kwụgbuo onwe m', 'hang myself'],
    ['ṅụọ nsi', 'drink poison'], ['ñụọ nsi', 'drink poison'], ['na-eti m ihe', 'beats me'], ['na eti m ihe', 'beats me'], ['gbuo gị', 'kill you'],
    ['dinara m n’ike', 'raped me'],
  ), // prettier-ignore
];

/** Requests for money. */
export const moneyWords: readonly Phrase[] = [
  ...of('English', sources.fraud)(
    'account number', 'account details', 'bank account', 'send me money', 'send me some money', 'send me … <amount>', 'send … <amount>',
    'help me with … <amount>', 'assist me with … <amount>', 'support me with … <amount>', 'help me with money', 'need … <amount>', 'lend me',
    'loan me', 'borrow me', 'transfer … <amount>', 'contribute … <amount>', 'donate', 'any amount', 'no amount is too small', 'pay … <amount> to',
    'invest … <amount>', 'double your money', 'send me airtime', 'send me data', 'recharge card', 'opay', 'palmpay', 'moniepoint', 'kuda',
    'gofundme', 'registration fee of <amount>',
  ), // prettier-ignore
  ...of('Pidgin', sources.slang)(
    'aza', 'drop your aza', ['urgent <amount>', 'a small sum, now'], ['dash me money', 'give me money'], ['dash me … <amount>', 'give me'],
    ['run me … <amount>', 'send me'], ['abeg send … money', 'please send money'], ['help me with small money', 'give me a little money'],
    ['find something for me', 'give me a little money'], ['borrow me money', 'lend me money'],
  ), // prettier-ignore
  ...of('Yorùbá', sources.yoruba)(['fún mi ní owó', 'give me money'], ['fún mi lówó', 'give me money'], ['yá mi ní owó', 'lend me money'], ['yá mi lówó', 'lend me money']), // prettier-ignore
  ...of('Hausa', sources.hausa)(['ba ni kuɗi', 'give me money'], ['bani kuɗi', 'give me money'], ['ranta mini kuɗi', 'lend me money'], ['taimake ni da kuɗi', 'help me with money']), // prettier-ignore
  ...of('Igbo', sources.igbo)(['nye m ego', 'give me money'], ['binye m ego', 'lend me money'], ['zitere m ego', 'send me money']), // prettier-ignore
];
