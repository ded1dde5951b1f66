/** Parts of posts, by topic: any beginning goes with any middle and any end. */
export type Parts = { begin: readonly string[]; middle: readonly string[]; end: readonly string[] };

export const parts: Readonly<Record<string, Parts>> = {
  'Periods and cycles': {
    begin: [
      'Day 2 again.', 'My period came while I was at church.', 'It is raining and I have cramps.', 'Woke up at 4 with that old pain.',
      'The app said Tuesday, my body said Sunday.', 'Please tell me that I am not the only one.', 'My flow this month is something else.',
      'Today I told my boss the truth.', 'I am writing this from the bathroom floor.',
    ],
    middle: [
      'I had to sit through a three-hour meeting and smile.', 'My sister brought pepper soup and did not ask questions.', 'I bled through my best skirt in a keke.',
      'The hot water bottle has been my only friend.', 'I cried because the bread was finished.', 'My husband now knows more about cycles than my secondary school did.',
      'I counted the days twice and it is still late.', 'I danced at the wedding all the same.', 'The whole hostel heard me complain.',
    ],
    end: [
      'How was yours?', 'Does it get easier with age?', 'Tell me what helps you.', 'That is all, thank you for listening.', 'Day 5, come quickly.',
      'I will see the doctor on Monday.', 'We are warriors, I swear.', 'Who else?',
    ],
  },
  'PCOS, fibroids, endometriosis': {
    begin: [
      'Third doctor this year.', 'Results are out.', 'A quiet PCOS update.', 'Six months since the surgery.', 'The scan was today.', 'I finally said the word at home.',
      'Back from the clinic in Yaba.',
    ],
    middle: [
      'She drew it for me on paper and for the first time I understood.', 'My mother listened and then asked for the spelling.', 'I am tired of people who look at my belly first.',
      'The hair on my chin and I have reached an agreement.', 'It did not grow since last time.', 'I was told to come back in three months.',
      'I wrote all my questions down and asked every single one.',
    ],
    end: [
      'One step at a time.', 'Has anybody had the same?', 'Pray for me, please.', 'I feel lighter today.', 'Next appointment in March.', 'Thank you for holding my hand here.',
    ],
  },
  'Heavy days': {
    begin: [
      'I have not told anyone else.', 'It would have been her birthday today.', 'The house is too quiet.', 'Some days are only about getting up.',
      'I smiled all day and it cost me everything.', 'Another test, another no.',
    ],
    middle: [
      'People say that time heals and then change the subject.', 'I keep the little socks in a drawer and nobody knows.', 'My friend came and just sat with me.',
      'I cannot pray at the moment and I feel guilty about it.', 'I ate today, that is something.', 'My husband cries only in the car.',
    ],
    end: [
      'I only wanted to say it somewhere.', 'Please no advice tonight.', 'Thank you for being here.', 'Tomorrow I will try again.', 'Hold me in your thoughts.',
    ],
  },
  'Trying to conceive': {
    begin: [
      'Day 9 of the two-week wait.', 'Cycle number 17.', 'My mother-in-law called again.', 'We have our first appointment.', 'I bought the tests in bulk this time.',
      'Everybody in my office is pregnant.', 'He agreed to come with me.',
    ],
    middle: [
      'I see signs in everything, even in the soup.', 'I told her that we will call when there is something to say.', 'The nurse was kind and called me by my name.',
      'I promised myself not to test early and I tested early.', 'We laughed in the waiting room until they looked at us.', 'I hid in the store room and breathed.',
      'I have three names and no one to call.',
    ],
    end: [
      'Baby dust to all of us.', 'How do you fill the days?', 'Send me a joke.', 'I will report on Friday.', 'God is not asleep.', 'Who is waiting with me?',
    ],
  },
  'Good news': {
    begin: ['I can finally type it.', 'Sisters, sisters, sisters!', 'After all the tears.', 'You remember my post from January?', 'Are you sitting down?'],
    middle: [
      'The line was there before I blinked.', 'She has my nose and his temper.', 'The doctor turned the screen and there was the heartbeat.',
      'The lump was nothing at all.', 'I got the job, and they have a room for mothers.', 'Mother and child are both sleeping beside me.',
    ],
    end: ['Dance with me!', 'God did it.', 'Thank you for every message.', 'Yours is next.', 'I am still shaking.'],
  },
  Pregnancy: {
    begin: [
      '16 weeks today.', 'Second trimester, where is the energy they promised?', 'Antenatal report.', 'The baby has discovered kicking.', 'Week 31 and I am a small bus.',
      'I felt it for the first time.', 'Question for the experienced mothers.',
    ],
    middle: [
      'I ate roasted yam at midnight and regret nothing.', 'My feet have their own opinion about shoes.', 'A stranger in the market told me that it is a boy.',
      'I queued from six and was seen at noon.', 'The smell of perfume turns my stomach.', 'My husband reads to my belly in Tiv.', 'I packed the bag and unpacked it again.',
    ],
    end: [
      'Is that normal?', 'What did you take to the hospital?', 'Counting the weeks.', 'I am happy and afraid at once.', 'Tell me it is worth it.', 'Rest is a myth.',
    ],
  },
  'New mothers': {
    begin: ['It is 3am.', 'Seven weeks in.', 'Today I left the house alone.', 'My mother has gone back to Owerri.', 'Nobody warned me about the hair.', 'First day back at work.'],
    middle: [
      'He fed for an hour and then smiled at the ceiling.', 'I cried when I saw my old jeans.', 'I pumped between two meetings and spilled half of it.',
      'She slept on my chest and I did not dare to breathe.', 'The neighbour brought ogi and saved my morning.', 'I forgot my own phone PIN.',
    ],
    end: ['When did you sleep again?', 'Worth it, I think.', 'Sending strength to everyone awake.', 'Tell me about your second month.', 'Small small.'],
  },
  'Everyday life': {
    begin: [
      'No light since yesterday.', 'A small story from the danfo.', 'Sunday thoughts.', 'My grandmother is visiting.', 'I started walking in the mornings.', 'Unpopular opinion.',
      'To the girl in the yellow dress at the pharmacy today.',
    ],
    middle: [
      'She asked the seller for pads as if it were bread, and I was so proud.', 'I slept eight hours and feel like a new person.', 'We should talk about these things at school.',
      'My best friend and I compared our calendars over suya.', 'I laughed until my stomach hurt.', 'He carried my bag without a word.', 'I bought myself flowers because why not.',
    ],
    end: ['Be kind to yourself today.', 'What was your small joy?', 'That is the post.', 'Drink water.', 'You people make my evenings.', 'Good night, sisters.'],
  },
}; // prettier-ignore
