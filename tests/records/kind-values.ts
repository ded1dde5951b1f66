import type { Kind } from '#contract/kinds.ts';

const word = (length: number) => 'x'.repeat(length);
const words = (count: number) => Array.from({ length: count }, (_, index) => `Word ${index}`);

const years = 'Years of experience must be a whole number from 0 to 80';
const fee = 'Consultation fee must be from 0 to 100,000,000, with at most two decimals';
const rating = 'Rating must be from 0 to 5, with at most one decimal';
const email = 'Email must be an email address such as ada@example.com';
const phone = 'Phone must be a number such as +234 803 123 4567';
const place = 'Position in the list must be a whole number from 0 to 1,000,000';
const link = 'Booking link must be a web address that starts with https:// or http://';
const image = (name: string) =>
  `${name} must be an uploaded image, or a web address that starts with https:// or http://`;
const availability = 'Availability must be available, busy or unavailable';
const tooLong = 'Message can have at most 2,000 characters';
const unstorable = 'Message has a character that cannot be stored';
const noMoment = 'Show from must be a date with a time';
const endsEarly = 'Show until must be later than Show from';
const phases = 'Phase must be menstrual, follicular, ovulation or luteal';
const icons =
  'Icon must be activity, heart, moon, flower, zap, bed, leaf, users, clock, target or sparkles, or one emoji';
const otherIcon = 'This is the other kind of icon';
const modes = 'Tracking mode must be TRACK_PERIOD, TRACK_PREGNANCY, TRYING_TO_CONCEIVE or PCOS';
const richText = 'Text can have at most 100,000 characters';
const weeks = 'Week number must be a whole number from 1 to 42';
const groups = 'Group must be TRACK_PERIOD, TRACK_PREGNANCY, TRYING_TO_CONCEIVE or PCOS';
const purposes = 'For must be breaks_rules, needs_help, upheld or overturned';
const otherTrimester = 'This week belongs to another trimester';

type Refused = readonly [sent: Record<string, unknown>, sentence: string, field?: string];

/**
 * Sent and stored values for the fields of each kind (`server/kinds.test.ts`): `needs` are the errors of a record
 * without any field; `keeps` are sent values, each with its stored form if that differs; `refuses` are sent values,
 * each with the error message and its field, if that is not the first sent one; `clashing` are the changes of two
 * people in fields that belong together, with the fields in conflict.
 */
export const kindValues: {
  [K in Kind]?: {
    needs?: readonly string[];
    keeps?: readonly (readonly [sent: Record<string, unknown>, kept?: Record<string, unknown>])[];
    refuses?: readonly Refused[];
    clashing?: readonly [one: object, other: object, conflicts: readonly string[]];
  };
} = {
  announcement: {
    needs: ['message: Message must be text'],
    keeps: [
      [{ message: 'x' }],
      [{ message: ' \t\n Clinic closed \u00a0\r\n' }, { message: 'Clinic closed' }],
      [{ message: word(2000) }],
      [{ message: '😀'.repeat(2000) }],
      [{ message: `  ${word(2000)}  ` }, { message: word(2000) }],
      // 4,000 letters before NFC.
      [{ message: 'e\u0301'.repeat(2000) }, { message: 'é'.repeat(2000) }],
      [{ message: 'Ẹ kú àárọ̀'.normalize('NFD') }, { message: 'Ẹ kú àárọ̀'.normalize('NFC') }],
      [{ message: 'One\nTwo\r\n\tThree' }],
      [{ message: '👩🏾‍⚕️🇳🇬' }],
      [{ message: 'مرحبا \u202babc\u202c' }],
      [{ message: '<script>alert(1)</script>&amp;' }],
      [{ message: "'); DROP TABLE announcements; --" }],
      [{ message: '00123' }],
      [{ startsAt: '2026-11-30T09:00:00.1239+01:00' }, { startsAt: '2026-11-30T08:00:00.123Z' }],
    ],
    refuses: [
      [{ message: '' }, 'Message is required'],
      [{ message: ' \n\t\u00a0\u3000 ' }, 'Message is required'],
      [{ message: word(2001) }, tooLong],
      [{ message: '😀'.repeat(2001) }, tooLong],
      [{ message: 'a\u0000b' }, unstorable],
      [{ message: 'a\ud83d' }, unstorable],
      [{ message: '\ude00b' }, unstorable],
      ...[null, 5, ['x']].map((message): Refused => [{ message }, 'Message must be text']),
      ...[null, 'true', 1, 0, '', []].map((enabled): Refused => [{ enabled }, 'Enabled must be true or false']),
      [{ startsAt: 'tomorrow' }, noMoment],
      [{ startsAt: '2026-11-30' }, noMoment],
      [{ startsAt: '2026-02-30T09:00:00Z' }, noMoment],
      [{ startsAt: 1_800_000_000 }, noMoment],
      [{ startsAt: '0026-11-30T09:00:00Z' }, 'Show from must be in a year from 2000 to 2099'],
      [{ startsAt: '2026-11-30T09:00:00Z', endsAt: '2026-11-30T09:00:00Z' }, endsEarly, 'endsAt'],
      [{ startsAt: '2026-11-30T09:00:00Z', endsAt: '2026-11-30T08:59:59.999Z' }, endsEarly, 'endsAt'],
    ],
    clashing: [{ startsAt: '2026-11-30T09:00:00Z' }, { endsAt: '2026-12-30T09:00:00Z' }, ['endsAt']],
  },

  doctor: {
    needs: ['name: Name must be text', 'specialty: Specialty must be text'],
    keeps: [
      [{ name: '  Dr. Dr Ada Obi ' }, { name: 'Ada Obi' }],
      [{ name: 'doctor Drew' }, { name: 'Drew' }],
      [{ name: `Dr. ${word(200)}` }, { name: word(200) }],
      [{ name: 'Ṣadé'.normalize('NFD') }, { name: 'Ṣadé' }],
      [{ specialty: '😀'.repeat(200) }],
      [{ bio: '' }],
      [{ bio: 'é'.repeat(2000) }],
      [{ email: ' ' }, { email: '' }],
      [{ email: ' Ada@Example.com ' }, { email: 'Ada@Example.com' }],
      ...['0803 123 4567, 0805 765 4321', '(01) 234-5678', '112', '+234.803.123.4567 x5'].map(
        (number) => [{ phone: number }] as const,
      ),
      [{ imageUrl: '' }],
      [{ profileImage: 'http://example.com/a.png' }],
      [{ yearsOfExperience: 0 }],
      [{ yearsOfExperience: -0 }, { yearsOfExperience: 0 }],
      [{ yearsOfExperience: 80 }],
      [{ location: word(200) }],
      [{ availabilityStatus: 'unavailable' }],
      ...[0.29, 1.1, 8.95, 99_999_999.99, 100_000_000].map((amount) => [{ consultationFee: amount }] as const),
      ...[0.3, 4.9, 5].map((stars) => [{ rating: stars }] as const),
      [{ languages: [' Yorùbá '.normalize('NFD'), 'Yoruba'] }, { languages: ['Yorùbá', 'Yoruba'] }],
      [{ languages: words(20) }],
      [{ calendlyUrl: '' }],
      [{ isActive: true }],
      [{ displayOrder: 1_000_000 }],
    ],
    refuses: [
      ...[' ', 'Dr.', ' dr DOCTOR. '].map((name): Refused => [{ name }, 'Name is required']),
      [{ name: word(201) }, 'Name can have at most 200 characters'],
      [{ name: null }, 'Name must be text'],
      [{ specialty: '' }, 'Specialty is required'],
      [{ specialty: word(201) }, 'Specialty can have at most 200 characters'],
      [{ bio: word(2001) }, 'Bio can have at most 2,000 characters'],
      [{ bio: 'a\u0000b' }, 'Bio has a character that cannot be stored'],
      [{ bio: null }, 'Bio must be text'],
      [{ email: 'ada' }, email],
      [{ email: `${word(250)}@example.com` }, 'Email can have at most 254 characters'],
      ...['call me', '12', '1\n2\n3', '<b>123</b>'].map((number): Refused => [{ phone: number }, phone]),
      [{ phone: '1'.repeat(51) }, 'Phone can have at most 50 characters'],
      [{ imageUrl: 'a.png' }, image('Image address')],
      [{ imageUrl: 'https://ada:secret@example.com/a.png' }, image('Image address')],
      [{ profileImage: '/images/doctor-images/../x' }, image('Picture')],
      [{ profileImage: 'javascript:alert(1)' }, image('Picture')],
      ...[81, -1, 1.5, '5', null].map((number): Refused => [{ yearsOfExperience: number }, years]),
      [{ location: word(201) }, 'Location can have at most 200 characters'],
      [{ availabilityStatus: 'away' }, availability],
      [{ availabilityStatus: '' }, availability],
      ...[-0.01, 0.001, 100_000_000.01, '5000'].map((amount): Refused => [{ consultationFee: amount }, fee]),
      ...[5.1, -0.1, 4.55, null].map((stars): Refused => [{ rating: stars }, rating]),
      [{ languages: 'English' }, 'Languages must be a list'],
      [{ languages: ['English', ''] }, 'A language is required', 'languages.1'],
      [{ languages: ['English', ' \t'] }, 'A language is required', 'languages.1'],
      [{ languages: ['English', 'Igbo', ' english'] }, 'english is there twice', 'languages.2'],
      [{ languages: ['Ẹ̀dó', 'ẹ̀dó'.normalize('NFD')] }, 'ẹ̀dó is there twice', 'languages.1'],
      [{ languages: [word(51)] }, 'A language can have at most 50 characters', 'languages.0'],
      [{ languages: words(21) }, 'There can be at most 20 languages'],
      [{ calendlyUrl: `/images/doctor-images/${'0'.repeat(32)}.webp` }, link],
      [{ calendlyUrl: 'calendly.com/ada' }, link],
      [{ isActive: 'true' }, 'Active must be true or false'],
      [{ isActive: 1 }, 'Active must be true or false'],
      ...[-1, 0.5, 1_000_001].map((position): Refused => [{ displayOrder: position }, place]),
    ],
  },

  category: {
    needs: ['name: Name must be text', `trackingMode: ${modes}`],
    refuses: [
      [{ name: ' ' }, 'Name is required'],
      [{ trackingMode: 'NONE' }, modes],
    ],
  },

  card: {
    refuses: [
      [{ backgroundColor: 'red' }, 'Background colour must be a colour such as #FFF0F3'],
      [{ citations: ['a', ' '] }, 'A citation is required', 'citations.1'],
      [{ citations: words(51) }, 'There can be at most 50 citations'],
      [{ publishStatus: 'gone' }, 'Status must be draft, published or scheduled'],
      [{ publishedAt: 'tomorrow' }, 'Time must be a date with a time'],
      [{ publishedAt: '9999-12-31T23:59:59Z' }, 'Time must be in a year from 2000 to 2099'],
      [{ richContent: word(100_001) }, richText],
      // Sanitising makes it five times as long.
      [{ richContent: '&'.repeat(100_000) }, richText],
      [{ headerImageUrl: 'javascript:alert(1)' }, image('Header image')],
      [{ headerImageAlt: word(501) }, 'Alt text of the header image can have at most 500 characters'],
    ],
    clashing: [
      { publishStatus: 'scheduled', publishedAt: '2099-01-06T09:00:00Z' },
      { publishStatus: 'published' },
      ['publishStatus', 'publishedAt'],
    ],
  },

  phase: {
    needs: [`phase: ${phases}`, 'title: Title must be text'],
    refuses: [
      [{ phase: 'spotting' }, phases],
      [{ title: '  ' }, 'Title is required'],
      [{ color: 'red' }, 'Colour must be a colour such as #FFB3CC'],
      [{ citations: ['a', 'a'] }, 'a is there twice', 'citations.1'],
    ],
  },

  activity: {
    needs: ['name: Name must be text'],
    keeps: [
      [{ icon: 'moon' }],
      ...['🌸', '🤰🏾', '👩🏾‍⚕️', '🇳🇬', '❤️'].map((icon) => [{ icon, iconType: 'emoji' }] as const),
      [
        { richContent: '<p onclick="x()">Rest <b>well</b></p><script>x()</script><img src="https://a.example/x.png">' },
        { richContent: '<p>Rest <strong>well</strong></p>' },
      ],
      [{ richContent: '<p> &nbsp; </p>' }, { richContent: '' }],
    ],
    refuses: [
      [{ icon: 'rocket' }, icons],
      ...['🌸🌸', '5', 'sparkles🌸'].map((icon): Refused => [{ icon, iconType: 'emoji' }, icons]),
      [{ icon: '🌸' }, otherIcon],
      [{ icon: 'moon', iconType: 'emoji' }, otherIcon],
      [{ iconType: 'emoji' }, otherIcon, 'icon'],
      [{ iconType: 'picture' }, 'Kind of icon must be icon or emoji'],
      [{ name: '' }, 'Name is required'],
      [{ backgroundColor: '#12' }, 'Background colour must be a colour such as #F0F9FF'],
      [{ citations: ['a', 'a'] }, 'a is there twice', 'citations.1'],
    ],
  },

  insight: {
    keeps: [[{ expectedMoods: [' Calm '], recommendations: ['Walk', 'Sleep'] }, { expectedMoods: ['Calm'] }]],
  },

  'pregnancy-week': {
    needs: [`weekNumber: ${weeks}`],
    keeps: (
      [
        ['First', 1, 13],
        ['Second', 14, 27],
        ['Third', 28, 42],
      ] as const
    ).flatMap(([trimester, ...ends]) =>
      ends.flatMap((weekNumber) => [[{ weekNumber }, { trimester }] as const, [{ weekNumber, trimester }] as const]),
    ),
    refuses: [
      ...[0, 43, -1, 12.5, '12'].map((weekNumber): Refused => [{ weekNumber }, weeks]),
      [{ weekNumber: 14, trimester: 'First' }, otherTrimester, 'trimester'],
      [{ weekNumber: 13, trimester: 'Third' }, otherTrimester, 'trimester'],
      [{ trimester: 'Third' }, otherTrimester],
      [{ trimester: 'Fourth' }, 'Trimester must be First, Second or Third'],
      [{ currentWeekColor: 'mint' }, 'Colour must be a colour such as #7DD3C0'],
      [{ tips: ['Rest', 'rest'] }, 'rest is there twice', 'tips.1'],
      [{ developments: [''] }, 'A development is required', 'developments.0'],
    ],
    clashing: [{ weekNumber: 30 }, { weekNumber: 20 }, ['trimester', 'weekNumber']],
  },

  topic: {
    needs: ['title: Title must be text'],
    keeps: [[{ title: word(100) }], [{ color: '' }], [{ description: word(2000) }]],
    refuses: [
      [{ title: ' ' }, 'Title is required'],
      [{ title: word(101) }, 'Title can have at most 100 characters'],
      [{ color: 'pink' }, 'Colour must be a colour such as #FF6B9D'],
      [{ description: word(2001) }, 'Description can have at most 2,000 characters'],
    ],
  },

  secret: {
    needs: ['topicId: Choose a topic', 'title: Title must be text', `groupMode: ${groups}`],
    keeps: [[{ groupMode: 'PCOS' }], [{ imageUrl: 'https://example.com/a.png' }]],
    refuses: [
      [{ title: '' }, 'Title is required'],
      [{ groupMode: 'NONE' }, groups],
      [{ imageUrl: 'a.png' }, image('Image')],
    ],
  },

  community: {
    needs: ['topicId: Choose a topic', 'name: Name must be text'],
    refuses: [
      [{ name: ' ' }, 'Name is required'],
      [{ name: word(201) }, 'Name can have at most 200 characters'],
      [{ description: word(2001) }, 'Description can have at most 2,000 characters'],
    ],
  },

  rule: {
    needs: ['title: Title must be text', 'english: In English must be text'],
    keeps: [[{ title: word(100) }], [{ english: word(1000) }], [{ yoruba: 'Ẹ má ṣe bú ẹnikẹ́ni.' }], [{ igbo: '' }]],
    refuses: [
      [{ title: ' ' }, 'Title is required'],
      [{ title: word(101) }, 'Title can have at most 100 characters'],
      [{ english: '' }, 'In English is required'],
      [{ hausa: word(1001) }, 'In Hausa can have at most 1,000 characters'],
      [{ displayOrder: -1 }, 'Number must be a whole number from 0 to 1,000,000'],
    ],
  },

  template: {
    needs: ['title: Title must be text', 'english: In English must be text'],
    keeps: [
      [{ purpose: 'needs_help' }],
      [{ english: 'Your text breaks “{rule}”: [the words].\n\nYou can appeal.' }],
      [{ pidgin: word(2000) }],
    ],
    refuses: [
      [{ title: word(101) }, 'Title can have at most 100 characters'],
      [{ english: ' ' }, 'In English is required'],
      [{ igbo: word(2001) }, 'In Igbo can have at most 2,000 characters'],
      [{ purpose: 'guilty' }, purposes],
      [{ displayOrder: 1_000_001 }, place],
    ],
  },
};
