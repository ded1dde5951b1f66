import {
  combinedPillRisks,
  contraceptives,
  essentialPractice,
  nhs,
  painkillersInPregnancy,
  sickleCell,
  who,
} from '#server/lady-due/default-parts.ts';
import { dangers, goNow, sameDay, suicidalThoughts, today } from '#server/medical-texts/dangers.ts';

export const demoCategories = [
  'Everyday life',
  'Food and drink',
  'Moving',
  'Mind and rest',
  'People around you',
  'At the clinic',
  'School and work',
  'Money and planning',
  'Questions we hear often',
  'Stories from readers',
];

export const demoSections = ['Start here', 'Good to know', 'Try this week', 'What people ask', 'For later'];

type DemoText = { title: string; description: string; text: string[]; citations: string[] };

export const demoCards: DemoText[] = [
  {
    title: 'Eat iron every day',
    description: 'Beans, leaves and a little fruit.',
    text: [
      'Iron helps the blood to carry oxygen. Beans, lentils, egusi, ugu and other dark leaves, fish and lean meat have it.',
      'Eat fruit such as oranges or guava with it: vitamin C helps the body to take iron up. Tea and coffee do the opposite, so have them an hour later.',
      'Ask at your clinic for a blood test if you are often tired or short of breath.',
    ],
    citations: [who('Anaemia', 'anaemia')],
  },
  {
    title: 'A walk counts',
    description: 'Half an hour on most days.',
    text: [
      'You need no gym. Walking to the market, dancing, climbing stairs and housework all count as movement.',
      'Aim for 150 minutes a week, in pieces of any length. Start with ten minutes if you have not moved much lately.',
      `Stop if you get dizzy. ${goNow}, if ${dangers.chest}.`,
    ],
    citations: [
      who('Physical activity', 'physical-activity'),
      'CDC: Signs and symptoms of urgent maternal warning signs. https://www.cdc.gov/hearher/maternal-warning-signs/index.html',
    ],
  },
  {
    title: 'Sleep that restores you',
    description: 'Small habits for the evening.',
    text: [
      'Most adults need 7 to 9 hours. Going to bed and getting up at the same time helps more than sleeping in on Sunday.',
      'Put the phone away half an hour before, keep the room dark and as cool as you can, and sleep under your net.',
    ],
    citations: [nhs('Insomnia', 'conditions/insomnia')],
  },
  {
    title: 'How to write down your symptoms',
    description: 'What a doctor wants to know.',
    text: [
      'Note the day, what you felt, how strong it was from 0 to 10, and what helped. Two or three cycles show a pattern.',
      'Bring the notes to your visit. They save time and help you to say everything that you wanted to say.',
    ],
    citations: [nhs('PMS (premenstrual syndrome)', 'conditions/pre-menstrual-syndrome')],
  },
  {
    title: 'Questions for your visit',
    description: 'Write three of them down.',
    text: [
      'Start with what worries you most. Ask what it could be, what happens if you wait, and which signs mean that you should come back at once.',
      'Ask for the name and the dose of each medicine, and whether you can take it when you are or may become pregnant.',
      'You may bring somebody you trust, and you may always ask for another woman in the room.',
    ],
    citations: [
      nhs('What to ask your doctor or other healthcare professional', 'nhs-services/gps/what-to-ask-your-doctor'),
    ],
  },
  {
    title: 'Talking with your partner',
    description: 'A good time, and plain words.',
    text: [
      'Choose a quiet moment, not the middle of a quarrel. Say what you feel and what you need, in sentences that begin with “I”.',
      'Listen to the answer without planning your own. You need not agree on everything today.',
      'If you are afraid of your partner, that is not your fault. Tell somebody you trust, or a health worker.',
      'If you are in danger now, go to a safe place and call {emergency}.',
      'Help lines: {helpline}.',
    ],
    citations: [who('Violence against women', 'violence-against-women')],
  },
  {
    title: 'Drinking enough',
    description: 'Water first.',
    text: [
      'Six to eight cups a day are a good start, and more in the heat, when you exercise or breastfeed. Pale urine is a good sign.',
      'Boil or treat water that you are not sure of. Sweet drinks do not replace it.',
    ],
    citations: [
      nhs('Water, drinks and hydration', 'live-well/eat-well/food-guidelines-and-food-labels/water-drinks-nutrition'),
    ],
  },
  {
    title: 'When worries do not stop',
    description: 'It is common, and there is help.',
    text: [
      'Worry that goes on for weeks, keeps you awake or keeps you from what you like can be treated.',
      'Breathe out slowly for longer than you breathe in, a few minutes at a time. Talk to one person you trust today.',
      ...suicidalThoughts,
    ],
    citations: [who('Mental disorders', 'mental-disorders'), who('Suicide', 'suicide')],
  },
  {
    title: 'Painkillers, safely',
    description: 'Read the packet each time.',
    text: [
      'Take no more than the packet says. Many medicines for a cold have paracetamol in them: never take two with the same drug.',
      `${goNow}, if ${dangers.overdose}.`,
      'Too much can harm the liver before you feel ill. Take the packet with you.',
      'In pregnancy take no ibuprofen, diclofenac, naproxen or full-dose aspirin, unless a doctor who knows that you are pregnant gives it. From 28 weeks do not take them at all.',
      'Low-dose aspirin is different: take it in pregnancy only if a doctor prescribed it, and as prescribed.',
      'Pregnant or not, ask before you take any of these if you have asthma, or trouble with heart, stomach or kidneys.',
    ],
    citations: [
      nhs('About paracetamol for adults', 'medicines/paracetamol-for-adults/about-paracetamol-for-adults'),
      nhs('About ibuprofen for adults', 'medicines/ibuprofen-for-adults/about-ibuprofen-for-adults'),
      nhs('Medicines in pregnancy', 'pregnancy/keeping-well/medicines'),
      painkillersInPregnancy,
    ],
  },
  {
    title: 'Contraception: what there is',
    description: 'From condoms to implants.',
    text: [
      'No method suits everybody. Implants and coils work for years with nothing to remember. Pills and injections need a routine. Condoms also guard you against infections.',
      'The pill with two hormones is not for everybody. Do not take it if you have had a clot or a stroke.',
      'It is not for you either with high blood pressure, migraine with flashing lights, or if you smoke and are 35 or older.',
      'Wait with it until six weeks after a birth, and six months if you breastfeed. Ask a nurse which method suits you.',
      'A clot or a stroke is rare with that pill, but needs help at once.',
      `${goNow}, if ${dangers.clot}.`,
      `${goNow}, if ${dangers.lung}.`,
      `${goNow}, if ${dangers.chest}.`,
      `${goNow}, if ${dangers.suddenHeadache}.`,
      `${goNow}, if ${dangers.stroke}.`,
      'After sex without protection, get emergency contraception as soon as you can: each hour counts. A clinic or a pharmacy can help, in private.',
      'Pills with levonorgestrel, such as Postinor, are meant for the first 3 days (72 hours). Later they work less well.',
      'Pills with ulipristal, and a copper coil from a clinic, can be used up to 5 days. The copper coil works best.',
      'If your next period is more than a week late, take a pregnancy test.',
    ],
    citations: [
      who('Family planning and contraception methods', 'family-planning-contraception'),
      who('Emergency contraception', 'emergency-contraception'),
      nhs('Emergency contraception', 'contraception/emergency-contraception'),
      combinedPillRisks,
      ...contraceptives,
    ],
  },
  {
    title: 'Infections that you may not notice',
    description: 'Why a test is worth it.',
    text: [
      'Many infections that pass through sex cause no symptoms and can still harm you, or a baby later. A test is quick.',
      'See a nurse or doctor soon with unusual discharge, sores, itching, pain when you pass urine, or bleeding after sex. Your partner needs treatment too.',
      `${sameDay} if ${today.painWithFever}.`,
      `${goNow}, if ${dangers.suddenPain}.`,
      `${goNow}, if ${dangers.ectopic}.`,
      `${goNow}, if ${dangers.feverVomiting}.`,
      `${goNow}, if ${dangers.feverWeak}.`,
      'If you are or may be pregnant, ask for the test this week: some infections can harm the baby, and they can be treated.',
    ],
    citations: [
      who('Sexually transmitted infections', 'sexually-transmitted-infections-(stis)'),
      nhs('Pelvic inflammatory disease', 'conditions/pelvic-inflammatory-disease-pid'),
      nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
      essentialPractice,
    ],
  },
  {
    title: 'Sickle cell and your plans',
    description: 'Know your genotype.',
    text: [
      'A blood test tells your genotype. When two people who both carry sickle cell have a child, the chance of the disease is one in four each time.',
      'Counselling explains your choices without judging. People who live with sickle cell need special care in pregnancy, from its first weeks.',
      `${goNow}, if ${dangers.sickleCell}.`,
      `${goNow}, if ${dangers.chest}.`,
    ],
    citations: [...sickleCell, nhs('Sickle cell disease', 'conditions/sickle-cell-disease')],
  },
];
