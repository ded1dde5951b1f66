/** A text of a post, followed by comments that fit this text only. */
type Story = string | readonly [text: string, ...answers: string[]];

/**
 * The topics of posts, and comments that fit any post on them. Kind words and own stories only: no advice, no doses, no
 * brands. No one laughs or congratulates below a heavy post.
 */
export type Topic = {
  /** The topic of Awa Secrets for such posts. */
  title: string;
  share: number;
  tone: 'light' | 'warm' | 'heavy';
  stories: readonly Story[];
  answers: readonly string[];
};

/** The first words of a new user. */
export const hello: Topic = {
  title: 'Everyday life',
  share: 0,
  tone: 'warm',
  stories: [
    'Hello everyone, I am new here. My cousin told me about this app and I have been reading quietly all evening.',
    'Just joined 👋🏾 I am a nursing student in Ibadan and I want to understand my own body better.',
    'New member alert! Please be nice to me 😅',
    'Good evening sisters. First time posting. I have never talked about these things with anybody, not even my sister.',
    'Hi, newbie here from Kaduna. Happy to find a place where nobody will shout at me for asking questions.',
    'I downloaded this after my third late period this year. Happy to be here, even if I am a bit shy.',
    'Salam everyone. New here, mother of two, tired but grateful.',
    'My friend said you people are like a big family. So here I am. Na me be the new pikin for house 😂',
    'Bonsoir à toutes, I write to you from Cotonou. My English is small small but I read everything.',
    'Joined today. No story yet, I just want to say well done to whoever made this.',
  ],
  answers: [
    'Welcome dear! You are in the right place.',
    'You are welcome 🤗 ask anything, nobody will judge you here.',
    'Karibu, welcome, ẹ káàbọ̀, nnọọ, sannu da zuwa! 😄',
    'Welcome sis. I was quiet for months before my first post, so you are already ahead of me.',
    'Feel at home. We all came in shy.',
    'Welcome! The evening is when the place is lively.',
  ],
};

export const postTopics: readonly Topic[] = [
  {
    title: 'Periods and cycles',
    share: 25,
    tone: 'light',
    stories: [
      'Day 1 and I have already cancelled everything. Hot water bottle is my best friend today.',
      'Does anybody else cry at adverts two days before her period or is it only me? 😭',
      [
        'My period came exactly on the day the app said. I screamed in the office. My colleagues think I am mad.',
        'Your colleagues would have called security for me 😂',
      ],
      [
        'Cramps started inside a bus on Third Mainland Bridge, in full hold-up. A woman I never met gave me her seat and her scarf. God bless you wherever you are.',
        'There are still good people in this Lagos.',
        'I have been that woman with the scarf. We look out for each other 💛',
      ],
      [
        'Who else gets back pain instead of belly pain?',
        'Mine is always the back. My sister gets it in the legs.',
        'Me. Every time.',
      ],
      [
        'I am 31 and only today I learned that a cycle is counted from the first day of bleeding. What were they teaching us in school?',
        'Nobody taught us anything. I tell my girls everything now.',
        'They were teaching us photosynthesis 😂',
      ],
      [
        'My daughter got her first period today. I was more nervous than she was. We bought ice cream and talked about it. My own mother only told me "don\'t let boys touch you" and that was all.',
        'You did so well. She will remember the ice cream.',
        'That was my whole talk as well, word for word!',
      ],
      'Please how do you people cope with cramps on a working day? I cannot tell my oga why I am bending like this.',
      ['Period came on my wedding anniversary trip. Of course it did.', 'It always knows 😩'],
      'Mine was 28 days for years, now it is 24, then 33, then 26. I wrote it all down here and will show it to the doctor on Thursday.',
      'Abeg which kind of sleep position dey work for una? I don try all.',
      [
        'Heavy flow and no light, no water since morning. Nigeria plus period is a special kind of exam.',
        'And you passed it. Well done.',
      ],
      [
        'I finally told my husband what cramps feel like. He was quiet, then he washed all the plates. Progress!',
        'Please lend him to us for a workshop.',
        'All the plates?! Keep that man.',
      ],
      [
        'The mood swings this month are not here to play. I snapped at my neighbour over a bucket.',
        'The bucket had it coming 😂',
      ],
      [
        'I used to be ashamed to buy pads if the seller was a man. Today I asked for them loudly and even argued about the price. Growth.',
        'Argued about the price 😂 that is a full Lagos woman.',
      ],
      'Reusable pads people, how do you dry them in rainy season?',
      'Late by nine days. Test negative. Stressed about exams. Is it the stress? I hate waiting.',
      'My flow is so light these days that I wonder whether it counts.',
      'Spotting in the middle of the month. It has happened twice now, so I booked an appointment.',
      [
        'In our hostel there is one toilet for twelve girls. You people who have your own bathroom, hug it for me.',
        'Hugging it right now.',
      ],
      [
        'Fasting and period timing again 🙈 my mother-in-law counts my days better than this app.',
        'They should employ her here 😄',
      ],
      'Ok but why do I clean the entire house the day before? Every. Single. Month.',
      [
        'Cravings today: roasted corn, ube, groundnut, and peace of mind.',
        'Roasted corn and ube, you have finished me 😩',
      ],
      [
        'Reminder to my fellow teachers: keep a spare pad in your drawer for the girls. One of mine missed school three days every month and I never asked why.',
        'Doing this from Monday. Thank you, ma.',
        'You may have changed her whole year.',
      ],
      'Chai. Day 2.',
    ],
    answers: [
      'Same here, every month. You are not alone at all.',
      'I keep a diary here and it helped me explain it at the clinic.',
      'Day 2 is my own enemy. Sending you a warm hug 🤗',
      'If it worries you please let a doctor look at it. I waited too long with mine.',
      'Chai. This one I know too well.',
      'Rest if you can, my dear. The work will still be there tomorrow.',
      'My mum used to rub my back and sing. I still hear it each time.',
      'The things we carry quietly every month, ehn.',
    ],
  },
  {
    title: 'PCOS, fibroids, endometriosis',
    share: 13,
    tone: 'warm',
    stories: [
      [
        'Diagnosed with PCOS this morning. I am not even sad, I am just relieved that it has a name.',
        'Having a name for it changed everything for me as well.',
      ],
      'Fibroids run in my family: mother, two aunties, and now me. My appointment is next week and I would love to hear how yours went.',
      [
        'Seven months without a period. Then today! Who would have thought I would celebrate this visitor 🎉',
        'Welcome back, visitor! 🎉',
      ],
      [
        'How do you explain PCOS to an African mother? Mine says it is because I sleep late.',
        'African mothers and late sleep 😂 mine says it is cold water.',
      ],
      [
        'My skin cleared up a little this month and I took a picture without a filter for the first time in two years. Small wins.',
        'Small wins are wins. Well done!',
      ],
      'Cysters, how do you stay motivated when you do everything right and nothing changes?',
      [
        'I found a doctor who listened for twenty whole minutes. I almost cried in the chair.',
        'Twenty minutes! They exist!',
      ],
      'They found out that my thyroid is the cause of it all. So many years of blaming myself.',
      [
        "Surgery for fibroids done, day 4 at home. Walking like somebody's grandmother but I dey alive. Thank you for your prayers.",
        'Thank God! Walk small small, grandma 💜',
      ],
      [
        'Scan tomorrow. My hands are cold since evening.',
        'Holding your cold hands from here.',
        'Let us know how it went.',
      ],
      'Two years since my diagnosis. What I know now: write everything down, ask everything twice.',
    ],
    answers: [
      'Cyster! 💜 You are not your hormones.',
      'Mine was two years ago. The waiting was worse than the thing itself.',
      'Please get a second opinion if you feel unheard, it is your body.',
      'We are many, we just do not talk about it.',
      'I will follow your story, dear.',
    ],
  },
  {
    title: 'Heavy days',
    share: 9,
    tone: 'heavy',
    stories: [
      "Month 14 of trying. Today my period came during my best friend's baby shower. I smiled for all the pictures.",
      [
        "Lost it at seven weeks. I don't want advice, I only want somebody to know that it was here.",
        'It was here and it mattered. 🕊️',
        'I know it was here.',
      ],
      [
        'Our IVF did not work. We are taking a break and going to see the sea in Badagry, just the two of us.',
        'Go and see the sea. You both deserve it.',
      ],
      [
        'Anyone here with PCOS who was told "just lose weight" and sent home? I am so tired of that sentence.',
        'I heard that sentence from three doctors before one of them checked properly.',
      ],
      ['The hair on my chin. I said it. There. 😔', 'I have it too. Thank you for saying it first.'],
      'Four years of "it is normal, every woman has pain". It was endometriosis. Please, if you feel something is wrong, ask again. And again.',
      'People see big tummy and say congratulations. I used to explain. Now I just say thank you and carry on.',
      [
        'Nobody told me that I would cry on day four for no reason with a healthy baby in my arms.',
        'I cried on day four as well. If it stays please tell somebody, there is help and no shame in it.',
      ],
      ['I love my baby and I miss myself. Both are true.', 'Both are true. Thank you for putting it in words.'],
      'I told the nurse that I am not feeling like myself. She did not laugh. She sat down. Please talk to somebody, it helped me.',
      'To be honest this year was heavy. Writing it here so that it is no longer only in my head.\n\nI lost my job in March, my aunt in June and a pregnancy in August. Each time I opened this app because it was the only place where I did not have to be strong. Some of you wrote to me. One of you sent me a voice note singing.\n\nI have a new job now. I laugh again. I am not "over it", but I am here. If you are in your March or your June: stay. Please stay.',
      'How do I tell my younger sister, who is trying, that I am pregnant and did not even plan it? I feel so guilty.',
    ],
    answers: [
      'I am so sorry, dear.',
      'No words, only a long hug.',
      'I was there two years ago. I will not tell you to be patient, I only say that I understand.',
      'Thank you for trusting us with this.',
      'Reading this and crying with you.',
      'You do not have to be strong here.',
      'Thinking of you tonight. 🕊️',
    ],
  },
  {
    title: 'Trying to conceive',
    share: 13,
    tone: 'warm',
    stories: [
      [
        'TTC sisters, how do you answer "when are you giving us our baby?" at family meetings? I need something polite but final.',
        'My answer: "Ask God, He has my file." Then I leave for the kitchen.',
        'I ask them when they are giving us our money back. End of meeting.',
      ],
      'Faint line or am I seeing things? Too afraid to show my husband yet.',
      "He finally agreed to do his own test. That alone took a whole year. Men, please, it is two people's journey.",
      'The two-week wait should be called the two-year wait.',
      'I stopped counting the days this month and slept well for the first time in ages.',
      [
        'My mother-in-law brought another "special" drink from the village. I thanked her and poured it to the flowers. The flowers are doing very well.',
        'The flowers are doing very well 😂😂 I am finished.',
      ],
      [
        'First fertility clinic visit today. The waiting room was full. All of us pretending to read our phones.',
        'I was the one with the phone upside down.',
      ],
      ['Who else has names ready for a baby that has not come? I have three.', 'Four. And one is for twins.'],
      'Negative again. Ok. I will cry small, eat suya, and try next month.',
      'For the one who needs it today: your worth is not in your womb. Somebody told me this on my worst day.',
      'Tracking for six months and I finally understand my own pattern. It feels like I was given the map of my own town.',
    ],
    answers: [
      'Baby dust to you and to everybody waiting ✨',
      'Month 20 here. Hold my hand.',
      'I needed this today. Thank you.',
      'Waiting with you, sis.',
      'Your time, your pace. We are here.',
    ],
  },
  {
    title: 'Good news',
    share: 5,
    tone: 'light',
    stories: [
      'Two lines!!! After three years!!! I am shaking, I cannot even type. God did it 😭😭😭',
      'Heard the heartbeat this morning. My husband, who never cries, had "something in his eye".',
      'Twins!!! The doctor said "let me check again" and my heart nearly stopped. Mama Ejima loading 👶🏾👶🏾',
      'He is here. 3am, loud like his father. We are both fine. I read your comments between the contractions and they carried me ❤️',
      'She came on a Friday, 3.4 kilos of pure attitude. Thank you all for the prayers.',
      [
        'Naming ceremony yesterday. She got eleven names. I remember six.',
        'Eleven names 😂 my own has nine and answers to none.',
      ],
    ],
    answers: [
      'Congratulations!!! I am dancing in my kitchen 💃🏾💃🏾',
      'Congratulations mama! 🎉',
      'Barka! May joy never leave your house.',
      'Ẹ kú oríire! So happy for you both.',
      'We thank God o! Tears of joy here.',
      'This is the best thing I have read all week.',
    ],
  },
  {
    title: 'Pregnancy',
    share: 17,
    tone: 'light',
    stories: [
      '12 weeks today and I can finally keep tea down. The smell of fried onions is still my enemy.',
      [
        'Is anybody else due in the rainy season? I am thinking about the roads already.',
        'Rainy season mothers, gather here ☔',
      ],
      [
        'The baby kicks only when my mother-in-law talks. We have a supporter 😂',
        'Mine kicked whenever the generator came on.',
      ],
      'Antenatal queue from 6am, seen at 1pm. Carry food, carry water, carry patience.',
      [
        'Everybody has an opinion about my food. Do not eat snail, do not eat okro, do not eat at night. I ate plantain at midnight and it was wonderful.',
        'The plantain at midnight people are the real people.',
      ],
      'Third trimester and the Lagos heat. I now live in front of the fan, forward my letters there.',
      [
        'Who else is scared of labour and tired of hearing "women have been doing it since"? They have, but I have not.',
        'I was afraid too. I asked every question I had at antenatal and it made me calmer.',
      ],
      'Packed my hospital bag three times already. I remove things, I put them back. Nesting is real.',
      [
        'First baby at 41. They wrote "elderly" on my card. Me?! I still climb the bridge faster than the nurse.',
        'They wrote it on mine too, at 36! My son is four now and runs faster than all of them.',
      ],
      [
        "My feet have become bread. The only shoes that enter are my brother's slippers.",
        'Mine did the same. Please mention it at your next visit all the same.',
      ],
      'Please tell me about good hospitals for delivery around Surulere. I want to visit before I decide.',
      'Rest, they said. With a two-year-old in the house? I will try.',
      'I miss sleeping on my belly. That is the post.',
      'He talks to the belly every night in Igbo so that the child "will not be oyinbo". It is the sweetest thing.',
      [
        '38 weeks. Everyone calls every day: "have you born?" If I have born, you will hear the shout.',
        '"You will hear the shout" 😂😂😂',
      ],
      'No cravings at all, only anger at the smell of perfume. Is it only me?',
    ],
    answers: [
      'Safe journey to you, mama.',
      'You will deliver like the Hebrew women 🙏🏾',
      'In sha Allah it will end in joy. Keep us posted.',
      'Sleep while you can o.',
      'I remember this so well.',
      'Enjoy it, even the annoying parts. It goes fast.',
    ],
  },
  {
    title: 'New mothers',
    share: 8,
    tone: 'warm',
    stories: [
      'Breastfeeding is a full-time job with night shifts and no salary.',
      [
        "Omugwo is going well. My mother has taken over the kitchen, the baby, and my husband's remote control.",
        'The remote control! Omugwo mothers do not play.',
      ],
      [
        'Three months after birth and my hair is in the comb, on the pillow, in the soup. Tell me it comes back.',
        'It comes back, small small. Mine did.',
      ],
      [
        'Back at work today. I pumped in a store room beside cartons. We need to do better by mothers.',
        'A store room, in this age. I am angry for you.',
      ],
      'My period has not returned since birth, baby is seven months. How was it for you?',
      [
        'To the mother who is awake now with a small person on her chest: I see you. Me too.',
        'Awake too. Night club of a different kind 🙋🏾‍♀️',
      ],
      'She slept five hours in a row. I woke up four times to check that she was breathing.',
      'My two-year-old told the pastor that mummy has "a period of time". I am still on the floor.',
    ],
    answers: [
      'Well done, mama.',
      'You are doing better than you think.',
      'It gets lighter, I promise.',
      'Mothers of this app, I salute you.',
    ],
  },
  {
    title: 'Everyday life',
    share: 10,
    tone: 'light',
    stories: [
      "Drink water, answer your mother's call, and be kind to yourself today.",
      [
        'I just want to thank everybody who replied to me last week. I went to the clinic. I am fine. You people are better than family.',
        'Thank God! I was still thinking about you.',
      ],
      'Today I walked to the market instead of taking keke, and I felt like a champion.',
      ['How una dey? 💛', 'We dey o, we thank God. How body?', 'I dey kampe!'],
      [
        'Sometimes I read here without writing anything. It is enough to know there are others.',
        'Reading quietly is also being here. 💛',
      ],
      'Can we talk about bras? I have been wearing the wrong size since secondary school.',
      [
        'Who else is in her forties and feels everything changing? Hot nights, no sleep, sudden tears. I thought that I had years left.',
        'Forties club here. The nights! I open every window.',
      ],
      'My sister and I compare our calendars now. We never spoke about these things at home. Thank you, app.',
      ['Unpopular opinion: the best heating pad is a warm bottle in an old sock.', 'Old sock gang 🧦'],
      'Slept eight hours. EIGHT. I am a new woman.',
      [
        "Small rant: why is the women's clinic on the fourth floor with no lift?",
        'Fourth floor with no lift. Only in this country.',
      ],
      ['Any book people here? I need something happy.', 'Tell me too when you find one!'],
      'My grandmother asked what this app is. I explained. She said "so you people have a village in your phone". Yes, Grandma.',
      '🌸',
    ],
    answers: [
      'Happy for you, truly.',
      'This is why I come here.',
      'You people make my evenings.',
      'I agree one hundred percent.',
    ],
  },
];

/** Beginnings and ends, added to some posts that are not heavy. */
export const openers = [
  'Hello sisters. ',
  'My people! ',
  'Sisters, ',
  'Hi all. ',
  'Salam sisters. ',
  'Hmm. ',
  'Ladies! ',
  'Good day all. ',
];

export const closers = [
  ' ❤️',
  ' 💜',
  ' 🌺',
  ' 🙏🏾',
  ' Thank you all.',
  ' Thanks for reading.',
  ' Hugs to everybody.',
  ' Have a calm week, everyone.',
];

/** Comments that fit any post, heavy or not. */
export const anyAnswers: readonly string[] = [
  'Thank you for sharing this.', 'Sending you love ❤️', 'You are strong.', 'This is so real.', 'Hugs 🤗', 'It is well with you.',
  'I felt this in my chest.', 'You said it better than I could.', '❤️❤️', 'You are not alone.', 'God is in control.',
  'I am in the same boat, you can write me any time.', 'How are you today? Still thinking about you.', 'My sister, hmm.',
  'Thank you, I thought that I was the only one.', 'Take it one day at a time.', 'No shame here at all.', 'I dey your back.',
  'Courage, ma sœur.', 'We are here with you.', 'Holding your hand from Enugu.', 'E go better.',
]; // prettier-ignore

/** Comments that fit any light post. */
export const lightAnswers: readonly string[] = [
  'Same here!', 'Me too, exactly me.', '😂😂😂', '💯', 'True talk.', 'Correct!', 'Lol I cannot with you 🤣', 'You made my day.',
  'I showed this to my sister, she laughed out loud.', 'Following, I want to know too.', 'Please update us.', 'God when 😩',
  'Wow.', 'This community is everything.', 'I was just about to post the same thing.', 'You have a talent for telling stories.',
]; // prettier-ignore
