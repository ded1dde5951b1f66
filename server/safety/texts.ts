import type { z } from 'zod';
import type { StatementLanguage } from '#contract/moderation.ts';
import type { playbookFields } from '#contract/safety.ts';

type PlaybookText = z.input<typeof playbookFields.Input>;

// The playbooks of a new desk, written after public guidance: WHO, Preventing suicide: a resource for media professionals
// (2023) and LIVE LIFE (2021); Samaritans, Managing self-harm and suicide content online (2020); IASP, guidelines for safe
// messages; WHO, Responding to intimate partner violence and sexual violence against women (2013); WHO, Pregnancy,
// childbirth, postpartum and newborn care (2015), danger signs; NICE CG192. No sentence is copied, no clinician has
// reviewed them, and no native speaker has checked the texts in Pidgin, Yorùbá, Hausa and Igbo.

/**
 * The questions of each playbook; the first one differs, and for violence the one about who is with her. Her texts may
 * answer them: staff do not ask her for a list.
 */
const questions = (first: string, company = 'Is anyone with her?') => [
  first,
  'Does she say that she has taken or done something? Never ask what it was, and never write it down.',
  company,
  'Is there a child with her?',
  'Could she be under 18?',
];

const neverSay = [
  'It is a sin.',
  'Just pray about it.',
  'Be strong.',
  'It is well.',
  'Others have it worse.',
  'I know how you feel.',
];

/** The step after the questions. Someone who is with her may be a help; for violence see below. */
const afterQuestions =
  'Look for the answers to the five questions. If she says how or when, has done something, is alone, has a child with her or may be under 18, act at once and ask a colleague to look with you.';

const lastSteps = [
  'She cannot answer the message: ask nothing in it. Never promise secrecy, rescue, or that you will write again.',
  'Close the case only with an outcome. Not while she may act soon: the desk shows her again only after 24 hours.',
  'Talk to a colleague afterwards. The line for our own staff is under Help lines.',
];

const inParagraphs = (texts: Record<StatementLanguage, readonly string[]>) =>
  Object.fromEntries(
    Object.entries(texts).map(([language, paragraphs]) => [language, paragraphs.join('\n\n')]),
  ) as Record<StatementLanguage, string>;

/**
 * One playbook for each mark. The desk fills in `{emergency}` and `{read}`. For violence the message has no `{read}`: a
 * partner who sees the phone must not learn that she wrote.
 */
export const playbookTexts: readonly PlaybookText[] = [
  {
    title: 'She may harm herself',
    mark: 'self-harm',
    steps: [
      'If she has done something, send the message first. Take every wish to die seriously, however it is said.',
      afterQuestions,
      'Send the message in her language, with a help line for her state. Change little, and name no method.',
      'Leave the text in place, and cover only a method or a place. Hide comments that mock or push her.',
      'When she may act soon, is alone, or may be under 18: phone the clinician of your company, and do not close yet.',
      ...lastSteps,
    ],
    questions: questions('Does she say how or when?'),
    neverSay: [
      ...neverSay,
      'Promise me that you will not do it.',
      'It is a crime.',
      'You only want attention.',
      'Think of your children.',
      'Nobody will know.',
    ],
    ...inParagraphs({
      english: [
        '{read} Thank you for writing this. Nobody here is angry with you.',
        'It sounds as if things are very hard right now. You do not have to carry this alone.',
        'If you have harmed yourself, go to a hospital now, even if you feel well, or call {emergency}. If you may do so soon, please do not stay alone.',
        'If there is something near you with which you could hurt yourself, please go away from it, or ask someone to take it away.',
        'Please ask one person you trust to sit with you today, and tell that person how you feel.',
      ],
      pidgin: [
        '{read} Thank you say you write am. Nobody dey vex for you here.',
        'E be like say things hard well well for you now. You no need carry am alone.',
        'If you fit harm yourself now, or you don do am, abeg no stay alone: go meet person, go the hospital wey near you pass, or call {emergency}.',
        'If anything dey near you wey you fit use hurt yourself, abeg commot from there, or tell person make e carry am go.',
        'Abeg tell one person wey you trust make e sit down with you today, and tell the person how you dey feel.',
      ],
      yoruba: [
        '{read} Ẹ ṣeun tí ẹ kọ ọ́. Kò sí ẹni tó ń bínú sí yín níbí.',
        'Ó dà bí ẹni pé nǹkan le fún yín gan-an báyìí. Kò pọn dandan kí ẹ dá nìkan gbé e.',
        'Tí ẹ bá lè ṣe ara yín léṣe báyìí, tàbí tí ẹ ti ṣe é, ẹ jọ̀wọ́, ẹ má ṣe dá wà: ẹ lọ bá ẹnì kan, ẹ lọ sí ilé ìwòsàn tó sún mọ́ yín jù, tàbí kí ẹ pe {emergency}.',
        'Tí ohun kan bá wà nítòsí yín tí ẹ lè fi ṣe ara yín léṣe, ẹ jọ̀wọ́, ẹ kúrò nídìí rẹ̀, tàbí kí ẹ ní kí ẹnì kan gbé e lọ.',
        'Ẹ jọ̀wọ́, ẹ ní kí ẹnì kan tí ẹ fọkàn tán jókòó tì yín lónìí, kí ẹ sì sọ bí ó ṣe ń ṣe yín fún un.',
      ],
      hausa: [
        '{read} Mun gode da kuka rubuta. Babu wanda yake fushi da ku a nan.',
        'Da alama abubuwa sun yi muku wuya sosai yanzu. Ba sai kun ɗauki wannan ku kaɗai ba.',
        'Idan kuna iya cutar da kanku yanzu, ko kun riga kun yi, don Allah kada ku zauna ku kaɗai: ku je wurin wani, ku je asibiti mafi kusa, ko ku kira {emergency}.',
        'Idan akwai wani abu kusa da ku da za ku iya cutar da kanku da shi, don Allah ku matsa daga wurinsa, ko ku ce wa wani ya ɗauke shi.',
        'Don Allah ku ce wa wani da kuka amince da shi ya zauna tare da ku yau, ku gaya masa yadda kuke ji.',
      ],
      igbo: [
        '{read} Daalụ maka ide ya. O nweghị onye na-eweso gị iwe ebe a.',
        'Ọ dị ka ihe siiri gị ike nke ukwuu ugbu a. Ọ dịghị mkpa ka i buru nke a naanị gị.',
        'Ọ bụrụ na ị nwere ike imerụ onwe gị ahụ ugbu a, ma ọ bụ na i meela ya, biko anọla naanị gị: gakwuru mmadụ, gaa n’ụlọ ọgwụ kacha nso, ma ọ bụ kpọọ {emergency}.',
        'Ọ bụrụ na e nwere ihe dị gị nso nke i nwere ike iji merụọ onwe gị ahụ, biko si n’ebe ọ dị pụọ, ma ọ bụ gwa mmadụ ka o were ya pụọ.',
        'Biko gwa otu onye ị tụkwasịrị obi ka ọ nọnyere gị taa, ma gwa ya otú obi dị gị.',
      ],
    }),
  },
  {
    title: 'Someone is hurting her or a child',
    mark: 'violence',
    steps: [
      'Read all of it, and believe her.',
      'Look for the answers to the five questions. If the one who hurts her is near or soon will be, or a child is there, or she may be under 18, act at once and ask a colleague to look with you.',
      'Reach out inside the app alone. Never write to the partner or to the family.',
      'Let her decide. Do not press her to leave, to report it or to tell her name.',
      'The one who hurts her may read it. Do not name him, say that she wrote, repeat what she told, or write of leaving, reporting or a plan.',
      'After a rape: a hospital today. Medicine against HIV helps up to 3 days, the pill against a pregnancy up to 5; a hospital helps later too.',
      'Hospital even without a wound: hands on her throat, a blow to the head, or to a pregnant belly.',
      'Cover words that show who she is or where she is.',
      'Pass the case to an administrator when a child is in danger.',
      ...lastSteps,
    ],
    questions: questions(
      'Does she say how or when: a weapon, hands on her throat, a threat to kill, blows in pregnancy?',
      'Is the one who hurts her with her?',
    ),
    neverSay: [
      ...neverSay,
      'Why do you not leave him?',
      'What did you do to make him angry?',
      'You must report it.',
      'He is still your husband.',
    ],
    ...inParagraphs({
      english: [
        'Take care that nobody who could harm you sees this message. You can close it at any time.',
        'It is not your fault. Nobody has the right to hurt you or your child.',
        'If you are in danger now, go where other people are, if you can, and call {emergency}.',
        'If you are hurt, please go to a hospital. You decide how much you tell them.',
      ],
      pidgin: [
        'Make sure say person wey fit harm you no see this message. You fit close am any time.',
        'No be your fault. Nobody get right to hurt you or your pikin.',
        'If you dey danger now, go where people dey, if you fit, and call {emergency}.',
        'If e don wound you, abeg go hospital. Na you go decide how much you go tell them.',
      ],
      yoruba: [
        'Ẹ rí i pé ẹni tó lè ṣe yín léṣe kò rí ọ̀rọ̀ yìí. Ẹ lè pa á dé nígbàkigbà.',
        'Kì í ṣe ẹ̀bi yín. Ẹnikẹ́ni kò ní ẹ̀tọ́ láti ṣe yín léṣe, tàbí láti ṣe ọmọ yín léṣe.',
        'Tí ẹ bá wà nínú ewu báyìí, ẹ lọ sí ibi tí àwọn èèyàn wà, tí ẹ bá lè ṣe é, kí ẹ sì pe {emergency}.',
        'Tí ẹ bá fara pa, ẹ jọ̀wọ́, ẹ lọ sí ilé ìwòsàn. Ẹ̀yin ni ẹ máa pinnu ohun tí ẹ máa sọ fún wọn.',
      ],
      hausa: [
        'Ku kula kada wanda zai iya cutar da ku ya ga wannan saƙo. Za ku iya rufe shi a kowane lokaci.',
        'Ba laifinku ba ne. Babu wanda yake da ikon cutar da ku ko ɗanku.',
        'Idan kuna cikin haɗari yanzu, ku je inda akwai mutane, idan za ku iya, ku kira {emergency}.',
        'Idan kun ji rauni, don Allah ku je asibiti. Ku ne za ku yanke abin da za ku faɗa musu.',
      ],
      igbo: [
        'Lezie anya ka onye nwere ike imerụ gị ahụ ghara ịhụ ozi a. Ị nwere ike imechi ya mgbe ọ bụla.',
        'Ọ bụghị gị kpatara ya. O nweghị onye nwere ikike imerụ gị ma ọ bụ nwa gị ahụ.',
        'Ọ bụrụ na ị nọ n’ihe ize ndụ ugbu a, gaa ebe ndị mmadụ nọ, ma i nwee ike, ma kpọọ {emergency}.',
        'Ọ bụrụ na i merụrụ ahụ, biko gaa n’ụlọ ọgwụ. Ọ bụ gị ga-ekpebi ihe ị ga-agwa ha.',
      ],
    }),
  },
  {
    title: 'She may hurt someone',
    mark: 'threat',
    steps: [
      'Read all of it. Ask yourself whom she may hurt, and whether it is a child.',
      afterQuestions,
      'Reach out calmly and without blame. To fear one’s own thoughts after a birth is a reason for help.',
      'Voices, confusion, or a baby near her: phone the clinician of your company now, day or night.',
      'Calling outside help takes two colleagues, each with a reason.',
      'Hide the text when it threatens a person who can be recognised.',
      ...lastSteps,
    ],
    questions: questions('Does she say how or when, or whom?'),
    neverSay: [
      ...neverSay,
      'How can a mother think such a thing?',
      'You are dangerous.',
      'They will take your child away.',
      'We will report you.',
    ],
    ...inParagraphs({
      english: [
        '{read} Thoughts like these can be frightening, and it is good to speak about them.',
        'If you could hurt someone now, please go away from that person, if it is safe. Put a baby down in a safe place, and ask someone to stay.',
        'If you fear that you cannot stop, go to the nearest hospital now, or call {emergency}. You can say there that you are afraid of what you might do.',
        'Please tell one person you trust how you feel, today.',
      ],
      pidgin: [
        '{read} This kind thought fit make person fear, and e good to talk about am.',
        'If you fit hurt person now, abeg commot from where the person dey, if e safe. Put baby down for safe place, and call person make e come.',
        'If you dey fear say you no go fit stop, call {emergency} now, or go the hospital wey near you pass. You fit tell them say you dey fear wetin you fit do.',
        'Abeg tell one person wey you trust how you dey feel, today.',
      ],
      yoruba: [
        '{read} Irú èrò báyìí lè bani lẹ́rù, ó sì dára láti sọ̀rọ̀ nípa rẹ̀.',
        'Tí ó bá ṣeé ṣe pé ẹ máa ṣe ẹnì kan léṣe báyìí, ẹ jọ̀wọ́, ẹ kúrò lọ́dọ̀ ẹni náà, tí kò bá sí ewu níbẹ̀. Ẹ gbé ọmọ ọwọ́ sí ibi tí kò séwu, kí ẹ sì pe ẹnì kan kó wá.',
        'Tí ẹ bá ń bẹ̀rù pé ẹ kò ní lè dá dúró, ẹ pe {emergency} báyìí, tàbí kí ẹ lọ sí ilé ìwòsàn tó sún mọ́ yín jù. Ẹ lè sọ fún wọn pé ẹ ń bẹ̀rù ohun tí ẹ lè ṣe.',
        'Ẹ jọ̀wọ́, ẹ sọ bí ó ṣe ń ṣe yín fún ẹnì kan tí ẹ fọkàn tán, lónìí.',
      ],
      hausa: [
        '{read} Irin wannan tunani yana iya ban tsoro, kuma yana da kyau a yi magana a kansa.',
        'Idan kuna iya cutar da wani yanzu, don Allah ku matsa daga wurinsa, idan babu haɗari. Ku ajiye jariri a wuri mai aminci, ku kira wani ya zo.',
        'Idan kuna tsoron ba za ku iya dainawa ba, ku kira {emergency} yanzu, ko ku je asibiti mafi kusa. Za ku iya gaya musu cewa kuna tsoron abin da za ku iya yi.',
        'Don Allah ku gaya wa wani da kuka amince da shi yadda kuke ji, yau.',
      ],
      igbo: [
        '{read} Ụdị echiche a nwere ike iyi egwu, ọ dịkwa mma ikwu banyere ya.',
        'Ọ bụrụ na ị nwere ike imerụ mmadụ ahụ ugbu a, biko si ebe onye ahụ nọ pụọ, ma ọ bụrụ na o nweghị ihe ize ndụ. Debe nwa ọhụrụ n’ebe nchekwa, kpọọ mmadụ ka ọ bịa.',
        'Ọ bụrụ na ị na-atụ egwu na ị gaghị akwụsịli, kpọọ {emergency} ugbu a, ma ọ bụ gaa n’ụlọ ọgwụ kacha nso. Ị nwere ike ịgwa ha na ị na-atụ egwu ihe ị nwere ike ime.',
        'Biko gwa otu onye ị tụkwasịrị obi otú obi dị gị, taa.',
      ],
    }),
  },
  {
    title: 'She may need a hospital now',
    mark: 'emergency',
    steps: [
      'Reach out first, and read the rest after it. Minutes can count.',
      'Hospital at once: any bleeding in pregnancy, soaked pads, fits, a bad headache, blurred sight, strong belly pain, fainting, fever, a baby that moves less, waters that break early, trouble breathing, poison.',
      'A newborn: fits, does not feed, breathes fast, is hot or cold.',
      afterQuestions,
      'Never ask what she took, and never write it down, in no note either.',
      'Name no illness, and never say that it is harmless.',
      'Phone the clinician of your company when you are not sure. Until then treat it as serious.',
      ...lastSteps,
    ],
    questions: questions('Does she say since when, or how it began?'),
    neverSay: [
      ...neverSay,
      'What did you take?',
      'Drink palm oil or milk, or make yourself vomit.',
      'Wait and see.',
      'That is only normal.',
      'You should have gone earlier.',
    ],
    ...inParagraphs({
      english: [
        '{read} What you describe can be serious. Please do not wait for an answer here.',
        'Go to the nearest hospital now. Do not wait for anyone. If you cannot go, call {emergency}.',
        'They are there to treat you, whatever happened before. You do not have to explain it here.',
      ],
      pidgin: [
        '{read} Wetin you write about fit serious. Abeg no wait for answer for here.',
        'Go the hospital wey near you pass now, or call {emergency}. Tell person make e follow you go.',
        'Them dey there to treat you, whatever don happen before. You no need explain am for here.',
      ],
      yoruba: [
        '{read} Ohun tí ẹ sọ lè le. Ẹ jọ̀wọ́, ẹ má ṣe dúró de èsì níbí.',
        'Ẹ lọ sí ilé ìwòsàn tó sún mọ́ yín jù báyìí, tàbí kí ẹ pe {emergency}. Ẹ ní kí ẹnì kan bá yín lọ.',
        'Iṣẹ́ wọn ni láti tọ́jú yín, ohun yòówù kó ti ṣẹlẹ̀ tẹ́lẹ̀. Kò pọn dandan kí ẹ ṣàlàyé rẹ̀ níbí.',
      ],
      hausa: [
        '{read} Abin da kuka faɗa yana iya zama mai tsanani. Don Allah kada ku jira amsa a nan.',
        'Ku je asibiti mafi kusa yanzu, ko ku kira {emergency}. Ku ce wa wani ya raka ku.',
        'Aikinsu ne su yi muku magani, ko me ya faru a baya. Ba sai kun yi bayani a nan ba.',
      ],
      igbo: [
        '{read} Ihe ị kọrọ nwere ike ịdị njọ. Biko echela azịza ebe a.',
        'Gaa n’ụlọ ọgwụ kacha nso ugbu a, ma ọ bụ kpọọ {emergency}. Gwa mmadụ ka o soro gị.',
        'Ọrụ ha bụ ịgwọ gị, n’agbanyeghị ihe mere na mbụ. Ị kwesịghị ịkọwa ya ebe a.',
      ],
    }),
  },
];
