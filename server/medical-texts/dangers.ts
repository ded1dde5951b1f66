/**
 * The danger signs of all texts that come with the desk, each with one wording and one urgency. Signs complete the
 * sentence "Go to hospital now, day or night, if …", or the sentence of `sameDay`. No sentence has more than 20 words.
 */

/** The urgent instruction before a list of signs. */
export const goNow = 'Go to hospital now, day or night';

/** The sentences after the signs. `{emergency}` is a placeholder (`contract/placeholders.ts`). */
export const callForHelp =
  'If you cannot get there, call {emergency}. Do not wait for an ambulance if you can go another way.';

/** The instruction for signs that must be seen before tomorrow. */
export const sameDay = 'See a midwife, doctor or nurse today';

/** Signs for which to go to hospital now. */
export const dangers = {
  /** ACOG, Heavy menstrual bleeding. */
  heavyBleeding: 'you soak a pad or tampon every hour, for several hours',
  faint: 'you faint or nearly faint',
  breathless: 'you bleed heavily and are short of breath, even at rest',
  suddenPain: 'you have sudden, severe pain in your belly',
  /** NHS, Ectopic pregnancy. */
  ectopic: 'you may be pregnant and have strong pain in your belly',
  shoulder: 'you may be pregnant, and the tip of your shoulder hurts',
  /** NHS, Toxic shock syndrome. */
  toxicShock: 'you suddenly have a fever while you use a tampon or cup',
  toxicRash: 'a rash, vomiting or confusion comes with a tampon or cup',
  /** In pregnancy. All other bleeding is for the same day until 24 weeks, and for now from then on. */
  bleedingInPregnancy: 'you bleed heavily, or bleed with pain or faintness',
  /** RCOG, Antepartum haemorrhage, Green-top Guideline 63: any bleeding from 24 weeks. */
  bleedingLater: 'you bleed after 24 weeks, even a little',
  /** NHS, Premature labour and birth. */
  watersEarly: 'fluid leaks from your vagina before 37 weeks',
  labourEarly: 'tightenings come regularly before 37 weeks',
  watersColoured: 'your waters are green, brown or bloody',
  /** RCOG, Umbilical cord prolapse, Green-top Guideline 50. */
  cord: 'you see or feel the cord in your vagina',
  /** WHO, Pregnancy, childbirth, postpartum and newborn care: a guide for essential practice. */
  longLabour: 'your labour goes on for more than 12 hours',
  /** NHS, Your baby's movements. */
  lessMovement: 'your baby moves less than usual, or not at all',
  /** CDC, Signs and symptoms of urgent maternal warning signs; also for the six weeks after birth. */
  headache: 'you have a severe headache that does not go away',
  sight: 'your sight is blurred, or you see flashing lights',
  swelling: 'your face or hands swell suddenly',
  ribs: 'you have pain just below the ribs',
  fit: 'you have a fit',
  chest: 'you have chest pain, or trouble breathing',
  /** NHS, Jaundice. In pregnancy it can be the liver. */
  yellow: 'your eyes or your skin turn yellow',
  /** CDC, Understanding your risk for blood clots with pregnancy: a clot in a leg, and in the lung. */
  clot: 'one leg is swollen, painful and warm',
  lung: 'you are suddenly short of breath, or cough up blood',
  /** NHS, Side effects and risks of the combined pill: a clot in the brain, or a stroke. */
  suddenHeadache: 'you have a sudden, very severe headache',
  stroke: 'your face, an arm or a leg suddenly gets weak or numb',
  /** WHO, Pregnancy, childbirth, postpartum and newborn care: a guide for essential practice. */
  feverWeak: 'you have a fever, and are drowsy, very weak or breathing fast',
  feverVomiting: 'you have a fever in pregnancy, with belly pain or repeated vomiting',
  /** NICE, Hypertension in pregnancy, NG133: severe from this figure. */
  pressure: 'your blood pressure is 160 over 110 or more',
  /** NHS, Sickle cell disease. */
  sickleCell: 'you have sickle cell disease with fever, or a severe pain crisis',
  /** NHS, Nosebleed. */
  nosebleed: 'your nose still bleeds after you pressed it for 15 minutes',
  /** NHS, Paracetamol for adults. */
  overdose: 'you took too much paracetamol, even if you feel well',
  /** WHO, Pregnancy, childbirth, postpartum and newborn care: a guide for essential practice. */
  placenta: 'the afterbirth has not come one hour after the baby',
  bleedingAfterBirth: 'you soak a pad in an hour or less after birth',
  feverAfterBirth: 'you have a fever after birth',
  painAfterBirth: 'you have severe pain in your belly after birth',
  /** NHS, Postpartum psychosis: an emergency. */
  psychosis: 'you are very restless, confused or strange, or hear voices',
  /** NHS, Burns and scalds. */
  burnLarge: 'you have a burn larger than your hand',
  burnBelow: 'you have a burn with blisters between your legs',
} as const;

/** The sentences that go with a sign, for texts that have room. */
export const advice = {
  toxicShock:
    'Take the tampon or cup out first: this can be toxic shock. The rash can be hard to see on dark skin, and can feel rough.',
  /** RCOG, Umbilical cord prolapse, Green-top Guideline 50. For the cord alone; kneeling in a moving car is not safe. */
  cord: 'For the cord alone: kneel with your head down and your bottom up until help comes. In a car, lie on your left side with a pillow under your hips. This keeps the baby off the cord. Do not touch it or push it back.',
  lessMovement: 'Do not wait until the next day.',
  /** NHS, Rhesus disease. */
  rhesus: 'If your blood group is Rhesus negative, say so when you bleed: you may need an injection within 72 hours.',
} as const;

/** In pregnancy, for the same day. */
export const today = {
  anyBleeding: 'you bleed before 24 weeks, even a little and without pain',
  /** Malaria and other infections are more dangerous in pregnancy. */
  fever: 'you have a fever in pregnancy',
  /** NHS, Your baby's movements. */
  noMovement: 'you have not felt your baby move by 24 weeks',
  /** NICE, Hypertension in pregnancy, NG133. */
  pressure: 'your blood pressure is 140 over 90 or more',
  /** NHS, Ectopic pregnancy. */
  maybePregnant: 'you may be pregnant and bleed',
  /** Can be an infection of the womb or tubes. */
  painWithFever: 'you have pain in your belly with a fever',
  /** NHS, Itching and intrahepatic cholestasis of pregnancy. */
  itching: 'you itch all over, above all on your hands and feet',
  /** NHS, Vomiting and morning sickness. */
  vomiting: 'you cannot keep food or water down for 24 hours',
  urine: 'you pass very little, dark urine',
  /** After birth: can be an infection of the womb. */
  smell: 'your discharge smells bad after birth',
  /** Not only in pregnancy. */
  burn: 'you have a burn with blisters',
} as const;

/**
 * The reply to thoughts of suicide, of harming oneself or a baby: people and help first. A desk without help lines leaves
 * out the sentence with `{helpline}`, so the others name a place to go and a number to call.
 */
export const suicidalThoughts = [
  'If you think of ending your life, or of harming yourself or a baby, tell somebody you trust now.',
  'Do not stay alone.',
  'Help lines: {helpline}.',
  'Go to the nearest hospital together, day or night.',
  'If you cannot get there, call {emergency}.',
  'These thoughts can pass, and they can be treated.',
] as const;

/**
 * Signs in a baby in its first weeks for which to go now, after "Take your baby to hospital now, day or night, if it …"
 * (WHO, Integrated Management of Childhood Illness, chart on the sick young infant; bleeding: WHO, Pregnancy, childbirth,
 * postpartum and newborn care).
 */
export const newbornDangers = [
  'feeds badly or stops feeding',
  'breathes fast or with effort',
  'has a fit or a fever, or feels cold',
  'moves only when touched, or not at all',
  'turns yellow on its first day',
  'has yellow palms or soles',
  'bleeds from the cord or elsewhere',
] as const;
