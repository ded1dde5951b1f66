import type { Random } from '#server/database/seeded-random.ts';

/**
 * How doctors describe themselves: whom they see, how they work, where they studied. Plain words, without a promise of
 * a cure. `{She}`, `{she}` and `{her}` become the right pronoun; `{years}`, `{town}` and `{other}` are filled in.
 */
type Specialty = {
  name: string;
  /** The share of this specialty in forty doctors. */
  share: number;
  /** The patients whom they treat. */
  sees: readonly string[];
  /** Their way of working. */
  does: readonly string[];
  /** The approximate fee of a consultation, in naira. */
  fee: number;
};

const specialties: readonly Specialty[] = [
  {
    name: 'Obstetrics and Gynaecology',
    share: 9,
    fee: 20_000,
    sees: [
      '{She} looks after women with painful, heavy or irregular periods, fibroids and endometriosis.',
      '{She} sees women through pregnancy and birth, and in the weeks after it.',
      '{She} looks after women of every age, from the first period to the years after the menopause.',
      '{She} sees women with long-standing pelvic pain, ovarian cysts and fibroids.',
    ],
    does: [
      'Many come to {her} for a second opinion before an operation.',
      '{She} offers cervical screening and talks through every result.',
      '{She} helps couples to choose a method of family planning that suits their lives.',
      '{She} explains each step of an examination before it begins, and stops whenever you ask.',
    ],
  },
  {
    name: 'Fertility Medicine',
    share: 4,
    fee: 35_000,
    sees: [
      '{She} sees women and couples who have been trying for a baby for a year or longer.',
      '{She} looks after women with polycystic ovary syndrome who wish to conceive.',
      '{She} helps couples to find out why a pregnancy has not come yet.',
    ],
    does: [
      'Both partners are invited to the first visit, since the cause may lie with either.',
      '{She} says openly what a treatment can and cannot do, and what it costs, before anything is decided.',
      '{She} begins with the simplest tests and goes further only when they give a reason to.',
    ],
  },
  {
    name: 'Maternal-Fetal Medicine',
    share: 3,
    fee: 30_000,
    sees: [
      '{She} looks after pregnancies that need more attention: twins, high blood pressure, diabetes, sickle cell disease.',
      '{She} sees women who have lost a pregnancy before and are expecting again.',
    ],
    does: [
      '{She} does detailed scans and shows you what {she} sees.',
      '{She} works closely with midwives, so that you know whom to call at night.',
    ],
  },
  {
    name: 'Endocrinology',
    share: 3,
    fee: 25_000,
    sees: [
      '{She} sees women with polycystic ovary syndrome, thyroid disease and diabetes.',
      '{She} looks after hormones: periods that stay away, hair where it is not wanted, weight that changes without a reason.',
    ],
    does: [
      '{She} plans treatment around food that people eat at home.',
      '{She} reads blood results with you, line by line.',
    ],
  },
  {
    name: 'Family Medicine',
    share: 4,
    fee: 10_000,
    sees: [
      '{She} is a first person to ask about any complaint, and sees whole families.',
      '{She} sees women, children and older people, and knows whom to send them to when more is needed.',
    ],
    does: [
      '{She} keeps the first hour of the day free for those who come without an appointment.',
      '{She} offers blood pressure and sugar checks, vaccinations and family planning.',
    ],
  },
  {
    name: 'Paediatrics',
    share: 3,
    fee: 15_000,
    sees: [
      '{She} sees babies, children and teenagers, sick or well.',
      '{She} looks after children with asthma, sickle cell disease and allergies.',
    ],
    does: [
      'Vaccinations are given on the same day as the check-up.',
      '{She} speaks with the child first, and then with the parents.',
    ],
  },
  {
    name: 'Neonatology',
    share: 1,
    fee: 25_000,
    sees: ['{She} looks after babies who came early or small, and their parents.'],
    does: ['{She} helps with feeding, warmth and sleep in the first weeks at home.'],
  },
  {
    name: 'Dermatology',
    share: 2,
    fee: 18_000,
    sees: [
      '{She} sees people with acne, melasma, hair loss and skin that changes in pregnancy.',
      '{She} looks after black skin and hair, and damage that bleaching creams have left.',
    ],
    does: ['{She} prefers few products that can be bought anywhere.'],
  },
  {
    name: 'Psychiatry',
    share: 3,
    fee: 25_000,
    sees: [
      '{She} sees women with low mood or fear during pregnancy and after birth.',
      '{She} is there for people who sleep badly, worry much or have lost someone.',
    ],
    does: [
      'Visits by video are possible, with the camera off if you like.',
      'Talking comes first; medicine is one way among others, and {she} explains what it does.',
    ],
  },
  {
    name: 'Urogynaecology',
    share: 1,
    fee: 28_000,
    sees: ['{She} sees women who leak urine, feel something coming down, or live with an injury from birth.'],
    does: ['Most begin with exercises; an operation is one choice, and never the first step.'],
  },
  {
    name: 'Breast Surgery',
    share: 2,
    fee: 30_000,
    sees: [
      '{She} sees women and men who have found a lump, pain or any change in a breast.',
      '{She} looks after people with breast cancer from the first test to the years after treatment.',
    ],
    does: ['{She} asks to see any change that worries you soon.'],
  },
  {
    name: 'Gynaecological Oncology',
    share: 1,
    fee: 35_000,
    sees: ['{She} looks after women with cancer of the womb, the cervix or the ovaries.'],
    does: ['Bring somebody you trust: {she} takes an hour for the first visit and writes down what was said.'],
  },
  {
    name: 'Haematology',
    share: 2,
    fee: 22_000,
    sees: [
      '{She} looks after people with sickle cell disease, also when they plan a family.',
      '{She} sees women with anaemia from heavy periods and with clots in or after pregnancy.',
    ],
    does: ['{She} offers genotype tests with a talk before and after.'],
  },
  {
    name: 'Adolescent Medicine',
    share: 1,
    fee: 12_000,
    sees: ['{She} sees girls and young women: first periods, cramps, skin, food and school.'],
    does: ['Part of each visit is without the parents, so that a girl can ask what she likes.'],
  },
  {
    name: 'Radiology',
    share: 1,
    fee: 15_000,
    sees: ['{She} does ultrasound of the womb, the ovaries, the breast and in pregnancy.'],
    does: ['You see the pictures at once and take the report home.'],
  },
];

/** Each specialty, repeated as many times as its share. */
export const specialtiesByShare = specialties.flatMap((one) => Array.from({ length: one.share }, () => one));

const training = [
  '{She} studied in {town}, became a specialist in {other} and has been in practice for {years}.',
  'After medical school in {town} {she} trained in {other}; {she} has {years} of experience.',
  '{She} has worked for {years}, first in a teaching hospital in {town} and now in {her-own} own rooms.',
  '{She} has been a doctor for {years}, in {town} and {other}.',
];

const schools = ['Ibadan', 'Lagos', 'Enugu', 'Zaria', 'Ile-Ife', 'Benin City', 'Jos', 'Calabar', 'Maiduguri', 'Ilorin'];

const manners = [
  'Ask everything: no question is too small.',
  '{She} takes half an hour for every visit.',
  'You may bring somebody along, or ask for a nurse to be in the room.',
  'Short questions after a visit are answered by phone without a fee.',
  'Follow-up visits can be by video.',
  'The rooms are on the ground floor, with a ramp.',
  'Saturday mornings are for those who cannot leave work.',
  'A woman on the team can be present at every examination.',
];

/** A few sentences on a doctor with two years of experience or more. */
export function drawBio({ sees, does }: Specialty, isWoman: boolean, years: number, random: Random): string {
  const town = random.pick(schools);
  const other = random.pick(schools.filter((school) => school !== town));
  const sentences = [random.pick(sees), random.pick(does), random.pick(training)];
  if (random.chance(0.7)) sentences.push(random.pick(manners));
  const words: Record<string, string> = {
    She: isWoman ? 'She' : 'He',
    she: isWoman ? 'she' : 'he',
    her: isWoman ? 'her' : 'him',
    'her-own': isWoman ? 'her' : 'his',
    years: `${years} years`,
    town,
    other,
  };
  return sentences.join(' ').replaceAll(/\{([\w-]+)\}/g, (_, word: string) => words[word] ?? '');
}
