import type { Mark } from '#contract/mark.ts';

/**
 * A few posts of every community need a moderator. Each text has the marks that a person would set: a mark that the
 * rules do not find is a miss, and one that they add is wrong. `{phone}`, `{email}`, `{link}`, `{name}` and `{amount}`
 * are filled in.
 */
export type Moderated = { text: string; marks: readonly Mark[]; answers: readonly string[] };

const caring = [
  'Please stay with us. Is somebody near you tonight?', 'I am here, write to me. You matter.', 'Please tell one person today, a nurse or your sister.',
  'I have been there. It passed, with help. Please stay.', 'Holding you. Do not be alone with this.',
]; // prettier-ignore
const wary = ['Admin, please look at this.', 'Please do not put numbers here, anybody can read them.', 'Careful, sisters.', 'This looks like a scam.']; // prettier-ignore

const of = (answers: readonly string[], ...texts: [text: string, ...marks: Mark[]][]): Moderated[] =>
  texts.map(([text, ...marks]) => ({ text, marks, answers }));

export const moderated: readonly Moderated[] = [
  ...of(
    wary,
    ['My number is {phone}, let us talk on WhatsApp.', 'phone'],
    ['I sell original waist trainers and flat tummy tea. Call or text {phone}, delivery nationwide.', 'phone', 'sale'],
    ['Who wants to join our TTC group chat? Text me on {phone} and I will add you.', 'phone'],
    ['WhatsApp me o7oo 000 o147', 'phone'],
    ['Please call my husband for me, {phone}, my phone is dying and I am at the clinic.', 'phone'],
    ['Write me here: {email}. I am always awake at night.', 'email'],
    ['If you have had this surgery please send your story to {email}, I am collecting them for my sister.', 'email'],
    ['Reach me at {email} or {phone} for the herbal mixture that worked for me.', 'email', 'phone', 'sale'],
    ['You can find me as awasister at gmail dot com, I do not want to write it properly.', 'email'],
    ['This page explained everything to me: {link}', 'link'],
    ['Fibroid shrinking tea, 100% guaranteed, order at {link} before Friday!', 'link', 'sale'],
    ['Join here for free ovulation kits {link} limited slots', 'link'],
    ['The form for the free screening is at {link}, please share.', 'link'],
    ['{name} from my street is the one who told everybody about my miscarriage.', 'name'],
    ['Does anybody know {name}? She wrote here last week that she was not fine and I worry.', 'name'],
    ['To {name}: I know that it is you. Leave my husband alone.', 'name'],
    ['Thank you {name} for driving me to the hospital at midnight.', 'name'],
    ['Sisters please, I need {amount} for the drugs they wrote for me. Any amount will help.', 'money'],
    ['Abeg who fit borrow me {amount} till month end? My account number is with the admin.', 'money'],
    ['Good evening, kindly send me {amount}, it is for the scan, I will pay back.', 'money'],
    ['I turned {amount} into ten times that in two weeks. Double your money with us, only women.', 'money'],
    ['Urgent {amount} abeg, I never chop since morning. Drop your aza make I send una mine.', 'money'],
    ['Help me with {amount} for transport to the clinic, Opay {phone}', 'money', 'phone'],
    ['Bani kudi don Allah, yarona ba shi da lafiya.', 'money'],
    ['Biko nye m ego ka m zụọ ọgwụ.', 'money'],
  ),
  ...of(
    caring,
    ['I do not want to live like this any more. I look at the children and feel nothing.', 'self-harm'],
    ['I want to die. I am writing it here because I cannot say it at home.', 'self-harm'],
    ['Sometimes I think that everybody would be better off without me.', 'self-harm'],
    ['There is a bottle of sniper in the kitchen and I keep looking at it.', 'self-harm'],
    ['I cut myself again last night. Nobody sees it under the long sleeves.', 'self-harm'],
    ['After the baby came I had thoughts to hurt my baby, and then I hate myself for them. I am scared to tell the nurse.', 'threat'],
    ['My husband beats me when the food is late. Yesterday it was in front of the children.', 'violence'],
    ['He slapped me because the test was negative. Again.', 'violence'],
    ['I was raped in my second year. I never told anybody. My body still remembers it every month.', 'violence'],
    ['I don tire for life. Every month na the same tears.', 'self-harm'],
    ['I wan die, I no fit continue with this pain abeg.', 'self-harm'],
    ['E dey beat me any time the period come. I no know wetin I do.', 'violence'],
    ['Ayé sú mi. Mo fẹ́ kú, mi ò lè sọ ọ́ fún ìyá mi.', 'self-harm'],
    ['Mo ronu pé kí n pa ara mi lálẹ́ àná.', 'self-harm'],
    ['Na gaji da rayuwa, ina so in mutu.', 'self-harm'],
    ['Mijina yana dukana kullum, ban san inda zan je ba.', 'violence'],
    ['Ike ndụ agwụla m. Achọrọ m ịnwụ.', 'self-harm'],
    ['Di m na-eti m ihe kwa abalị.', 'violence'],
    ['If she comes near my husband again I will kill her, I swear on my mother.', 'threat'],
  ),
  // Texts that rules based on words cannot find, so that the figures include such misses.
  ...of(
    wary,
    ['Reach me on zero seven zero zero, then triple zero, then zero one four seven.', 'phone'],
    ['the one called adaeze okafor in block c is a liar, ask anybody', 'name'],
    ['My people, una sabi wetin I need before Friday. God go bless who fit do something for me.', 'money'],
  ),
  ...of(
    caring,
    ['I have written the letters. One for each of them. After Sunday nobody has to worry about me.', 'self-harm'],
    ['I just want to sleep and not have to do tomorrow.', 'self-harm'],
    ['k!ll myself is all I think about today', 'self-harm'],
  ),
  // Texts that only look suspicious.
  ...of(
    ['😂😂😂', 'I felt this.', 'Same here!'],
    ['These cramps are killing me, somebody bring me akara.'],
    ['I nearly died laughing when my daughter asked the pastor about pads.'],
    ['I paid ₦15,000 for the scan and they lost the picture.'],
    ['My due date is 2026-11-21 and my last period was 14.02.2026.'],
    ['From 08:00 to 16:30 on my feet, 12 000 steps, 3.4 kilos of rice on my head.'],
    ['Blood pressure 120/80, sugar 5.4, weight 68.5. The nurse said well done.'],
    ['My phone died and so did my patience.'],
    ['The rope of my wrapper cut at the market. In front of everybody.'],
    ['My son beat me at Ludo three times and then asked for my data.'],
  ),
]; // prettier-ignore
