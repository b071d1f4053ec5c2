/** Names of taxes without their rates, for whoever writes the rate beside them. */

/** "GST" of "GST 5 %", "TVH" of "TVH 13 %"; a label that names no rate is the name. */
export const taxNameOf = (label: string): string => label.replace(/[\s\u00a0]*\d+(?:[.,]\d+)?[\s\u00a0]*%$/, '');
