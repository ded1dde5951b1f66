import type { Random } from '#server/database/seeded-random.ts';

const list = (words: string) => words.split(/,\s*/).map((word) => word.trim().normalize('NFC'));

/** Where doctors of one people live, which languages they speak and their names, with every diacritic. */
type People = {
  /** The share of this people in forty doctors. */
  share: number;
  languages: readonly string[];
  towns: readonly string[];
  women: readonly string[];
  men: readonly string[];
  families: readonly string[];
};

/** Places where all peoples of the country live. A part of a town goes before the town. */
const everywhere = list(`
  Yaba; Lagos, Ikeja; Lagos, Surulere; Lagos, Lekki; Lagos, Ajah; Lagos, Wuse; Abuja, Garki; Abuja, Gwarinpa; Abuja`);

const peoples: readonly People[] = [
  {
    share: 12,
    languages: ['Yorùbá'],
    towns: list(`
      Bodija; Ibadan, Mokola; Ibadan, Oke-Ilewo; Abeokuta, Tanke; Ilorin, Alagbaka; Akure, Gbongan Road; Osogbo,
      Ajilosun; Ado-Ekiti`),
    women: list(`
      Fúnmiláyọ̀, Títílayọ̀, Tèmítọ́pẹ́, Yétúndé, Bùkọ́lá, Fọláṣadé, Bọ́láńlé, Adéọlá, Dámilọ́lá, Ọmọ́lará, Rónkẹ́, Ayọ̀midé,
      Ìyábọ̀, Kẹ́hìndé, Yéwándé, Modúpẹ́, Morẹ́nikẹ́, Mojísọ́lá, Olúwatóyìn, Abísọ́lá, Bùsáyọ̀, Ọmọ́tọ́lá, Adétọ́lá, Ìtùnú,
      Tèmilolúwa, Yéjídé, Ẹniọlá, Ọlábísí, Motúnráyọ̀, Adéfúnkẹ́`),
    men: list('Babátúndé, Olúṣẹ́gun, Ayọ̀délé, Kúnlé, Táyọ̀, Adéwálé, Gbénga, Ṣọlá, Adéyẹmí, Ọlátúnjí, Adémọ́lá, Ìdòwú'),
    families: list(`
      Adébáyọ̀, Adéyẹmí, Àjàyí, Ògúnléye, Balógun, Ọláyínká, Adélékè, Akínyẹmí, Afọlábí, Adéníyì, Ọládípọ̀, Adékúnlé,
      Ọládélé, Bánkọ́lé, Oyèwọlé, Ọláníyì, Bámidélé, Àlàbí, Adétúnjí, Adéṣínà, Ògúndípẹ̀, Ògúnbánjọ, Awólọ́wọ̀, Akíndélé,
      Akínwándé, Ọláníyan, Fálọlá, Bámgbóṣé, Babalọlá, Ọ̀ṣúntókun`),
  },
  {
    share: 10,
    languages: ['Igbo'],
    towns: list(`
      Independence Layout; Enugu, New Haven; Enugu, Ikenegbu; Owerri, GRA; Onitsha, Aroma; Awka, GRA; Aba, Abakaliki`),
    women: list(`
      Ngọzị, Chiọma, Chiamaka, Ifeọma, Nkechi, Adaeze, Chidịmma, Amarachi, Chinyere, Nneka, Ogechi, Onyinyechi, Ezinne,
      Chinenye, Amaka, Uchenna, Nnenna, Chinwe, Ifeyinwa, Oluchi, Adanna, Adaọra, Ụzọamaka, Ọbịageli, Ịfụnanya, Eberechi,
      Ugonna, Mmesọma, Nkiruka, Kelechi`),
    men: list(
      'Chukwuemeka, Obinna, Ikenna, Chinedu, Nnamdị, Uchenna, Kelechi, Ifeanyị, Ụzọma, Ugochukwu, Ekene, Chidi',
    ),
    families: list(`
      Okafọ, Okeke, Eze, Okonkwọ, Nwosu, Okoye, Nwankwọ, Obi, Okoro, Ugwu, Nwachukwu, Okorie, Igwe, Njọkụ, Anyanwụ, Nweke,
      Nnaji, Ọnụọha, Ọgbọnna, Ọkpara, Ọnwụka, Obiọra, Ezekwesịlị, Amadị, Ekwueme, Osuji, Ụzọchukwu, Ụwakwe, Madụka, Nwafọ`),
  },
  {
    share: 8,
    languages: ['Hausa'],
    towns: list(`
      Nasarawa; Kano, Gwale; Kano, Barnawa; Kaduna, Tudun Wada; Zaria, Gawon Nama; Sokoto, Gwadangaji; Birnin Kebbi,
      Wuntin Dada; Bauchi`),
    women: list(`
      Aisha, Fatima, Zainab, Maryam, Hauwa, Hadiza, Amina, Halima, Khadija, Ruƙayya, Safiya, Hafsat, Binta, Hajara,
      Asma'u, Sa'adatu, Bilkisu, Nafisa, Zulaihat, Sadiya, Ramatu, Salamatu, Sadiƙa, Atiƙa, Maimunatu`),
    men: list("Faruƙu, Ɗahiru, Sani, Musa, Abdulƙadir, Yaƙubu, Isma'il, Ibrahim, Aminu, Usman, Suleiman, Bello"),
    families: list(`
      Abubakar, Musa, Ibrahim, Abdullahi, Usman, Aliyu, Garba, Umar, Suleiman, Bala, Ɗanjuma, Ɗanladi, Baƙo, Yaƙubu,
      Magaji, Galadima, Bichi, Wudil, Haɗeja, Maƙarfi, Ɗambatta, Ƴar'adua, Maiɗaki, Gusau, Daura, Shehu, Lawal, Ɗantata,
      Isyaku, Shekarau`),
  },
  {
    share: 3,
    languages: ['Efik', 'Ibibio'],
    towns: list('Marian Road; Calabar, State Housing; Calabar, Oron Road; Uyo, Ewet Housing; Uyo'),
    women: list(
      'Ekaette, Inemesit, Ịdọngesit, Mfọn, Nsikan, Enobong, Idara, Imaobong, Uduak, Unwana, Edidiọng, Affiọng',
    ),
    men: list('Ubọng, Bassey, Effiọm, Asuquo, Ekemini'),
    families: list('Effiọng, Bassey, Okon, Asuquo, Ekpo, Ekpenyọng, Essien, Etim, Inyang, Akpan, Nyọng, Edet, Ukpọng'),
  },
  {
    share: 3,
    languages: ['Ẹ̀dó'],
    towns: list('Ring Road; Benin City, Ugbowo; Benin City, Auchi'),
    women: list('Itohan, Isọkẹn, Ivie, Esosa, Ẹsẹosa, Adẹsuwa, Amẹnze, Ọmọsẹde, Osariẹmẹn, Aisosa, Izẹgbuwa, Eghosa'),
    men: list('Osarọbọ, Nosa, Efosa, Osagie, Eghosa'),
    families: list('Igbinẹdion, Idahọsa, Ọmọrẹgie, Ọmọruyi, Osifo, Obaseki, Ekhator, Ighodaro, Osunde, Uwaifo, Okojie'),
  },
  {
    share: 2,
    languages: ['Tiv'],
    towns: list('High Level; Makurdi, North Bank; Makurdi'),
    women: list('Dooshima, Wandoo, Mimidoo, Seember, Sewuese, Torkwase, Iveren, Erdoo, Hembadoon, Ngunan, Sedoo'),
    men: list('Terver, Terhemba, Aondofa'),
    families: list('Tarka, Ugba, Utsaha, Agber, Akaa, Hembe, Iorliam, Jato, Orkar, Aondoakaa, Ikyaan, Anyebe'),
  },
  {
    share: 2,
    languages: ['Kalabari'],
    towns: list('Old GRA; Port Harcourt, D-Line; Port Harcourt, Rumuokwuta; Port Harcourt'),
    women: list('Preye, Tonye, Ibifuro, Ibinabo, Tariere, Boma, Ipalibo, Belema, Nengi, Ibiso, Alaere'),
    men: list('Sokari, Tari, Ebikeme'),
    families: list('Alagoa, Briggs, Dokubo, Braide, Jumbo, Pepple, Okara, Sekibo, Amachree, Opuama'),
  },
];

/** Each people, repeated as many times as its share. */
export const peoplesByShare = peoples.flatMap((people) => Array.from({ length: people.share }, () => people));

export type DemoPerson = { name: string; isWoman: boolean; location: string; languages: string[] };

/**
 * Draws a person who could be a doctor, with a name that is not in `taken`, and a place and languages that go with it.
 */
export function drawPerson(people: People, random: Random, taken: ReadonlySet<string>): DemoPerson {
  const isWoman = random.chance(0.65);
  const givenNames = isWoman ? people.women : people.men;
  let names: string[];
  do {
    const given = random.chance(0.15) ? [random.pick(givenNames), random.pick(givenNames)] : [random.pick(givenNames)];
    names = [...given, random.pick(people.families)];
  } while (new Set(names).size < names.length || taken.has(names.join(' ')));
  const location = random.pick(random.chance(0.4) ? everywhere : people.towns).replace(';', ',');
  const languages = ['English', ...people.languages];
  if (random.chance(0.45)) languages.push('Nigerian Pidgin');
  const other = random.pick(['Hausa', 'Yorùbá', 'Igbo', 'French']);
  if (random.chance(0.2) && !languages.includes(other)) languages.push(other);
  return { name: names.join(' '), isWoman, location, languages };
}
