/** Text that a platform wrote for a page: HTML entities as the letters they stand for. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  deg: '°',
  reg: '®',
  trade: '™',
  copy: '©',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
};

/** "eacute" is é: a letter and its accent. */
function named(name: string): string | undefined {
  const [, letter, accent = ''] = /^([a-z])(acute|grave|circ|uml|tilde|cedil)$/i.exec(name) ?? [];
  return letter === undefined
    ? ENTITIES[name.toLowerCase()]
    : `${letter}${ACCENTS[accent.toLowerCase()]}`.normalize('NFC');
}

/** Names come with HTML entities in them ("Bed &amp; Bath"); anything unknown stays as it is. */
export const plainText = (text: string): string =>
  text.replace(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    const code = typeof decimal === 'string' ? Number(decimal) : typeof hex === 'string' ? Number.parseInt(hex, 16) : 0;
    if (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    return named(String(name)) ?? all;
  });
