import { afterBirth } from '#server/lady-due/default-after-birth.ts';
import {
  type DefaultCategory,
  acog,
  antenatalCare,
  bloodClots,
  essentialPractice,
  micronutrients,
  nhs,
  now,
  p,
  painkillersInPregnancy,
  reply,
  sickleCell,
  soon,
  suicide,
  ul,
  warningSigns,
  who,
} from '#server/lady-due/default-parts.ts';
import { advice, dangers, today } from '#server/medical-texts/dangers.ts';

const cordProlapse =
  'RCOG: Umbilical cord prolapse. https://www.rcog.org.uk/guidance/browse-all-guidance/green-top-guidelines/umbilical-cord-prolapse-green-top-guideline-no-50/';

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
              dangers.bleedingInPregnancy,
              dangers.bleedingLater,
              dangers.suddenPain,
              dangers.ectopic,
              dangers.shoulder,
              dangers.watersEarly,
            ) +
            soon(today.anyBleeding) +
            p(advice.rhesus) +
            p(
              'Light bleeding early on is common and often ends well. It can also be a sign of a miscarriage, of a pregnancy outside the womb, or later of a problem with the placenta. Only an examination can tell.',
            ) +
            p(
              'Take your pregnancy card with you, and use a pad rather than a tampon, so that you can say how much you bled.',
            ),
          citations: [
            nhs('Vaginal bleeding in pregnancy', 'pregnancy/common-symptoms/vaginal-bleeding'),
            acog('Bleeding during pregnancy', 'bleeding-during-pregnancy'),
            nhs('Ectopic pregnancy', 'conditions/ectopic-pregnancy'),
            nhs('Rhesus disease', 'conditions/rhesus-disease'),
          ],
        },
        {
          title: 'Headache, swelling, fits and fever',
          description: 'Signs of high blood pressure, a clot and infection.',
          text:
            now(
              dangers.headache,
              dangers.sight,
              dangers.swelling,
              dangers.ribs,
              dangers.chest,
              dangers.fit,
              dangers.clot,
              dangers.lung,
              dangers.feverWeak,
              dangers.feverVomiting,
            ) +
            soon(today.fever) +
            p(
              'Headache, blurred sight, swelling, pain below the ribs and fits can be signs of pre-eclampsia. It is dangerous for you and your baby and can start without other signs. Measuring blood pressure and testing urine at each visit finds it early.',
            ) +
            p(
              'One swollen leg, chest pain or sudden shortness of breath can be signs of a clot. Clots are more likely in pregnancy and in the weeks after birth, and can be treated.',
            ) +
            p(
              'With a fever ask for a malaria test the same day, and take only what the clinic gives you. Sleep under a treated net every night.',
            ),
          citations: [
            nhs('Pre-eclampsia', 'conditions/pre-eclampsia'),
            warningSigns,
            essentialPractice,
            who('Malaria', 'malaria'),
            ...bloodClots,
          ],
        },
        {
          title: 'Your baby’s movements and your own feelings',
          description: 'Two things that you know best.',
          text:
            now(dangers.lessMovement) +
            p(advice.lessMovement) +
            soon(today.noMovement) +
            reply +
            p(
              'Most people feel movements between 16 and 24 weeks. Each baby has its own pattern, and it goes on until labour: babies do not move less towards the end.',
            ) +
            p(
              'Feeling low, anxious or numb during pregnancy or after birth is common, is nobody’s fault and can be treated. Tell your midwife, doctor or somebody you trust.',
            ),
          citations: [
            nhs('Your baby’s movements', 'pregnancy/keeping-well/your-babys-movements'),
            warningSigns,
            suicide,
            'WHO: Maternal mental health. https://www.who.int/teams/mental-health-and-substance-use/promotion-prevention/maternal-mental-health',
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
            p('A warning sign cannot wait for the next visit: go to hospital.') +
            p(
              'Go for your first visit as soon as you know that you are pregnant, best before 12 weeks. The World Health Organization recommends at least eight contacts during a pregnancy.',
            ) +
            p(
              'The clinic checks your blood pressure, urine and blood, and tests for HIV and other infections. You get vaccines and a daily tablet, and where there is malaria a medicine that prevents it.',
            ) +
            p(
              'Say which medicines and herbal mixtures you take: some are not safe in pregnancy. Do not stop a prescribed medicine without asking. If you were cut as a girl, say so too: the birth can be planned with you.',
            ),
          citations: [
            antenatalCare,
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
            soon(today.vomiting, today.urine) +
            ul(
              'Eat different foods: beans, eggs, well-cooked fish and meat, green leaves, fruit, grains and tubers.',
              'Take the daily tablet of your clinic from as early as you can to the end: a multiple micronutrient tablet, or iron with folic acid. Anaemia is common and harms you and the baby.',
              'If a doctor gives you folic acid of 5 mg, say so before you take medicine against malaria (SP).',
              'Do not drink alcohol: no amount is known to be safe.',
              'Leave out raw or half-raw meat and eggs, unpasteurised milk, and liver. Wash fruit and vegetables in clean water.',
              'Have at most 200 mg of caffeine a day: about two mugs of instant coffee. Strong tea, cola, energy drinks and kola nut have caffeine too.',
              'Do not eat calabash chalk (nzu): it can contain lead.',
              'Do not eat shark, swordfish or marlin, which contain mercury, and eat tuna at most twice a week.',
            ),
          citations: [
            nhs('Foods to avoid in pregnancy', 'pregnancy/keeping-well/foods-to-avoid'),
            acog('Healthy eating during pregnancy', 'healthy-eating-during-pregnancy'),
            antenatalCare,
            micronutrients,
            who('Anaemia', 'anaemia'),
            'Food Standards Agency: Calabash chalk warning. https://www.food.gov.uk/business-industry/imports/banned_restricted/calabashchalk',
          ],
        },
        {
          title: 'Getting ready for birth',
          description: 'A plan, and how labour begins.',
          text:
            now(
              dangers.watersColoured,
              dangers.bleedingInPregnancy,
              dangers.lessMovement,
              dangers.labourEarly,
              dangers.watersEarly,
              dangers.longLabour,
              dangers.cord,
            ) +
            p(advice.cord) +
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
            cordProlapse,
            essentialPractice,
            who('Maternal mortality', 'maternal-mortality'),
          ],
        },
        {
          title: 'Painkillers in pregnancy',
          description: 'What is safe, and what is not.',
          text:
            now(
              dangers.headache,
              dangers.suddenHeadache,
              dangers.sight,
              dangers.ribs,
              dangers.fit,
              dangers.feverWeak,
              dangers.feverVomiting,
              dangers.overdose,
            ) +
            soon(today.fever) +
            p(
              'A severe headache in pregnancy can be a sign of pre-eclampsia. Do not wait to see whether paracetamol helps: go. A fever can be malaria, and paracetamol only hides it.',
            ) +
            ul(
              'Paracetamol, as the packet says, is the usual choice. Take it for as short a time as you can.',
              'If a pain needs paracetamol for more than three days, see a midwife, doctor or nurse.',
              'Do not take ibuprofen, diclofenac or full-dose aspirin unless a doctor who knows that you are pregnant gives it.',
              'From 20 weeks these can harm the baby’s kidneys. From 28 weeks they can also harm its heart: do not take them at all.',
              'Low-dose aspirin is different. If a doctor gives it to you, go on with it.',
            ) +
            p(
              'Read the packet of each medicine for cold or pain, or ask the pharmacist what is in it. Powders for headache, such as Alabukun, can contain full-dose aspirin.',
            ),
          citations: [
            nhs('Medicines in pregnancy', 'pregnancy/keeping-well/medicines'),
            nhs('Pre-eclampsia', 'conditions/pre-eclampsia'),
            nhs('About paracetamol for adults', 'medicines/paracetamol-for-adults/about-paracetamol-for-adults'),
            essentialPractice,
            painkillersInPregnancy,
            'FDA: FDA recommends avoiding use of NSAIDs in pregnancy at 20 weeks or later. https://www.fda.gov/drugs/drug-safety-and-availability/fda-recommends-avoiding-use-nsaids-pregnancy-20-weeks-or-later-because-they-can-result-low-amniotic',
          ],
        },
        {
          title: 'Bitters, agbo and herbal mixtures',
          description: 'In pregnancy and while you breastfeed.',
          text:
            now(
              dangers.yellow,
              dangers.bleedingInPregnancy,
              dangers.lessMovement,
              dangers.feverWeak,
              dangers.feverVomiting,
            ) +
            soon(today.fever, today.urine, today.vomiting) +
            p(
              'Many women take agbo, bitters or paraga: for malaria, for strength, for an easy birth. There is no shame in it. But nobody has shown that they are safe for a baby, and what is in them is often not known.',
            ) +
            ul(
              'Leave them out while you are pregnant or breastfeed. Ask your midwife what you can take instead.',
              'If you have taken some, tell your midwife or doctor what, how much and when. Bring the bottle if you can.',
              'Some mixtures have harmed the liver or the kidneys.',
              'Some can make the womb tighten at the wrong time, or too hard.',
              'Many bitters and paraga contain alcohol. No amount of alcohol is known to be safe in pregnancy.',
              'Some change how other medicines work, such as those for malaria or HIV. Say what you take.',
              'What you drink may pass into your milk. Give the baby no herbs, only breast milk.',
              'Leaves and spices in a normal soup, such as bitter leaf or uziza, are food. It is the strong drinks that can harm.',
            ) +
            p('With a fever do not wait for a mixture to work: at the clinic you can be tested for malaria.'),
          citations: [
            'NHS: Is it safe to take herbal medicines during pregnancy? (Specialist Pharmacy Service). https://www.sps.nhs.uk/articles/is-it-safe-to-take-herbal-medicines-during-pregnancy/',
            'NHS: Is it safe for breastfeeding women to take herbal medicines? (Specialist Pharmacy Service). https://www.sps.nhs.uk/articles/is-it-safe-for-breastfeeding-women-to-take-herbal-medicines/',
            'Frontiers in Pharmacology: Herbal medicine use during pregnancy, a review of the literature with a special focus on sub-Saharan Africa (El Hajj and Holst, 2020). https://www.frontiersin.org/articles/10.3389/fphar.2020.00866/full',
            'Toxics: Herb-induced liver injuries in developing nations, an update (Amadi and Orisakwe, 2018). https://doi.org/10.3390/toxics6020024',
            essentialPractice,
            'Nature Clinical Practice Nephrology: Acute kidney injury associated with the use of traditional medicines. https://www.nature.com/articles/ncpneph0970',
            nhs('Drinking alcohol while pregnant', 'pregnancy/keeping-well/drinking-alcohol-while-pregnant'),
            nhs('Jaundice', 'conditions/jaundice'),
          ],
        },
        {
          title: 'Mission homes and traditional birth attendants',
          description: 'Who is with you, and which hospital takes over.',
          text:
            now(
              dangers.bleedingInPregnancy,
              dangers.longLabour,
              dangers.placenta,
              dangers.bleedingAfterBirth,
              dangers.watersColoured,
              dangers.cord,
              dangers.lessMovement,
              dangers.headache,
              dangers.fit,
            ) +
            p(advice.cord) +
            p(
              'A woman who knows your language and prays with you is worth much. But she cannot give blood or operate, and with heavy bleeding or a fit every minute counts.',
            ) +
            ul(
              'Give birth with a trained midwife, nurse or doctor, at a place that is open day and night.',
              'Register at a health centre or hospital early, even if you also go to a mission home. Take your card to both.',
              'Ask at the mission home: is a registered midwife there at every birth? Which hospital takes over, and who drives?',
              'Settle the hospital, the car, the money and who decides before labour begins.',
              'Some need a hospital from the start. Ask if you expect twins, or if the baby lies bottom down.',
              'Ask too after a caesarean or heavy bleeding at an earlier birth, or with high blood pressure, sickle cell disease or HIV.',
              'Take no drink, herb or injection there to make labour faster. It can tear the womb.',
              'Prayer and hospital go together. Ask your pastor, imam or family to pray for you on the way.',
            ) +
            p(
              'If staff of a hospital ever shamed or shouted at you, that was wrong. You have a right to respect. Ask whether somebody you trust may stay with you.',
            ),
          citations: [
            who('Maternal mortality', 'maternal-mortality'),
            'WHO: Recommendations on intrapartum care for a positive childbirth experience. https://www.who.int/publications/i/item/9789241550215',
            essentialPractice,
            cordProlapse,
            'WHO: Recommendations on induction of labour, at or beyond term, 2022. https://www.who.int/publications/i/item/9789240052796',
            'Annals of Medical and Health Sciences Research: Audit of childbirth emergency referrals by trained traditional birth attendants in Enugu, Southeast, Nigeria (Okafor and others, 2015). https://doi.org/10.4103/2141-9248.160180',
            ...sickleCell,
            'Tropical Journal of Obstetrics and Gynaecology: Prevention of maternal mortality by training the birth attendants of church-based maternity homes in Akwa-Ibom State (Udoma and others, 2005). https://www.ajol.info/index.php/tjog/article/view/14523',
          ],
        },
      ],
    },
    afterBirth,
  ],
};
