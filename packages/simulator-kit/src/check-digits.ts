/** Check digits that carriers put at the end of tracking numbers; sources in the docstrings. */

const digitsOf = (text: string): number[] => {
  if (!/^\d+$/.test(text)) throw new RangeError(`"${text}" is not all digits`);
  return Array.from(text, Number);
};

/** Modulo 10 with weights 3 and 1 from the right (GS1 General Specifications, "Standard check digit calculation"). */
export const mod10Weights31 = (digits: string): number => {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, d, i) => total + d * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

/** Luhn (ISO/IEC 7812-1, annex B). */
export const luhn = (digits: string): number => {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, d, i) => total + (i % 2 === 1 ? d : d > 4 ? d * 2 - 9 : d * 2), 0);
  return (10 - (sum % 10)) % 10;
};

/** Modulo 7, remainder of the number itself. */
export const mod7 = (digits: string): number => digitsOf(digits).reduce((rest, d) => (rest * 10 + d) % 7, 0);

/** UPU S10: eight digits, weights 8 6 4 2 3 5 9 7, modulo 11. */
export const s10 = (digits: string): number => {
  if (digits.length !== 8) throw new RangeError('S10 takes eight digits');
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const rest = 11 - (digitsOf(digits).reduce((sum, d, i) => sum + d * (weights[i] ?? 0), 0) % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
};
