import {
  type DefaultSection,
  bloodClots,
  essentialPractice,
  nhs,
  now,
  p,
  reply,
  signs,
  soon,
  suicide,
  ul,
  warningSigns,
  who,
} from '#server/lady-due/default-parts.ts';
import { callForHelp, dangers, newbornDangers, today } from '#server/medical-texts/dangers.ts';

/** The section of the first six weeks after a birth. */
export const afterBirth: DefaultSection = {
  title: 'After birth',
  description: 'The first six weeks, for you and your baby.',
  cards: [
    {
      title: 'Warning signs after birth',
      description: 'In the first six weeks, even if the birth went well.',
      text:
        now(
          dangers.bleedingAfterBirth,
          dangers.feverAfterBirth,
          dangers.painAfterBirth,
          dangers.headache,
          dangers.sight,
          dangers.fit,
          dangers.chest,
          dangers.clot,
          dangers.lung,
          dangers.faint,
          dangers.psychosis,
        ) +
        p(
          'A new mother who is suddenly very restless, confused or strange may not see that she is ill. If you are with her, take her to hospital now, day or night. Somebody must stay with her and the baby all the time. This can be puerperal psychosis: it is an emergency, and it can be treated.',
        ) +
        soon(today.smell) +
        reply +
        p(
          'Many people feel tearful for some days after birth. When you feel low, anxious or numb for two weeks, tell a midwife or doctor: it can be treated.',
        ),
      citations: [
        warningSigns,
        essentialPractice,
        nhs('Postpartum psychosis', 'mental-health/conditions/post-partum-psychosis'),
        'WHO: Recommendations on maternal and newborn care for a positive postnatal experience. https://www.who.int/publications/i/item/9789240045989',
        suicide,
        ...bloodClots,
      ],
    },
    {
      title: 'Warning signs in a newborn baby',
      description: 'In the first weeks of life.',
      text:
        p('<strong>Take your baby to hospital now, day or night</strong>, if it:') +
        signs(newbornDangers) +
        p(callForHelp) +
        p('Keep the baby warm, skin to skin. Feed it only breast milk, unless a nurse or doctor says otherwise.') +
        p(
          'Keep the cord clean and dry. In Nigeria clinics give a gel (chlorhexidine) for it. Put nothing else on it: no dung, ash, toothpaste or herbs.',
        ) +
        p(
          'Never put that gel into the eyes: it can blind the baby. If it gets in, rinse at once with much clean water, and go to hospital now. Show a cord or eyes with pus at a clinic today.',
        ),
      citations: [
        'WHO: Recommendations on maternal and newborn care for a positive postnatal experience. https://www.who.int/publications/i/item/9789240045989',
        'WHO: Alert No. 133: Chlorhexidine 7.1% digluconate (CHX): reports of serious eye injury due to errors in administration. https://www.who.int/',
        essentialPractice,
        'WHO: Newborn mortality. https://www.who.int/news-room/fact-sheets/detail/newborn-mortality',
      ],
    },
    {
      title: 'Hot water and pressing after birth',
      description: 'Warm does you good. Hot can burn.',
      text:
        now(
          dangers.bleedingAfterBirth,
          dangers.feverAfterBirth,
          dangers.suddenPain,
          dangers.burnLarge,
          dangers.burnBelow,
        ) +
        soon(today.burn) +
        p(
          'Those who care for you mean well. Let them cook, carry and hold the baby while you rest. Ask them to keep the water warm, not hot.',
        ) +
        ul(
          'Test the water with your elbow before you bathe, also for wankan jego: it should feel warm, and never sting.',
          'Do not sit over steam or in very hot water, also with salt, Dettol or herbs: it can burn you.',
          'If you have stitches, wash them with clean, warm water, and pat them dry.',
          'Let nobody press your belly with hot towels. Your womb gets smaller by itself in about six weeks, and breastfeeding helps.',
          'After a caesarean, put nothing hot on the wound, and let nobody press near it.',
          'A nurse may rub your womb just after the birth to stop bleeding. That is good care.',
          'In pregnancy, too, let nobody massage or press your belly: it can harm you and the baby.',
        ) +
        p(
          'Cool a burn at once under clean, cool running water for 20 minutes. Put no egg, pap, oil or toothpaste on it. Cover it with a clean cloth on the way to help.',
        ),
      citations: [
        'Journal of Community Medicine and Primary Health Care: Practice of hot abdominal compression among parturient women at the University College Hospital, Ibadan, Nigeria (Awolude and others, 2019). https://www.ajol.info/index.php/jcmphc/article/view/185035',
        'International Journal of Gynaecology and Obstetrics: A complication of a traditional puerperal practice in Nigeria (1980). https://doi.org/10.1002/j.1879-3479.1980.tb00521.x',
        'Afrimedic Journal: Maternal and foetal deaths from ruptured spleen following abdominal massage by traditional birth attendants in the Niger Delta, Nigeria (Igberase). https://www.ajol.info/index.php/afrij/article/view/86313',
        nhs('Burns and scalds', 'conditions/burns-and-scalds'),
        nhs('Episiotomy and perineal tears', 'pregnancy/labour-and-birth/episiotomy-and-perineal-tears'),
        nhs('Your body after the birth', 'pregnancy/labour-and-birth/your-body'),
      ],
    },
    {
      title: 'Female genital cutting',
      description: 'Care if you were cut, and how to protect a daughter.',
      text:
        p(
          '<strong>Take a girl who was just cut to hospital now, day or night.</strong> She may bleed, or get an infection or tetanus.',
        ) +
        p(callForHelp) +
        p(
          'If you were cut, it was done to you, and it is no shame of yours. Cutting, also called female circumcision, does no good to health. It does not make a girl cleaner, more faithful or better at giving birth.',
        ) +
        ul(
          'At the time it can cause strong pain, heavy bleeding and infection.',
          'Later it can cause scars, and pain when passing urine, during periods or sex. Some feel low or afraid for years.',
          'At birth it can cause tears, bleeding and a longer labour, and can put the baby in danger.',
        ) +
        p('If you were cut:') +
        ul(
          'Tell your midwife well before the birth, so that you can plan it together. You may ask for a woman, and for privacy.',
          'If the opening was closed, a trained midwife or doctor can open it safely. Nobody should close it again.',
          'Pain, trouble with urine or sex, and fear can be treated. Ask at a clinic.',
        ) +
        p('To protect a daughter:') +
        ul(
          'Agree with her father before she is born, and tell the grandparents together.',
          'Tell them that it harms her, and that the law forbids it. In Abuja (FCT) this is the Violence Against Persons (Prohibition) Act 2015. Many states have such a law too.',
          'It is harmful and forbidden also when a nurse or doctor does it.',
          'If somebody presses you, do not leave her alone with them. Ask a health worker or a social welfare office for help.',
        ) +
        p('Help lines: {helpline}.'),
      citations: [
        who('Female genital mutilation', 'female-genital-mutilation'),
        'WHO: Guidelines on the management of health complications from female genital mutilation, 2016. https://www.who.int/publications/i/item/9789241549646',
        'RCOG: Female genital mutilation and its management, Green-top Guideline 53. https://www.rcog.org.uk/en/guidelines-research-services/guidelines/gtg53/',
        'NAPTIP: The Violence Against Persons (Prohibition) Act, 2015. https://nsod.naptip.gov.ng/index.php/vapp',
      ],
    },
  ],
};
