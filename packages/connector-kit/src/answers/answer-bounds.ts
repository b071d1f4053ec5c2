/**
 * How much there may be in an answer, beside its length: parsing runs on the thread that serves everybody, and its cost is in
 * the number of values and not of bytes (a label is one long text). Both looks are one pass without recursion.
 */

/** Levels of lists and objects, or of elements. */
export const MOST_LEVELS = 100;
export const TOO_DEEP = 'is nested too deeply';
/** Values of a JSON answer: a page of 250 orders has about 50,000. Reading so many takes 70 ms at the most. */
export const MOST_VALUES = 100_000;
/** Tags, comments and sections of an XML answer; an element has two. The largest that vendors show has 700, and so many take 60 ms. */
export const MOST_TAGS = 20_000;
/** Attributes and references to characters, each. */
export const MOST_PARTS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the text that begins behind `at` ends: at its closing quote, or at the end of a text that never closes. */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = end;
    while (text.charCodeAt(slashes - 1) === BACKSLASH) slashes -= 1;
    if ((end - slashes) % 2 === 0) return end;
  }
  return text.length;
}

/** What there is too much of in a JSON text ("is nested too deeply"), or undefined. Whether it is JSON at all is not looked at. */
export function tooMuchJson(text: string, mostValues = MOST_VALUES): string | undefined {
  let levels = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        levels += 1;
        values += 1;
        if (levels > MOST_LEVELS) return TOO_DEEP;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        levels -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
      default:
    }
    if (values > mostValues) return 'has more values than it may';
  }
  return undefined;
}

function countsMoreThan(text: string, mark: string, most: number): boolean {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    found += 1;
    if (found > most) return true;
  }
  return false;
}

/**
 * What there is too much of in an XML text, or undefined; the parser itself bounds the levels.
 * @param times so many times as many, where it is read in a thread of its own
 */
export function tooMuchXml(text: string, times = 1): string | undefined {
  if (countsMoreThan(text, '<', MOST_TAGS * times)) return 'has more elements than it may';
  if (countsMoreThan(text, '=', MOST_PARTS * times) || countsMoreThan(text, '&', MOST_PARTS * times))
    return 'has more attributes or references than it may';
  return undefined;
}
