/**
 * The words and patterns that the checks of a text look for (`contract/checks.ts`). Patterns are in lower case, with
 * straight apostrophes, and match whole words.
 */

const listed = (list: string): readonly string[] => list.trim().split(/,\s+/);

/** A danger sign. `isOfMind`: telling a trusted person at once is an instruction too. */
export type DangerSign = { sign: string; pattern: string; isOfMind?: true };

/**
 * Signs for which a reader has to go somewhere. Topics alone are not signs: “pre-eclampsia”, “swollen feet”.
 *
 * Sources: WHO, Pregnancy, childbirth, postpartum and newborn care: a guide for essential practice (3rd edition, 2015),
 * danger signs in pregnancy, after birth and of a newborn. CDC, Signs and symptoms of urgent maternal warning signs.
 * NHS: Ectopic pregnancy; Pre-eclampsia; Premature labour and birth; Your baby's movements; Toxic shock syndrome;
 * Deep vein thrombosis. RCOG, Umbilical cord prolapse (Green-top Guideline 50). WHO, mhGAP Intervention Guide (version
 * 2.0, 2016), self-harm and suicide.
 */
export const dangerSigns: readonly DangerSign[] = [
  {
    sign: 'heavy bleeding',
    pattern:
      'bleed(?:s|ing)? (?:very |too )?(?:heavily|a lot)|heavy (?:vaginal )?bleeding (?:in|during|after) (?:late |a |the |your )?(?:pregnancy|birth|delivery|miscarriage|abortion)|soak(?:s|ed|ing)? (?:through )?(?:a|an|one|two|more than one|more than a|\\d) (?:\\w+ )?(?:pads?|tampons?)|h(?:a?)emorrhage',
  },
  {
    sign: 'bleeding in pregnancy',
    pattern:
      '(?:bleed|bleeds|bleeding|spotting|blood) (?:from (?:your|the) vagina )?(?:in|during) (?:early |late )?pregnancy|bleed(?:s|ing)? after (?:week )?\\d+(?: weeks)?|bleed(?:s|ing)? when you are pregnant|bleed(?:s|ing)? while (?:you are )?pregnant',
  },
  {
    sign: 'loss of consciousness',
    pattern: "you faint|unconscious|los(?:e|es|t|ing) consciousness|pass(?:es)? out|cannot be woken|can't be woken",
  },
  {
    sign: 'severe headache',
    pattern:
      "(?:severe|very bad|very strong|unbearable|terrible|sudden|worst)(?: and \\w+)? headaches?|headaches? (?:that|which) (?:does not|do not|doesn't|don't|will not|won't) (?:go away|stop)",
  },
  {
    sign: 'trouble seeing',
    pattern:
      'blurred (?:vision|sight)|(?:vision|sight) (?:is|becomes|gets) (?:blurred|blurry)|(?:see|seeing|sees) flashing lights|(?:loss of|lose your) (?:vision|sight)',
  },
  {
    sign: 'sudden swelling',
    pattern:
      '(?:face|hands) swells? (?:up )?suddenly|sudden swelling|swelling (?:of|in) (?:the|your) face|(?:a )?swollen face|(?:your )?face is swollen',
  },
  { sign: 'a fit', pattern: 'convulsions?|seizures?|(?:has|have|having|had|is having) (?:a )?fits?' },
  { sign: 'chest pain', pattern: '(?:chest pains?|pains? in (?:the|your) chest)' },
  {
    sign: 'trouble breathing',
    pattern:
      "(?:trouble|difficulty|problems?) (?:in |with )?breathing|difficult(?:y)? breathing|struggl(?:e|es|ing) to breathe|(?:you|she|baby|who) (?:cannot|can't) breathe|sudden(?:ly)? (?:shortness|short) of breath|cough(?:s|ing)? (?:up )?blood",
  },
  {
    sign: 'severe pain in the belly',
    pattern:
      '(?:sudden|severe|unbearable)(?:,? (?:and )?(?:sudden|severe|strong))? (?:lower )?(?:belly|stomach|abdominal|tummy|pelvic) (?:pains?|ache)|(?:sudden|severe|unbearable)(?:,? (?:and )?(?:sudden|severe|strong))? pains? in (?:the|your) (?:lower )?(?:belly|stomach|abdomen|tummy)',
  },
  {
    sign: 'pain at the tip of the shoulder',
    pattern:
      '(?:shoulder[- ]tip|tip of (?:the|your) shoulder) (?:pain|hurts)|pain (?:in|at) the tip of (?:the|your) shoulder',
  },
  {
    sign: 'a baby that moves less',
    pattern:
      "baby(?: suddenly)? (?:moves|is moving|has moved) less|(?:reduced|fewer|decreased|less) (?:baby |fetal |foetal )?movements?|baby (?:has )?(?:stops|stopped) moving|baby (?:does not|doesn't|is not|isn't|no longer) mov(?:e|es|ing)|(?:cannot|can't|no longer) feel (?:the|your) baby mov(?:e|ing)",
  },
  {
    sign: 'waters',
    pattern:
      'waters? (?:break|breaks|broke|leaks?) (?:too )?early|waters? (?:break|breaks|broke|leaks?)(?: \\w+)? before \\d+ weeks|fluid leaks? from (?:the|your) vagina|leak(?:s|ing)? fluid(?: \\w+)? before|waters? (?:are|is|that are|that is) (?:green|brown|bloody)|(?:green|brown|bloody) waters',
  },
  {
    sign: 'early labour',
    pattern: '(?:contractions|tightenings|labour pains)(?: \\w+){0,3} before 37 weeks',
  },
  { sign: 'the cord', pattern: '(?:see|feel|sees|feels) the cord|cord comes (?:out )?(?:first|before)' },
  {
    sign: 'the afterbirth',
    pattern: "(?:afterbirth|placenta) (?:has not|hasn't|does not|doesn't|is not) (?:come|out|delivered)",
  },
  {
    sign: 'fever',
    pattern:
      'high fever|fever (?:in|during) pregnancy|fever after (?:birth|delivery|a miscarriage|an abortion)|fever while (?:you use|you are pregnant|pregnant|using)|fever (?:with|and) (?:a )?stiff neck',
  },
  {
    sign: 'jaundice',
    pattern:
      '(?:eyes|skin|palms|soles) (?:turn|turns|go|goes|become|becomes|look|looks) yellow|yellow (?:eyes|skin|palms|soles)',
  },
  {
    sign: 'a clot',
    pattern:
      'one leg (?:is |becomes |gets )?(?:swollen|swells|painful|hot|warm|red)|(?:swelling|pain) (?:of|in) one (?:leg|calf)',
  },
  {
    sign: 'a newborn in danger',
    pattern:
      "feeds badly or stops|(?:baby|newborn)(?: \\w+)? (?:feeds badly|stops feeding|stopped feeding|will not feed|won't feed|cannot feed|can't feed|refuses to feed|breathes fast|breathes with effort|feels cold)|moves only when touched|(?:baby|newborn) is (?:floppy|limp|too weak to feed)",
  },
  {
    sign: 'thoughts of suicide',
    pattern:
      '(?:end|ending|take|taking) (?:your|her|my) own life|(?:end|ending) (?:your|her|my) life|kill(?:ing)? (?:yourself|herself|myself)|suicid(?:e|al)|harm(?:ing)? yourself|hurt(?:ing)? yourself|think(?:ing)? (?:of|about) harming|thoughts? (?:of|about) (?:harming|hurting|death|dying)',
    isOfMind: true,
  },
];

/** Words before a sign that make it no sign of the reader: “without chest pain”, “medicines for seizures”. */
export const denials =
  "(?:no|without|nor|not true that|(?:does|do) not (?:cause|mean|bring)|doesn't (?:cause|mean)|not a sign of|instead of|(?:medicines?|tablets|drugs|treatments?) for|against|history of|risk of|chance of|prevents?|protects? (?:you )?(?:from|against))";

/**
 * Places and people to go to, after a verb that tells the reader to go. Pharmacies and patent medicine shops are left out:
 * they cannot treat a danger sign.
 *
 * Source: WHO, Pregnancy, childbirth, postpartum and newborn care (3rd edition, 2015), section M, advice on danger signs:
 * the hospital or health centre, at once, day and night; and the people who work there in Nigeria.
 */
export const placesToGo =
  'hospitals?|clinics?|(?:primary )?health (?:centre|center|post|facility)|emergency (?:unit|room|department|ward|care)|accident and emergency|maternity(?: unit| ward)?|labour ward|midwife|midwives|doctors?|nurses?|gp|health workers?|medical (?:help|care|attention|advice)';

/** Verbs that tell the reader to go to a place or a person. */
export const verbsOfGoing =
  'go|goes|come|get|rush|hurry|return|take (?:her|him|it|them|your baby|the baby|your newborn)|see|call|phone|ring|tell|ask|contact|visit|talk (?:to|with)|speak (?:to|with)|seek|need';

/** People to tell of thoughts of suicide, after `tell` or `talk to`. Source: WHO, mhGAP Intervention Guide, as above. */
export const peopleToTell =
  '(?:tell|talk to|speak to|call) (?:somebody|someone|a person|a friend|a relative|your family)';

/** Numbers to call; the call itself is at once. `{emergency}` and `{helpline}` are placeholders of the app. */
export const numbersToCall = '\\{emergency\\}|\\{helpline\\}|\\b112\\b|\\b767\\b|\\bambulance\\b';

/** Times to go. Sources: WHO, as above; NHS digital service manual, Care cards (urgent, emergency). */
export const timesToGo =
  "now|at once|right away|straight ?away|immediately|urgent|urgently|as soon as (?:you can|possible)|without delay|today|tonight|(?:the )?same day|day or night|at any hour|at any time|within (?:an|one|two|three|\\d+) (?:minutes?|hours?|days?)|do not wait|don't wait|do not delay|this week";

/** Words that turn an instruction round: “you do not need to go to hospital”. */
export const noNeed =
  "(?:no need|not need|need not|needn't|don't need|not have|don't have|not necessary)(?: for you)? to";

/**
 * Medicines whose dose readers meet. Source: WHO Model List of Essential Medicines (23rd list, 2023) and the Essential
 * Medicines List of Nigeria (7th edition, 2020); and medicines sold without a prescription in Nigeria (NAFDAC register).
 */
export const medicines = listed(`
  paracetamol, acetaminophen, ibuprofen, diclofenac, aspirin, naproxen, mefenamic acid, tramadol,
  codeine, morphine, tranexamic acid, folic acid, folate, iron, ferrous sul(?:ph|f)ate, calcium, zinc,
  iodine, magnesium(?: sul(?:ph|f)ate)?, vitamin (?:a|c|d|d3|e|k), misoprostol, mifepristone, oxytocin,
  levonorgestrel, ulipristal, metronidazole, amoxicillin, azithromycin, doxycycline, ceftriaxone,
  cefuroxime, ciprofloxacin, nitrofurantoin, fluconazole, clotrimazole, artemether, lumefantrine,
  sulfadoxine, pyrimethamine, fansidar, quinine, metformin, insulin, letrozole, clomi(?:ph|f)ene,
  progesterone, norethisterone, methyldopa, nifedipine, labetalol, hydralazine, isotretinoin, omeprazole,
  albendazole, caffeine
`);

/** Words between a medicine and the number of its dose: “folic acid tablets of 5”. */
export const wordsOfDose = 'tablets?|capsules?|pills?|injections?|syrup|a dose of|doses? of|of|at|in a dose of|a day';

/**
 * Units of a dose, and words that make a number something else: a count, a time, an age.
 *
 * Source: ISMP, List of error-prone abbreviations, symbols and dose designations (2021), for the units in use; its advice
 * against µg and IU is left to the clinician.
 */
export const unitsAfterNumber = listed(`
  mg, mcg, µg, μg, ug, g, kg, ml, millilit(?:re|er)s?, lit(?:re|er)s?, l, iu, units?, milligrams?,
  micrograms?, grams?, international units?, million(?: units)?, mmol, %, percent, per cent, tablets?,
  capsules?, pills?, drops?, sachets?, puffs?, patch(?:es)?, injections?, pessar(?:y|ies), doses?,
  (?:tea|table)?spoon(?:s|fuls?)?, spoonfuls?, bottles?, packets?, packs?, cups?, glass(?:es)?, times?,
  seconds?, minutes?, hours?, days?, weeks?, months?, years?, o.clock, am, pm, hourly, women, people,
  babies, children, out of, others?, medicines?, kinds?, visits?, pads?, naira, degrees?, more,
  different, small, large, full, new, extra, courses?, in \\d
`);

/** One claim that no text may make of a treatment or a body, with the reason for its reader. */
export type Claim = { pattern: string; message: string };

const ofAll = 'No treatment works for everybody, every time. Say how often it works.';
const ofRisk = 'Nothing is without risk for everybody. Say for whom it is safe.';
const ofCure = '“Cure” promises too much. Say “treat” or “help”, and how often.';

/**
 * Absolute promises.
 *
 * Sources: WHO, Ethical criteria for medicinal drug promotion (1988). Directive 2001/83/EC, article 90: no text for the
 * public suggests that effects are guaranteed, without adverse reactions, or safe because natural. NAFDAC, Drug and
 * Related Products Advertisement Regulations (2021), and its warnings of claims of cure.
 */
export const claims: readonly Claim[] = [
  {
    pattern:
      "always (?:works?|helps?|successful|effective)|never fails?|cannot fail|can't fail|(?:is|are) never wrong|guarantee[sd]?|100 ?(?:%|percent|per cent)|(?:works?|helps?) (?:for|with) (?:everyone|everybody|every woman|all women)|works? every time|miracles?|miraculous(?:ly)?",
    message: ofAll,
  },
  {
    pattern:
      "(?:completely|totally|absolutely|perfectly|entirely|always) safe|risk[- ]free|(?:no|without|without any|free of|zero) (?:side[- ]effects?|risks?)|safe for (?:everyone|everybody)|safe because (?:it is|they are|it's) natural|never (?:harmful|dangerous|causes harm)",
    message: ofRisk,
  },
  { pattern: 'cure|cures|cured|curing|cure-all', message: ofCure },
];

/** The message about “always”, which begins an instruction at the start of a sentence: “Always ask a nurse”. */
export const ofAlways = '“Always” is rarely true of a body. Say how often.';

/** Words before “always” that make it no promise: “not always”, “you should always ask”, “as always”. */
export const hedgesOfAlways =
  "not|[a-z]+n't|nearly|almost|nor|hardly|as|should|must|may|have|has|had|can|could|please|and|i|we";

/** Complaints after “always”, which are no promise: “you are always tired”. */
export const complaints =
  'tired|thirsty|hungry|hot|cold|sad|worried|sick|ill|in pain|painful|short of breath|bleeding|late';

/** Words around “cure” that deny it: “there is no cure”, “cannot be cured”. */
export const denialsOfCure =
  "(?:no|not|never|nor|without|cannot|can't|neither|isn't|doesn't|don't|nothing|false|claims? to|promis(?:e|es|ing) (?:a|to)|who say|sell(?:s|ing)?|beware of)";

/**
 * The most years of school that a text may need: that of the desk's own texts. MedlinePlus, How to write easy-to-read health
 * materials, asks for 6 to 7.
 */
export const maxGrade = 8;

/** The most words in a sentence. Source: GOV.UK style guide, Sentence length: why 25 words is our limit (2014). */
export const maxWords = 25;

/** Short words of which English texts are full, and those of Pidgin. The grade is for English alone. */
export const englishWords: ReadonlySet<string> = new Set(
  'the of and to in is you for it that on with as are be or your from at by this not can if have has will when which they more most than but'.split(
    ' ',
  ),
);
export const pidginWords: ReadonlySet<string> = new Set('dey wey una wetin na abi sef dem wan'.split(' '));
