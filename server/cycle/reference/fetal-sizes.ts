/** The size of a fetus at a number of completed weeks. */
type FetalSize = {
  /** In centimetres, from crown to rump before 14 weeks, from crown to heel from then on. */
  length: number;
  /** Estimated weight in grams: the 10th, 50th and 90th centile. */
  weight?: readonly [low: number, median: number, high: number];
};

/**
 * Sizes by completed weeks, with which the sizes in the texts of the weeks are compared.
 *
 * - Lengths before 14 weeks: NHS, Week-by-week guide to pregnancy. From 14 weeks: the table of Perinatology.com, Fetal
 *   development, after Hadlock.
 * - Weights: Kiserud T. et al., The World Health Organization fetal growth charts, PLoS Medicine 2017;14(1):e1002220,
 *   for girls and boys together. The chart has no values before 14 and after 40 weeks.
 */
export const fetalSizes: Readonly<Record<number, FetalSize>> = {
  5: { length: 0.2 },
  6: { length: 0.6 },
  7: { length: 1 },
  8: { length: 1.6 },
  9: { length: 2.3 },
  10: { length: 3.1 },
  11: { length: 4.1 },
  12: { length: 5.4 },
  13: { length: 7.4 },
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
  24: { length: 32.2, weight: [576, 665, 765] },
  25: { length: 33.7, weight: [673, 778, 894] },
  26: { length: 35.1, weight: [780, 902, 1038] },
  27: { length: 36.6, weight: [898, 1039, 1196] },
  28: { length: 37.6, weight: [1026, 1189, 1368] },
  29: { length: 39.3, weight: [1165, 1350, 1554] },
  30: { length: 40.5, weight: [1313, 1523, 1753] },
  31: { length: 41.8, weight: [1470, 1707, 1964] },
  32: { length: 43, weight: [1635, 1901, 2187] },
  33: { length: 44.1, weight: [1807, 2103, 2419] },
  34: { length: 45.3, weight: [1985, 2312, 2659] },
  35: { length: 46.3, weight: [2167, 2527, 2904] },
  36: { length: 47.3, weight: [2352, 2745, 3153] },
  37: { length: 48.3, weight: [2537, 2966, 3403] },
  38: { length: 49.3, weight: [2723, 3186, 3652] },
  39: { length: 50.1, weight: [2905, 3403, 3897] },
  40: { length: 51, weight: [3084, 3617, 4135] },
};
