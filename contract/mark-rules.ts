import type { Harm, Mark } from '#contract/mark.ts';
import type { ConceptName } from '#contract/mark-words.ts';

/** A rule gives a mark to a post in which all its concepts stand near each other. */
export type MarkRule = {
  mark: Harm | 'sale';
  /** The concepts. The first one decides where the others are looked for. */
  all: readonly [ConceptName, ...ConceptName[]];
  /** The maximum number of words between the first concept and each other. */
  within?: number;
  /** The rule does not apply where one of these stands at most twelve words from the first concept. */
  unless?: readonly ConceptName[];
};

/** The exceptions that hold for each rule of a mark. */
const exceptions: Record<MarkRule['mark'], readonly ConceptName[]> = {
  'self-harm': ['story', 'suicideDay', 'prayer'],
  violence: ['story', 'suicideDay', 'laughs'],
  threat: ['story', 'harmlessKilling'],
  emergency: ['story', 'wellAware', 'laughs'],
  sale: [],
};

const rule = (
  mark: MarkRule['mark'],
  all: MarkRule['all'],
  { within, unless = [] }: Omit<MarkRule, 'mark' | 'all'> = {},
): MarkRule => ({ mark, all, ...(within !== undefined && { within }), unless: [...exceptions[mark], ...unless] });

/** All rules for signs of danger and for offers of cures. */
export const rules: readonly MarkRule[] = [
  rule('self-harm', ['killOneself'], { unless: ['notSaid'] }),
  rule('self-harm', ['wishToDie'], { unless: ['harmlessKilling', 'notSaid'] }),
  rule('self-harm', ['longRest']),
  rule('self-harm', ['takeMe']),
  rule('self-harm', ['noReason']),
  rule('self-harm', ['tiredOfLife'], { unless: ['harmlessKilling', 'notSaid'] }),
  rule('self-harm', ['deathIsSweet']),
  rule('self-harm', ['poison', 'takesIt'], { within: 7, unless: ['notSelling', 'inFood', 'cleans'] }),
  rule('self-harm', ['poison', 'poisonAsked'], {
    within: 5,
    unless: ['notSelling', 'inFood', 'harmlessTarget', 'cleans'],
  }),
  rule('self-harm', ['tablets', 'takesMany'], { within: 4, unless: ['notSelling', 'offer', 'cleans'] }),
  rule('self-harm', ['overdose']),
  rule('self-harm', ['highPlace', 'jumps'], { within: 6, unless: ['harmlessKilling', 'calmPlace'] }),
  rule('self-harm', ['rope', 'looksAtIt'], { within: 6 }),
  rule('self-harm', ['cutsOneself'], { unless: ['harmlessCut', 'harmlessHit'] }),
  rule('self-harm', ['farewell', 'careOfChild'], { within: 25 }),
  rule('self-harm', ['farewell'], { unless: ['replies'] }),
  rule('self-harm', ['careOfChild', 'hopeless'], { within: 25 }),
  rule('self-harm', ['hopeless']),
  rule('self-harm', ['betterWithoutMe']),
  rule('self-harm', ['givesAway']),
  rule('self-harm', ['deathWord', 'despair'], {
    within: 4,
    unless: ['harmlessKilling', 'harmlessTarget', 'notSaid'],
  }),
  rule('self-harm', ['cannotGoOn']),
  rule('self-harm', ['followsTheDead', 'died'], { within: 14 }),
  rule('self-harm', ['wentOver']),
  rule('self-harm', ['standsAt'], { unless: ['calmPlace'] }),
  rule('self-harm', ['asksForgiveness']),
  rule('self-harm', ['givesOut', 'noNeed'], { within: 12 }),
  rule('self-harm', ['callsMe']),
  rule('self-harm', ['affairs', 'goneSoon'], { within: 14 }),
  rule('self-harm', ['deathAsked'], { unless: ['harmlessTarget'] }),
  rule('self-harm', ['wantsRest']),
  rule('self-harm', ['pregnancyLossFear']),
  rule('self-harm', ['ifNotFor', 'wouldEnd'], { within: 8 }),
  rule('self-harm', ['decided', 'theEnd'], { within: 8 }),
  rule('self-harm', ['theEnd', 'noBlame'], { within: 10 }),
  rule('self-harm', ['tookPoison', 'despair'], { within: 14 }),

  rule('violence', ['hits'], { unless: ['harmlessHit', 'babyKick'] }),
  // A match that was lost is why he beats her, not the beating.
  rule('violence', ['abuser', 'hits'], { within: 5, unless: ['winsGame', 'babyKick'] }),
  rule('violence', ['hidesWounds']),
  rule('violence', ['locksIn'], { unless: ['services'] }),
  rule('violence', ['forced']),
  rule('violence', ['girlCutting', 'planned'], { within: 12, unless: ['stopped'] }),
  rule('violence', ['forcedMarriage'], { unless: ['stopped'] }),
  rule('violence', ['threatensMe'], { unless: ['harmlessKilling'] }),

  rule('violence', ['abuser', 'wound'], { within: 10, unless: ['harmlessHit', 'harmlessCut'] }),
  rule('violence', ['fleeing']),
  rule('violence', ['throatBlade'], { unless: ['harmlessCut'] }),
  rule('violence', ['scares']),
  rule('violence', ['takesRoom', 'whenAlone', 'abuser'], { within: 14 }),
  rule('violence', ['force', 'myBody', 'abuser'], { within: 4, unless: ['harmlessHit', 'harmlessCut', 'care'] }),
  rule('violence', ['handsOver', 'childWord'], { within: 20 }),
  rule('violence', ['abuser', 'childWord', 'sexualAct'], { within: 10 }),

  rule('threat', ['iWill', 'harmVerb', 'person'], {
    within: 5,
    unless: ['harmlessTarget', 'harmlessKilling', 'harmlessHit', 'safePlace', 'suicideDay'],
  }),
  rule('threat', ['weapon', 'readyToUse'], { within: 10, unless: ['harmlessCut'] }),
  rule('threat', ['deadlyWords']),
  rule('threat', ['iWillHarm'], { unless: ['harmlessTarget', 'harmlessHit'] }),
  rule('threat', ['putsIn', 'inFood', 'poison'], { within: 6, unless: ['suicideDay'] }),
  rule('threat', ['acidThrown']),
  rule('threat', ['burnsHouse']),
  rule('threat', ['hiredBoys']),
  rule('threat', ['notSeeDecember']),
  rule('threat', ['threatensMe']),
  rule('threat', ['blackmail']),
  rule('threat', ['menace'], { unless: ['harmlessKilling', 'harmlessTarget'] }),
  rule('threat', ['deadlyFate'], { unless: ['harmlessKilling', 'harmlessTarget'] }),
  rule('threat', ['aloneWithBaby'], { unless: ['safePlace'] }),
  rule('threat', ['darkUrge', 'babyHarm'], { within: 8, unless: ['safePlace'] }),
  rule('threat', ['darkUrge', 'baby', 'babyInDanger'], { within: 12, unless: ['safePlace'] }),
  rule('threat', ['babyInDanger', 'cries', 'iWill'], { within: 12, unless: ['safePlace'] }),
  rule('threat', ['pillow', 'cries'], { within: 8, unless: ['safePlace'] }),
  rule('threat', ['iWill', 'harmVerb', 'provoked'], {
    within: 8,
    unless: ['harmlessTarget', 'harmlessHit', 'safePlace'],
  }),
  rule('threat', ['weapon', 'iWill', 'provoked'], { within: 8, unless: ['harmlessTarget', 'harmlessCut'] }),
  rule('threat', ['privateMatter', 'madePublic', 'iWill'], { within: 8 }),
  rule('threat', ['throwsBaby'], { unless: ['safePlace'] }),
  rule('threat', ['pillow', 'baby', 'facePressed'], { within: 10 }),
  rule('threat', ['voice', 'harmsBaby'], { within: 8 }),
  rule('threat', ['voice', 'baby', 'babyInDanger'], { within: 12 }),
  rule('threat', ['harmsBaby', 'willAgain'], { within: 14 }),
  rule('violence', ['hurtBaby', 'willAgain'], { within: 14 }),
  rule('threat', ['fearsOneself', 'baby'], { within: 14 }),
  rule('threat', ['bothOfUs', 'highPlace', 'jumps'], { within: 10 }),
  rule('self-harm', ['bothOfUs', 'highPlace', 'jumps'], { within: 10 }),

  rule('emergency', ['blood', 'heavy', 'pregnant'], { within: 12, unless: ['calmBleeding', 'whatIs'] }),
  rule('emergency', ['blood', 'painWord', 'pregnant'], { within: 10, unless: ['calmBleeding', 'whatIs'] }),
  rule('emergency', ['obstructed'], { unless: ['whatIs'] }),
  rule('emergency', ['hardBelly', 'pregnant', 'painWord'], { within: 10, unless: ['whatIs', 'headFine'] }),
  rule('emergency', ['contractions', 'earlyWeeks'], { within: 10, unless: ['whatIs', 'headFine'] }),
  rule('emergency', ['newbornAge', 'feverShiver'], { within: 8, unless: ['whatIs', 'headFine', 'notSelling'] }),
  rule('emergency', ['noUrine', 'pregnant'], { within: 14 }),
  rule('emergency', ['waterBroke', 'tooEarly'], { within: 8, unless: ['whatIs'] }),
  rule('emergency', ['notMoving'], { unless: ['whatIs'] }),
  rule('emergency', ['fit', 'pregnant'], { within: 14, unless: ['whatIs'] }),
  rule('emergency', ['fit', 'newborn'], { within: 8, unless: ['whatIs'] }),
  rule('emergency', ['headache', 'visionSwell'], { within: 10, unless: ['headFine'] }),
  rule('emergency', ['chestPain', 'afterBirth'], { within: 12 }),
  rule('emergency', ['breathless', 'pregnant'], { within: 20, unless: ['mildSign'] }),
  rule('emergency', ['legSwell', 'breathless'], { within: 12 }),
  rule('emergency', ['feverShiver', 'smell', 'afterBirth'], { within: 20 }),
  rule('emergency', ['placentaIn'], { unless: ['whatIs'] }),
  rule('emergency', ['cordOut'], { unless: ['whatIs'] }),
  rule('emergency', ['newbornSign', 'newborn'], { within: 12, unless: ['whatIs'] }),
  rule('emergency', ['fainted', 'bellyPain'], { within: 14 }),
  rule('emergency', ['fainted', 'latePeriod'], { within: 14 }),
  rule('emergency', ['fainted', 'pregnant'], { within: 8, unless: ['harmlessKilling', 'whatIs'] }),
  rule('emergency', ['legSwell', 'afterBirth'], { within: 10, unless: ['headFine'] }),
  rule('emergency', ['bellyPain', 'latePeriod'], { within: 14 }),
  rule('emergency', ['tookPoison'], { unless: ['suicideDay'] }),
  rule('emergency', ['psychosis', 'afterBirth'], { within: 25 }),
  rule('emergency', ['woundOpen']),
  rule('emergency', ['chokes', 'newborn'], { within: 10 }),
  rule('emergency', ['losesConsciousness'], { unless: ['whatIs'] }),
  rule('emergency', ['feverShiver', 'hardBelly'], { within: 12 }),
  rule('emergency', ['feverShiver', 'smell'], { within: 14 }),
  rule('emergency', ['waterBroke', 'earlyWeeks'], { within: 14, unless: ['whatIs'] }),
  rule('emergency', ['blood', 'fainted'], { within: 14, unless: ['calmBleeding', 'whatIs'] }),
  rule('emergency', ['visionSwell', 'bellyPain', 'pregnant'], { within: 14, unless: ['headFine'] }),
  rule('emergency', ['overdose', 'vomitsPoison'], { within: 14 }),
  rule('self-harm', ['tookPoison', 'vomitsPoison'], { within: 14 }),

  rule('sale', ['remedy', 'offer'], { within: 14, unless: ['notSelling'] }),
];

/** Concepts that together take a mark away from a whole post: a danger that is told as over. */
export const over: { marks: readonly Mark[]; all: readonly ConceptName[] } = {
  marks: ['self-harm', 'violence', 'emergency'],
  all: ['yearsAgo', 'wellNow'],
};
