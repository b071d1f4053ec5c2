/** Names of taxes without their rates, for whoever writes the rate beside them. */

const OF_A_NUMBER = '0123456789.,';

/** "GST" of "GST 5 %", "TVH" of "TVH 13 %"; a label that names no rate is the name. */
export function taxNameOf(label: string): string {
  if (!label.endsWith('%')) return label;
  const rated = label.slice(0, -1).trimEnd();
  let end = rated.length;
  while (end > 0 && OF_A_NUMBER.includes(rated.charAt(end - 1))) end -= 1;
  return end === rated.length ? label : rated.slice(0, end).trimEnd();
}
