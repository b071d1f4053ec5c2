/** Colours of a franchise as far as a mail can use them: six hex digits. */
const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** "#rrggbb", or the fallback for everything a mail program might not know. */
export const plainColour = (given: string | null | undefined, fallback: string): string => {
  const digits = HEX.exec(given?.trim() ?? '')?.[1];
  if (digits === undefined) return fallback;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`.toLowerCase();
};
