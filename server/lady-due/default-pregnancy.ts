import {
  type DefaultCategory,
  acog,
  cdc,
  nhs,
  now,
  p,
  suicidalThoughts,
  ul,
  who,
} from '#server/lady-due/default-parts.ts';

/** The text for a pregnancy. */
export const pregnancy: DefaultCategory = {
  name: 'Your pregnancy',
  description: 'Warning signs first, then how to stay well.',
  sections: [
    {
      title: 'Warning signs',
      description: 'When not to wait for the next visit.',
      cards: [
        {
          title: 'Bleeding or pain in pregnancy',
          description: 'Always have it checked, at any week.',
          text:
            now(
              'if you bleed heavily, have severe pain in your belly, pain in the tip of your shoulder, faint, or leak fluid before your time',
            ) +
            p(
              'Any bleeding in pregnancy, even a little and without pain, should be checked on the same day by your midwife, doctor or hospital.',
            ) +
            p(
              'Light bleeding early on is common and often ends well. It can also be a sign of a miscarriage, of a pregnancy outside the womb, or later of a problem with the placenta. Only an examination can tell.',
            ) +
            p(
              'Take your pregnancy card with you, and use a pad rather than a tampon, so that you can say how much you bled.',
            ),
          citations: [
            nhs('Vaginal bleeding in pregnancy', 'pregnancy/related-conditions/common-symptoms/vaginal-bleeding'),
            acog('Bleeding during pregnancy', 'bleeding-during-pregnancy'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
          ],
        },
        {
          title: 'Headache, swelling, fits and fever',
          description: 'Signs of high blood pressure and infection.',
          text:
            now(
              'if you have a severe headache that does not go, blurred sight or flashing lights, sudden swelling of face or hands, pain below the ribs, trouble breathing, chest pain or a fit',
            ) +
            p(
              'These can be signs of pre-eclampsia, which is dangerous for you and your baby and can begin without other complaints. Measuring blood pressure and testing urine at each visit finds it early.',
            ) +
            p(
              'Fever in pregnancy also needs a check on the same day. Where there is malaria, ask for a test at once, and sleep under a treated net every night.',
            ),
          citations: [
            nhs('Pre-eclampsia', 'conditions/pre-eclampsia'),
            cdc('Urgent maternal warning signs', 'hearher/maternal-warning-signs'),
            who('Malaria', 'malaria'),
          ],
        },
        {
          title: 'Your baby’s movements and your own feelings',
          description: 'Two things that you know best.',
          text:
            now(
              'if your baby moves less than usual, or not at all, or if you think of ending your life or of harming yourself or your baby. Do not wait until tomorrow',
            ) +
            p(
              'Most people feel movements between 16 and 24 weeks. Each baby has its own pattern, and it goes on until labour: babies do not move less towards the end.',
            ) +
            p(
              'Feeling low, anxious or numb during pregnancy or after birth is common, is nobody’s fault and can be treated. Tell your midwife, doctor or somebody you trust.',
            ),
          citations: [
            nhs('Your baby’s movements', 'pregnancy/keeping-well/your-babys-movements'),
            cdc('Urgent maternal warning signs', 'hearher/maternal-warning-signs'),
            suicidalThoughts,
          ],
        },
      ],
    },
    {
      title: 'Staying well',
      description: 'Care, food and getting ready for birth.',
      cards: [
        {
          title: 'Antenatal visits',
          description: 'Why each of them counts.',
          text:
            now('for any warning sign between two visits; the next appointment is too late') +
            p(
              'Go for your first visit as soon as you know that you are pregnant, best before 12 weeks. The World Health Organization recommends at least eight contacts during a pregnancy.',
            ) +
            p(
              'Expect checks of your blood pressure, urine and blood, tests for HIV and other infections, vaccines, iron and folic acid, and in many areas medicine that prevents malaria.',
            ) +
            p(
              'Say which medicines and herbal mixtures you take: some are not safe in pregnancy. Do not stop a prescribed medicine without asking.',
            ),
          citations: [
            who('Maternal mortality', 'maternal-mortality'),
            nhs(
              'Vitamins, supplements and nutrition in pregnancy',
              'pregnancy/keeping-well/vitamins-supplements-and-nutrition',
            ),
          ],
        },
        {
          title: 'Eating and drinking',
          description: 'What is good, and what to leave.',
          text:
            p(
              '<strong>Ask for care on the same day</strong> if you cannot keep food or water down for 24 hours, or pass very little, dark urine.',
            ) +
            ul(
              'Eat different foods: beans, eggs, well-cooked fish and meat, green leaves, fruit, grains and tubers.',
              'Take folic acid until 12 weeks, and iron as your clinic gives it: anaemia is common and harms you and the baby.',
              'Leave alcohol out altogether.',
              'Leave out raw or half-raw meat and eggs, unpasteurised milk, and liver. Wash fruit and vegetables in clean water.',
              'Have at most 200 mg of caffeine a day: about two mugs of instant coffee.',
            ),
          citations: [
            nhs('Foods to avoid in pregnancy', 'pregnancy/keeping-well/foods-to-avoid'),
            acog('Nutrition during pregnancy', 'nutrition-during-pregnancy'),
            who('Anaemia', 'anaemia'),
          ],
        },
        {
          title: 'Getting ready for birth',
          description: 'A plan, and how labour begins.',
          text:
            now(
              'if your waters are green, brown or bloody, you bleed, the cord comes first, your baby moves less, or labour begins before 37 weeks',
            ) +
            p(
              'Decide early where you will give birth with a trained midwife or doctor, how you will get there also at night, who comes along, and how it is paid for.',
            ) +
            p(
              'Labour has usually begun when contractions come regularly and get longer, stronger and closer together. Call your midwife or go to the hospital when they do, or when your waters break.',
            ),
          citations: [
            acog('How to tell when labor begins', 'how-to-tell-when-labor-begins'),
            nhs(
              'Signs that labour has begun',
              'pregnancy/labour-and-birth/signs-of-labour/signs-that-labour-has-begun',
            ),
            who('Maternal mortality', 'maternal-mortality'),
          ],
        },
      ],
    },
  ],
};
