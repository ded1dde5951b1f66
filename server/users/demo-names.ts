import type { StatementLanguage } from '#contract/moderation.ts';

/** Names of one people, most frequent first, in the full orthography with every mark. */
export type People = {
  /** The percentage of users with such a name. */
  share: number;
  /** The language in which many of them use the app; without it Pidgin. */
  language?: StatementLanguage;
  /** The share of the women who use a church or English name. */
  english: number;
  women: readonly string[];
  men: readonly string[];
  families: readonly string[];
};

const list = (names: string) => names.split(/,\s*/).map((name) => name.trim().normalize('NFC'));

/** Church and everyday English given names, which every people of the south uses besides its own. */
export const christianNames = list(`
  Blessing, Grace, Esther, Mercy, Joy, Patience, Precious, Favour, Gift, Peace, Faith, Deborah, Ruth, Mary, Victoria,
  Elizabeth, Rebecca, Comfort, Glory, Happiness, Charity, Goodness, Sarah, Racheal, Hannah, Juliet, Janet, Stella,
  Beatrice, Cynthia, Jennifer, Vivian, Gloria, Rose, Veronica, Theresa, Martha, Agnes, Florence, Felicia, Rita,
  Helen, Dorcas, Lydia, Naomi, Priscilla, Abigail, Miracle, Success, Testimony, Divine, Marvellous, Purity, Promise,
  Endurance, Loveth, Christiana, Bridget, Philomena`);

/** Given names of Muslim women of the south-west, as they are spelt there. */
const southWestMuslim =
  'Kafayat, Rukayat, Mutiat, Bilikis, Basirat, Sherifat, Idayat, Halimat, Simbiat, Khadijat, Aminat';

export const peoples: readonly People[] = [
  {
    // Yoruba
    share: 30,
    language: 'yoruba',
    english: 0.2,
    women: list(`
      Fúnmiláyọ̀, Títílayọ̀, Olúwaṣeun, Tèmítọ́pẹ́, Yétúndé, Bùkọ́lá, Fọláṣadé, Bọ́láńlé, Adéọlá, Olúwakẹ́mi, Dámilọ́lá,
      Ọmọ́lará, Rónkẹ́, Ayọ̀midé, Ìyábọ̀, Kẹ́hìndé, Táíwò, Yéwándé, Modúpẹ́, Morẹ́nikẹ́, Mojísọ́lá, Olúwatóyìn, Bísí,
      Ṣadé, Kẹ́mi, Fúnkẹ́, Tinúkẹ́, Adéníkẹ̀ẹ́, Adéyínká, Abísọ́lá, Olúbùkọ́lá, Bùsáyọ̀, Bùsọ́lá, Ọmọ́táyọ̀, Ọmọ́tọ́lá,
      Adétọ́lá, Adéwùmí, Àbẹ̀kẹ́, Àbẹ̀ní, Àdùkẹ́, Àjọkẹ́, Àṣàkẹ́, Àníkẹ́, Àmọ̀kẹ́, Àlàkẹ́, Jùmọ̀kẹ́, Ìfẹ́olúwa,
      Ìbùkúnolúwa, Ìtùnú, Ìdùnnú, Tèmiladé, Tèmilolúwa, Wúràọlá, Yéjídé, Yínká, Ẹniọlá, Ẹ̀bùn, Ọlábísí, Ọlájùmọ̀kẹ́,
      Pẹ̀lúmi, Ọpẹ́yẹmí, Ọpẹ́olúwa, Simisọ́lá, Tìwalọlá, Olúwadámiláre, Bólúwatifẹ́, Moyọ̀sọ́rẹ, Motúnráyọ̀, Mosúnmọ́lá,
      Ànúolúwapọ̀, Àánú, Moradékẹ́, Ìdòwú, Fúnmilọ́lá, Adéfúnkẹ́, ${southWestMuslim}`),
    men: list('Babátúndé, Olúṣẹ́gun, Ayọ̀délé, Kúnlé, Táyọ̀, Adéwálé, Gbénga, Ṣọlá'),
    families: list(`
      Adébáyọ̀, Adéyẹmí, Àjàyí, Ògúnléye, Balógun, Ọláyínká, Adélékè, Akínyẹmí, Afọlábí, Adéníyì, Ọládípọ̀, Adékúnlé,
      Ọládélé, Bánkọ́lé, Oyèwọlé, Ọláníyì, Bámidélé, Àlàbí, Lawal, Salami, Bello, Yusuf, Adétúnjí, Adéṣínà, Adégòkè,
      Adéjùmọ̀, Ògúndípẹ̀, Ògúnbánjọ, Ògúnyẹmí, Ṣóyínká, Awólọ́wọ̀, Akíntọ́lá, Akíndélé, Akínwándé, Afọláyan, Àkàndé,
      Àkànní, Àjàní, Àyìndé, Àrẹ̀mú, Ọláwálé, Ọláníyan, Ọlátúnjí, Ọlágúnjú, Oyèlárán, Oyèbádé, Oyèníyì, Fálọlá,
      Fátóyìnbó, Fáṣọlá, Fágúnwà, Bámgbóṣé, Babalọlá, Ọdẹ́wálé, Ọ̀ṣúntókun, Ìdòwú, Ọlábọ̀dé, Ayọ̀délé, Ayọ̀adé,
      Ganiyu, Raji, Sanni, Olúwọlé, Adéwálé, Ọláìtán`),
  },
  {
    // Igbo
    share: 24,
    language: 'igbo',
    english: 0.3,
    women: list(`
      Ngọzị, Chiọma, Chiamaka, Ifeọma, Nkechi, Adaeze, Chidịmma, Amarachi, Chinyere, Nneka, Ogechi, Onyinyechi, Ezinne,
      Chinenye, Chisom, Amaka, Uchenna, Nnenna, Ebere, Chinwe, Ifeyinwa, Oluchi, Ugochi, Adanna, Adaobi, Adaọra, Chinaza,
      Chizọba, Ụzọamaka, Ụjụ, Ọbịanụjụ, Ọbịageli, Ịfụnanya, Kosisọchukwu, Kamsiyọchukwu, Kambili, Chikaọdịlị, Eberechi,
      Ezinwanne, Ekene, Ọgọchukwu, Ọlụchi, Ugonna, Uchechi, Udoka, Ụlọma, Mmesọma, Munachimso, Ọlanna, Ọlaedo, Onyeka,
      Somtochukwu, Sọmadịna, Ụzọma, Nwakaego, Mgbafọ, Aṅụlịka, Ihuọma, Ihechi, Ọdịnakachukwu, Ifesinachi, Nwamaka,
      Nkiruka, Ngọzịchukwu, Chimamanda, Kenechukwu, Kelechi, Olileanya, Ifechukwu, Nkemdilim, Ozioma`),
    men: list('Chukwuemeka, Obinna, Ikenna, Chinedu, Nnamdị, Uchenna, Kelechi'),
    families: list(`
      Okafọ, Okeke, Eze, Okonkwọ, Nwosu, Okoye, Nwankwọ, Obi, Okoro, Ugwu, Nwachukwu, Onyekachi, Okorie, Igwe, Njọkụ,
      Chukwu, Anyanwụ, Nweke, Nnaji, Ude, Ọnụọha, Ọgbọnna, Ọkpara, Ọnwụka, Ọnwụdịwe, Ọjụkwụ, Obiọra, Ezekwesịlị, Amadị,
      Anozie, Chukwuma, Chukwuemeka, Ekwueme, Ibe, Mbakwe, Nnamdị, Nwobodo, Ọdụmegwụ, Osuji, Uche, Umeh, Ụzọchukwu,
      Ụwakwe, Ọzọemena, Agụ, Madụka, Madụabụchi, Ihejirika, Iheanachọ, Iroegbu, Onyema, Nwafọ, Mbah, Ezeilo, Okwudịlị,
      Achebe, Azikiwe, Onyia, Okonjo, Nwaigwe`),
  },
  {
    // Hausa
    share: 11,
    language: 'hausa',
    english: 0.02,
    women: list(`
      Aisha, Fatima, Zainab, Maryam, Hauwa, Hadiza, Amina, Halima, Khadija, Ruƙayya, Safiya, Hafsat, Rabi, Binta, Hajara,
      Jummai, Ladi, Asabe, Laraba, Talatu, Balaraba, Lami, Tani, Kande, Asma'u, Sa'adatu, Bilkisu, Nafisa, Zulaihat,
      Sadiya, Ummi, Ummulkhairi, Uwani, Dije, Rahama, Ramatu, Rakiya, Salamatu, Ɗahira, Faɗimatu, Ƴardada, Sadiƙa,
      Atiƙa, Hasana, Husaina, Gambo, Saratu, A'isha, Maimunatu, Azumi, Turai, Samɓala`),
    men: list("Faruƙu, Ɗahiru, Sani, Musa, Abdulƙadir, Yaƙubu, Isma'il"),
    families: list(`
      Abubakar, Musa, Ibrahim, Sani, Abdullahi, Usman, Yusuf, Aliyu, Garba, Umar, Suleiman, Bala, Ɗanjuma, Ɗanladi,
      Ɗanlami, Baƙo, Yaƙubu, Magaji, Galadima, Gwarzo, Bichi, Wudil, Dutse, Gumel, Haɗeja, Maƙarfi, Ɗorayi, Ɗambatta,
      Ƴar'adua, Ƙaura, Maiɗaki, Maikuɗi, Gusau, Daura, Katsina, Kano, Zariya, Funtuwa, Ringim, Rano, Maigari, Maitama,
      Samɓali, Shehu, Lawal, Ɗantata, Isyaku, Tanimu, Shekarau`),
  },
  {
    // Fulani
    share: 5,
    language: 'hausa',
    english: 0,
    women: list(`
      Fadimatu, Aishatu, Hauwa'u, Maryamu, Adda, Binta, Hafsatu, Zainabu, Safiyatu, Halimatu, Ummul, Penda, Takko, Dikko,
      Daneejo, Ɓingel, Innaajo, Kumbo, Hassanatu, Hussainatu, Asma'u, Ramata, Djamila, Nana Asma'u`),
    men: list('Modibbo, Ardo, Bello, Aminu, Jibrilla'),
    families: list(`
      Bello, Lamiɗo, Modibbo, Ardo, Jauro, Ahmadu, Hamman, Bappa, Jalo, Barkindo, Gidado, Girei, Ribaɗo, Sambo, Dahiru,
      Mahmud, Ɓurɗo, Hamidu, Song, Yola, Gombe, Tukur, Buba`),
  },
  {
    // Efik and Ibibio
    share: 6,
    english: 0.45,
    women: list(`
      Ekaette, Inemesit, Ịdọngesit, Mfọn, Mfọnobong, Nsikan, Ndifreke, Eno, Enobong, Idara, Ini, Iniobong, Ima, Imaobong,
      Utibe, Uduak, Uduakobong, Unwana, Unyime, Ekemini, Emem, Ememobong, Edidiọng, Edikan, Abasiama, Abasiọfiọk, Aniekan,
      Nkoyo, Atim, Affiọng, Arit, Mayen, Iquo, Ekanem, Nkese`),
    men: list('Ubọng, Bassey, Effiọm, Asuquo'),
    families: list(`
      Effiọng, Bassey, Okon, Asuquo, Ekpo, Ekpenyọng, Essien, Etim, Eyo, Ekong, Inyang, Ita, Udo, Akpan, Umoh, Nyọng,
      Archibong, Edet, Otu, Udofia, Ukpọng, Ibanga, Obot, Ntia, Udoh, Henshaw, Duke, Nsa`),
  },
  {
    // Edo and Esan
    share: 5,
    english: 0.4,
    women: list(`
      Itohan, Isọkẹn, Ivie, Esosa, Ẹsẹosa, Adẹsuwa, Amẹnze, Ọmọsẹde, Ọmọsigho, Osarẹtin, Osariẹmẹn, Imuẹtinyan, Aisosa,
      Iyobosa, Izẹgbuwa, Uwaila, Uyiosa, Osasere, Nosakhare, Eghosa, Osarugue, Ebehireme, Ehinomen, Eromosele, Osas`),
    men: list('Osarọbọ, Nosa, Efosa, Osagie'),
    families: list(`
      Osagie, Igbinẹdion, Idahọsa, Ọmọrẹgie, Ọmọruyi, Osifo, Agbonlahor, Obaseki, Ekhator, Eweka, Ighodaro, Iyamu,
      Okungbowa, Osunde, Uwaifo, Oronsaye, Imasuen, Aigbe, Ehigiator, Ogbeide, Okojie, Inegbenebor, Erhabor, Edebiri`),
  },
  {
    // Urhobo and Isoko
    share: 4,
    english: 0.4,
    women: list(`
      Ẹjiro, Ufuọma, Ọnọmẹ, Ọghẹnẹkẹvwẹ, Ọghẹnẹtẹga, Ẹguọnọ, Akpẹvwẹ, Rukẹvwẹ, Ọnajite, Edirin, Efe, Ese, Efetobore,
      Aghogho, Elohor, Oreva, Okiemute, Ochuko, Omamuyovwi, Ewomazino, Enajite, Voke, Tega, Ufuomanefe`),
    men: list('Ovie, Ọghẹnẹkaro, Onoriode'),
    families: list(`
      Ibru, Okpako, Okagbare, Umukoro, Edafe, Efeturi, Igho, Omatseye, Otite, Onoriode, Oghenekaro, Okotie, Akpobome,
      Odjegba, Oghoghorie, Ejaita, Agbroko, Ekuase`),
  },
  {
    // Tiv
    share: 3,
    english: 0.35,
    women: list(`
      Dooshima, Doose, Dooter, Wandoo, Mimidoo, Seember, Sewuese, Torkwase, Iveren, Erdoo, Hembadoon, Member, Ngohide,
      Nguavese, Ngunan, Sedoo, Kpadoo, Msurshima, Doosuur, Nguseer`),
    men: list('Terver, Terhemba, Aondofa'),
    families: list(`
      Terhemba, Terver, Tarka, Ugba, Utsaha, Agber, Akaa, Hembe, Iorliam, Jato, Orkar, Uja, Aondoakaa, Ikyaan, Gbaa,
      Anyebe, Tyo, Iorfa`),
  },
  {
    // Ijaw and Kalabari
    share: 3,
    english: 0.4,
    women: list(`
      Ebiẹrẹ, Preye, Ebi, Tonye, Ibifuro, Ibinabo, Diepreye, Tariere, Tokoni, Boma, Ipalibo, Belema, Nengi, Doubara,
      Ibiso, Inebaraton, Timipre, Oyinkuro, Alaere`),
    men: list('Sokari, Tari, Ebikeme'),
    families: list(`
      Alagoa, Briggs, Dokubo, Dappa, Cookey-Gam, Braide, Jumbo, Pepple, Okara, Sekibo, Tamuno, Whyte, Princewill,
      Young-Harry, Ekiyor, Opuama, West, Igali, Amachree`),
  },
  {
    // Nupe
    share: 2,
    english: 0.02,
    women: list(
      'Fatimetu, Aisatu, Memunatu, Awawu, Hadizatu, Salamatu, Mairo, Habiba, Nana, Ramatu, Adama, Sakina, Rahmatu',
    ),
    men: list('Ndagi, Ndanusa, Nmadu'),
    families: list(
      'Ndako, Gana, Yisa, Kolo, Tsado, Nmadu, Saba, Makun, Gimba, Jiya, Legbo, Ndanusa, Shaba, Sheshi, Ndagi',
    ),
  },
  {
    // Kanuri
    share: 2,
    english: 0,
    women: list(
      'Falmata, Yakaka, Kaltum, Yagana, Yakura, Bintu, Hajja Gana, Zara, Fanna, Gumsu, Kellu, Maira, Amina, Inna',
    ),
    men: list('Bukar, Modu, Kyari'),
    families: list(
      'Kyari, Shettima, Mustapha, Goni, Bukar, Kachalla, Lawan, Modu, Zanna, Grema, Monguno, Bulama, Gubio, Mala, Alkali',
    ),
  },
  {
    // Ghana: Akan, Ewe, Ga
    share: 2,
    english: 0.35,
    women: list(`
      Ama, Akosua, Abena, Akua, Yaa, Afia, Efua, Esi, Araba, Adwoa, Ekua, Maame, Serwaa, Afua, Nana Ama, Dzifa, Selasi,
      Enyonam, Mawusi, Yayra, Esinam, Naa Korkor, Dede, Ɔbenewaa`),
    men: list('Kwame, Kofi, Yaw'),
    families: list(`
      Mensah, Owusu, Boateng, Asante, Ɔsei, Adjei, Appiah, Ɔfori, Agyeman, Acheampong, Amoah, Darko, Quaye, Lartey,
      Tetteh, Addo, Ɔpoku, Antwi, Donkor, Ampofo, Agbeko`),
  },
  {
    // Benin and Togo
    share: 2,
    english: 0.1,
    women: list(`
      Afi, Akouvi, Ablavi, Adjoavi, Akossiwa, Kafui, Houéfa, Mahougnon, Sèna, Bénédicte, Félicité, Clémence, Rosine,
      Estelle, Prisca, Reine, Edwige, Aïcha`),
    men: list('Kossi, Sènan'),
    families: list(`
      Agossou, Dossou, Ahouansou, Zinsou, Sossou, Adjovi, Hounsou, Amoussou, Gbaguidi, Houngbédji, Ekoué, Attiogbé,
      Adjavon, Lawson, d'Almeida, Kpakpo, Tossou`),
  },
  {
    // Cameroon
    share: 1,
    english: 0.35,
    women: list(`
      Marie-Claire, Solange, Aïssatou, Mireille, Thérèse, Clarisse, Hortense, Brigitte, Bih, Lum, Manka'a, Sirri, Hermine,
      Ngono, Edwige, Geneviève`),
    men: list('Jean-Paul, Fru'),
    families: list(
      'Atangana, Mbarga, Fotso, Kamga, Tambe, Ayuk, Fru, Ngwa, Djoumessi, Essomba, Fongang, Mvondo, Che, Neba, Eyong',
    ),
  },
];

/** Deliberately rare: real values of a name field that a list must be able to show. */
export const awkwardNames = [
  'Olúwatómilọ́lá Àdùkẹ́ Ayọ̀midé Fọláṣadé Adébáyọ̀-Ọláníyan Ògúnyẹmí-Akínwándé',
  'Chimamanda Ọgọchukwu Kosisọchukwu Ezekwesịlị-Ọdụmegwụ Nwachukwu-Anyanwụ',
  'B',
  'A.',
  'فاطمة الزهراء',
  'عائشة بنت محمد',
  'Mama Ejima 👯🏾‍♀️',
  "N'Deye O'Brien-Ɗanjuma",
  '~*~ Queen Tega ~*~',
  'Iya   Ibeji',
  'Bisi \\ Bukky',
  '100% Naija babe',
  'Dr. (Mrs.) Philomena U. C. Anyanwụ, JP',
];

/** Nicknames of people who want to stay unknown; a number usually follows. */
export const nicknames = `
  queen, sunshine, omalicha, asanwa, ewatomi, arike, ododo, princess, mumcee, honeybee, butterfly, goldie,
  chocolate_girl, naijagirl, lagosbabe, abujababe, phgirl, ibadanbabe, calabarchic, kanoqueen, sweetlips, iyalaya,
  mamatwins, mama_ejima, iyaibeji, ummu_ahmad, ummu_khadija, ttc_sister, pcos_warrior, cyster, waitingmum, hopeful,
  blessed_one, gods_favourite, graceful, mercyseat, joyful, shy_girl, quiet_one, anonymous, justme, nobody, moonchild,
  cocoa_butter, shea_baby, ankara_girl, jollof_queen, suya_lover, puffpuff, zobo_gal, agbalumo, dodo_ikire, naturalista`
  .split(',')
  .map((name) => name.trim());

/** Ends of a username with characters that are unusual for a search. */
export const awkwardUsernames = ['🌸', '✨💕', '🦋', '_____', '.ng', '👑👑', '%', '\\', 'ọ̀'];
