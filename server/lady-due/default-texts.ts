import type { TrackingMode } from '#contract/lady-due.ts';
import {
  type DefaultCategory,
  acog,
  antenatalCare,
  cdc,
  combinedPillRisks,
  contraceptives,
  nhs,
  now,
  p,
  reply,
  sickleCell,
  soon,
  suicide,
  ul,
  who,
} from '#server/lady-due/default-parts.ts';
import { pregnancy } from '#server/lady-due/default-pregnancy.ts';
import { advice, dangers, today } from '#server/medical-texts/dangers.ts';

const { heavyBleeding, breathless, faint, suddenPain, ectopic, shoulder, toxicShock, toxicRash, bleedingInPregnancy } =
  dangers;

const period: DefaultCategory = {
  name: 'Your period',
  description: 'What is usual, what helps, and when to get help.',
  sections: [
    {
      title: 'Understanding your cycle',
      description: 'What your body does each month, and the signs that need care at once.',
      cards: [
        {
          title: 'When to get help now',
          description: 'Signs during a period that cannot wait.',
          text:
            now(heavyBleeding, breathless, faint, suddenPain, ectopic, shoulder, toxicShock, toxicRash) +
            p(advice.toxicShock) +
            reply,
          citations: [
            acog('Heavy menstrual bleeding', 'heavy-menstrual-bleeding'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
            nhs('Toxic shock syndrome', 'conditions/toxic-shock-syndrome'),
            suicide,
          ],
        },
        {
          title: 'What a cycle is',
          description: 'Day 1 is the first day of bleeding.',
          text:
            p(
              'A cycle runs from the first day of one period to the day before the next. For most adults it lasts 21 to 35 days; 28 is only an average.',
            ) +
            p(
              'About two weeks before the next period an ovary releases an egg. When it is not fertilised, the lining of the womb comes away: that is the period. It usually lasts from 2 to 7 days.',
            ) +
            p(
              'In the first years after your first period, and in the years before your periods stop, cycles often vary more.',
            ),
          citations: [nhs('Irregular periods', 'conditions/irregular-periods'), nhs('Periods', 'conditions/periods')],
        },
        {
          title: 'How much bleeding is usual',
          description: 'What heavy means, and why it matters.',
          text:
            now(heavyBleeding, breathless, faint, ectopic) +
            soon(today.maybePregnant) +
            p('See a nurse or a doctor soon if:') +
            ul(
              'you change a pad or tampon every 1 to 2 hours, or need two at once;',
              'your period lasts longer than 7 days;',
              'you pass clots larger than about 2.5 cm;',
              'you bleed between periods, or after sex;',
              'you are often tired, or out of breath when you climb stairs: heavy periods can cause anaemia.',
            ) +
            p('There are good treatments. You do not have to live with it.'),
          citations: [
            nhs('Heavy periods', 'conditions/heavy-periods'),
            acog('Heavy menstrual bleeding', 'heavy-menstrual-bleeding'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
            nhs(
              'Vaginal bleeding between periods or after sex',
              'symptoms/vaginal-bleeding-between-periods-or-after-sex',
            ),
            who('Anaemia', 'anaemia'),
          ],
        },
        {
          title: 'When a period does not come',
          description: 'Late or missed periods and what to do.',
          text:
            now(ectopic, shoulder, bleedingInPregnancy) +
            soon(today.maybePregnant) +
            p(
              'If you have had sex since your last period, take a pregnancy test from the first day that your period is late.',
            ) +
            p(
              'A negative test can be too early. If your period still does not come, test again after about a week, and see a nurse or a doctor if you are still not sure.',
            ) +
            p(
              'A positive test is nearly always right. Go to a clinic this week, and say which medicines you take. Until then take 400 micrograms of folic acid a day. Drink no alcohol, and take no ibuprofen or diclofenac. A nurse or doctor also listens, in private, if you are not sure what you want.',
            ) +
            p(
              'Stress, illness, losing weight, much exercise, some medicines and conditions such as PCOS also change a cycle.',
            ) +
            p(
              'See a nurse or a doctor if the test is negative and you have missed three periods in a row. Go too if your periods stop before the age of 45, or if a girl has had no period by the age of 15.',
            ),
          citations: [
            nhs('Missed or late periods', 'symptoms/missed-or-late-periods'),
            nhs('Doing a pregnancy test', 'pregnancy/trying-for-a-baby/doing-a-pregnancy-test'),
            cdc('About folic acid', 'folic-acid/about'),
            nhs('Medicines in pregnancy', 'pregnancy/keeping-well/medicines'),
            acog('Amenorrhea: absence of periods', 'amenorrhea-absence-of-periods'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
          ],
        },
      ],
    },
    {
      title: 'Feeling better',
      description: 'Pain, mood and what to use.',
      cards: [
        {
          title: 'Period pain',
          description: 'What helps, and pain that is not usual.',
          text:
            now(suddenPain, faint, ectopic, shoulder) +
            soon(today.painWithFever) +
            p(
              'Cramps low in the belly, which may spread to the back and thighs, are common and usually last 2 to 3 days. These can help:',
            ) +
            ul(
              'a warm water bottle wrapped in a towel, or a warm bath;',
              'gentle movement such as walking;',
              'paracetamol or ibuprofen, as the packet says. Ask a pharmacist first if you have asthma, stomach, kidney or liver problems, take other medicines, or could be pregnant.',
            ) +
            p(
              'See a doctor when pain keeps you from school or work, gets worse over time, or hurts during sex: conditions such as endometriosis or fibroids can be treated.',
            ),
          citations: [
            nhs('Period pain', 'symptoms/period-pain'),
            acog('Dysmenorrhea: painful periods', 'dysmenorrhea-painful-periods'),
            who('Endometriosis', 'endometriosis'),
          ],
        },
        {
          title: 'Mood before a period',
          description: 'PMS, and when it is more than that.',
          text:
            reply +
            p(
              'In the one or two weeks before a period many people feel irritable, sad, anxious, tired or bloated. This is called PMS, and it goes within the first days of the period.',
            ) +
            ul(
              'Write down how you feel each day for two or three cycles: it shows whether your cycle is behind it.',
              'Sleep, movement and regular meals help some people.',
            ) +
            p(
              'See a doctor when it disturbs your work or the people you love. A severe form, PMDD, can be treated well.',
            ),
          citations: [
            nhs('PMS (premenstrual syndrome)', 'conditions/pre-menstrual-syndrome'),
            acog('Premenstrual syndrome', 'premenstrual-syndrome'),
            suicide,
          ],
        },
        {
          title: 'Pads, tampons and cups',
          description: 'How to use them safely.',
          text:
            now(toxicShock, toxicRash) +
            p(advice.toxicShock) +
            ul(
              'Wash your hands before and after you change it.',
              'Change pads several times a day, and tampons every 4 to 8 hours, as the packet says. Use the lowest absorbency that is enough.',
              'Empty and wash a cup as its leaflet says, and boil it between periods.',
              'Wash cloth pads with clean water and soap, and dry them fully, in the sun if you can.',
              'Do not wash or steam inside the vagina, also not with Dettol or herbs: it cleans itself. Plain soap without perfume is fine outside.',
            ),
          citations: [
            nhs('Periods', 'conditions/periods'),
            nhs('Toxic shock syndrome', 'conditions/toxic-shock-syndrome'),
          ],
        },
      ],
    },
  ],
};

const conceive: DefaultCategory = {
  name: 'Trying for a baby',
  description: 'When to get help, and how to begin.',
  sections: [
    {
      title: 'First steps',
      description: 'For you and your partner.',
      cards: [
        {
          title: 'When to get help',
          description: 'At once, soon, and after some months.',
          text:
            now(ectopic, shoulder, bleedingInPregnancy) +
            p('These can be signs of a pregnancy outside the womb.') +
            reply +
            p('Most couples conceive within a year of regular sex without contraception. See a doctor together:') +
            ul(
              'after 12 months if you are under 35;',
              'after 6 months if you are 35 to 40;',
              'at once if you are over 40;',
              'at once if your periods are very irregular or absent, or if either of you has had an infection, operation or treatment that can affect fertility.',
            ) +
            p(
              'Causes are found in men and in women about equally often, so both should be tested. Nobody is to blame.',
            ),
          citations: [
            acog('Evaluating infertility', 'evaluating-infertility'),
            who('Infertility', 'infertility'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
            suicide,
          ],
        },
        {
          title: 'Your fertile days',
          description: 'When sex can lead to a pregnancy.',
          text:
            p(
              'You can conceive in about six days of each cycle: the five days before an egg is released and the day itself. This is some 14 days before the next period, not always on day 14.',
            ) +
            ul(
              'Sex every 2 to 3 days through the cycle is enough; you need not time it.',
              'Slippery, clear discharge like raw egg white is a sign of fertile days.',
              'Urine tests for ovulation show the hormone that rises a day or two before. They are less certain with PCOS.',
            ) +
            p('An app only estimates these days. Do not rely on it to prevent a pregnancy.'),
          citations: [
            nhs('Trying to get pregnant', 'pregnancy/trying-for-a-baby/trying-to-get-pregnant'),
            acog(
              'Fertility awareness-based methods of family planning',
              'fertility-awareness-based-methods-of-family-planning',
            ),
          ],
        },
        {
          title: 'Before you conceive',
          description: 'Small things that matter for a baby.',
          text:
            ul(
              'Take 400 micrograms (0.4 mg) of folic acid a day, for at least one month before you conceive. Read the packet: many shops sell 5 mg.',
              'Ask a doctor whether you need more. Some people do: with diabetes, sickle cell disease, or medicine for epilepsy or HIV, or after a baby with a condition of the brain or spine in either family.',
              'Once you are pregnant, take the daily tablet of your clinic, which has folic acid and iron in it, to the end.',
              'Have your blood pressure, blood sugar and vaccines checked, and test for HIV and other infections together.',
              'Ask about your genotypes: if both of you carry sickle cell, a counsellor can explain your choices.',
              'Do not smoke and do not drink alcohol, both of you.',
              'Ask before you stop or start any medicine or herbal mixture.',
            ) + p('If you have a long-term illness, see your doctor before you try.'),
          citations: [
            nhs('Planning your pregnancy', 'pregnancy/trying-for-a-baby/planning-your-pregnancy'),
            cdc('About folic acid', 'folic-acid/about'),
            acog('Good health before pregnancy: prepregnancy care', 'good-health-before-pregnancy-prepregnancy-care'),
            antenatalCare,
            ...sickleCell,
          ],
        },
      ],
    },
  ],
};

const pcos: DefaultCategory = {
  name: 'Living with PCOS',
  description: 'When to get help, what it is, and what can be done.',
  sections: [
    {
      title: 'PCOS in plain words',
      description: 'Signs, tests and treatment.',
      cards: [
        {
          title: 'When to get help',
          description: 'What cannot wait with PCOS.',
          text:
            now(heavyBleeding, breathless, suddenPain, faint) +
            reply +
            p('Depression and anxiety are more common with PCOS.') +
            p('See a doctor soon if:') +
            ul(
              'you have no period for three months, and a pregnancy test is negative: the lining of the womb should not build up for long;',
              'you are very thirsty, pass much urine and are always tired: these can be signs of diabetes;',
              'hair on face or body grows quickly within a few months, or your voice gets deeper.',
            ),
          citations: [
            who('Polycystic ovary syndrome', 'polycystic-ovary-syndrome'),
            acog('Polycystic ovary syndrome (PCOS)', 'polycystic-ovary-syndrome-pcos'),
            acog('Heavy menstrual bleeding', 'heavy-menstrual-bleeding'),
            suicide,
          ],
        },
        {
          title: 'What PCOS is',
          description: 'A common condition of hormones.',
          text:
            p(
              'Polycystic ovary syndrome (PCOS) affects about one in ten women of reproductive age, and many do not know it. You did nothing to cause it; it often runs in families.',
            ) +
            p('A doctor looks for two of three signs, after other causes are ruled out:') +
            ul(
              'irregular periods, or none;',
              'more of certain hormones, seen in a blood test or as acne and hair on face or body;',
              'many small follicles in the ovaries on a scan. They are not harmful cysts.',
            ) +
            p('In adults, a blood test for a hormone of the ovaries (AMH) can take the place of the scan.') +
            p('In teenagers the first two signs are both needed, and neither the scan nor AMH helps.') +
            p('PCOS raises the risk of diabetes and high blood pressure, so both are worth checking regularly.'),
          citations: [
            who('Polycystic ovary syndrome', 'polycystic-ovary-syndrome'),
            nhs('Polycystic ovary syndrome', 'conditions/polycystic-ovary-syndrome-pcos'),
            'Monash University: International evidence-based guideline for the assessment and management of polycystic ovary syndrome 2023. https://www.monash.edu/medicine/mchri/pcos/guideline',
          ],
        },
        {
          title: 'What can be done',
          description: 'Everyday life, medicines and having a baby.',
          text:
            now(dangers.clot, dangers.lung, dangers.chest, dangers.suddenHeadache, dangers.stroke) +
            p('These can be signs of a clot or a stroke, which is rare with the pill but needs help at once.') +
            p(
              'PCOS cannot be cured, but each of its signs can be treated. What is right for you depends on what troubles you most and on whether you want a baby now.',
            ) +
            ul(
              'Moving each day and eating regular, balanced meals helps hormones and mood, at any weight.',
              'Hormones such as the pill can make periods regular and protect the womb.',
              'Metformin and other medicines can help with blood sugar.',
              'There are treatments for acne and for unwanted hair.',
            ) +
            p(
              'The pill is not for everybody, even if a chemist sells it freely. Do not take a pill that has two hormones, and ask for another method, if:',
            ) +
            ul(
              'you have had a clot, a stroke or a heart attack;',
              'you have high blood pressure;',
              'you have migraine with flashing lights or numbness, or any migraine and are 35 or older;',
              'you smoke and are 35 or older;',
              'you gave birth less than six weeks ago, or breastfeed a baby of less than six months;',
              'you have breast cancer, liver disease, or diabetes that has harmed your eyes, kidneys or nerves;',
              'you take certain medicines for epilepsy or tuberculosis.',
            ) +
            p('Ask a nurse or doctor which method suits you, and have your blood pressure measured first.') +
            p(
              'Most people with PCOS who want children have them, some with medicine that helps to release an egg. You can also become pregnant without planning to: use contraception if you do not want that.',
            ),
          citations: [
            nhs('Polycystic ovary syndrome', 'conditions/polycystic-ovary-syndrome-pcos'),
            acog('Polycystic ovary syndrome (PCOS)', 'polycystic-ovary-syndrome-pcos'),
            who('Infertility', 'infertility'),
            ...contraceptives,
            combinedPillRisks,
          ],
        },
      ],
    },
  ],
};

/** The default content of a new desk, in plain words: urgent instructions first, and the source of each text. */
export const defaultTexts: Record<TrackingMode, DefaultCategory> = {
  TRACK_PERIOD: period,
  TRACK_PREGNANCY: pregnancy,
  TRYING_TO_CONCEIVE: conceive,
  PCOS: pcos,
};
