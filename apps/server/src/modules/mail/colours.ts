/** Colours of a franchise as far as a mail can use them: six hex digits, with a text colour that can be read on them. */
const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** "#rrggbb", or the fallback for everything a mail program might not know. */
export const plainColour = (given: string | null | undefined, fallback: string): string => {
  const digits = HEX.exec(given?.trim() ?? '')?.[1];
  if (digits === undefined) return fallback;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`.toLowerCase();
};

/** Relative luminance of WCAG 2, 0 to 1. */
const luminance = (colour: string): number => {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Black or white, whichever can be read better: never below 4.5 : 1. */
export const textOn = (background: string): '#ffffff' | '#000000' =>
  contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
