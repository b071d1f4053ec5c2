const GRAMS_PER_OUNCE = 28.349523125;

/** Rounded up, so that no carrier finds more than was declared. */
export const tenthsUp = (value: number): number => Math.ceil(value * 10 - 1e-6) / 10;

/** EasyPost weighs in ounces, with one decimal. */
export const ounces = (grams: number): number => Math.max(0.1, tenthsUp(grams / GRAMS_PER_OUNCE));
