/** User names and e-mail addresses are compared in this form: without case, and whatever way accents were typed. */
export const accountKey = (text: string): string => text.trim().normalize('NFKC').toLowerCase();
