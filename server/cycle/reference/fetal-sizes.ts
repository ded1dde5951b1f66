/**
 * The sizes of a baby by completed week of pregnancy, from which the texts of the weeks take their figures.
 *
 * - `weight`: grams, 10th, 50th and 90th centile, weeks 14 to 40: estimated fetal weight of both sexes in the WHO fetal
 *   growth charts (Kiserud and others, PLoS Medicine 2017, doi 10.1371/journal.pmed.1002220, table for estimated fetal
 *   weight). The charts end at 40 weeks.
 * - `length`: centimetres. Up to week 13 from crown to rump, as in the NHS week-by-week guide. From week 14 from crown to
 *   heel: the average of the growth chart of lengths in use with Hadlock's weights, since no scan measures this length
 *   and WHO has no chart of it.
 * - `lengthRange`: centimetres, 10th and 90th centile at the start of the week, weeks 24 to 40: length at birth of boys in
 *   INTERGROWTH-21st (Villar and others, Lancet 2014 and 2016). Girls are about half a centimetre shorter. From week 14 to
 *   23 there is no published range; lengths estimated from the thigh bone differ by about 1 cm.
 */
type Size = {
  length: number;
  lengthRange?: readonly [tenth: number, ninetieth: number];
  weight?: readonly [tenth: number, median: number, ninetieth: number];
};

export const fetalSizes: Readonly<Record<number, Size>> = {
  5: { length: 0.2 },
  6: { length: 0.6 },
  7: { length: 1 },
  8: { length: 1.6 },
  9: { length: 2.3 },
  10: { length: 3.1 },
  11: { length: 4.1 },
  12: { length: 5.4 },
  13: { length: 7 },
  14: { length: 14.7, weight: [78, 90, 104] },
  15: { length: 16.7, weight: [99, 114, 132] },
  16: { length: 18.6, weight: [124, 144, 166] },
  17: { length: 20.4, weight: [155, 179, 207] },
  18: { length: 22.2, weight: [192, 222, 255] },
  19: { length: 24, weight: [235, 272, 313] },
  20: { length: 25.7, weight: [286, 330, 380] },
  21: { length: 27.4, weight: [345, 398, 458] },
  22: { length: 29, weight: [412, 476, 548] },
  23: { length: 30.6, weight: [489, 565, 650] },
  24: { length: 32.2, lengthRange: [28.9, 35.5], weight: [576, 665, 765] },
  25: { length: 33.7, lengthRange: [30.2, 36.8], weight: [673, 778, 894] },
  26: { length: 35.1, lengthRange: [31.4, 38.1], weight: [780, 902, 1038] },
  27: { length: 36.6, lengthRange: [32.7, 39.4], weight: [898, 1039, 1196] },
  28: { length: 37.6, lengthRange: [34, 40.6], weight: [1026, 1189, 1368] },
  29: { length: 39.3, lengthRange: [35.2, 41.9], weight: [1165, 1350, 1554] },
  30: { length: 40.5, lengthRange: [36.5, 43.2], weight: [1313, 1523, 1753] },
  31: { length: 41.8, lengthRange: [37.8, 44.4], weight: [1470, 1707, 1964] },
  32: { length: 43, lengthRange: [39, 45.7], weight: [1635, 1901, 2187] },
  33: { length: 44.1, lengthRange: [41.1, 46.6], weight: [1807, 2103, 2419] },
  34: { length: 45.3, lengthRange: [42.4, 47.6], weight: [1985, 2312, 2659] },
  35: { length: 46.3, lengthRange: [43.5, 48.5], weight: [2167, 2527, 2904] },
  36: { length: 47.3, lengthRange: [44.6, 49.4], weight: [2352, 2745, 3153] },
  37: { length: 48.3, lengthRange: [45.5, 50.1], weight: [2537, 2966, 3403] },
  38: { length: 49.3, lengthRange: [46.4, 50.8], weight: [2723, 3186, 3652] },
  39: { length: 50.1, lengthRange: [47.1, 51.5], weight: [2905, 3403, 3897] },
  40: { length: 51, lengthRange: [47.8, 52], weight: [3084, 3617, 4135] },
};
