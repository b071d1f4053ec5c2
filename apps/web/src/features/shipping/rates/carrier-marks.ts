/** How each carrier and platform is drawn. Pure, so that no two of them look alike by accident. */

/** Drawn on 40 by 40, under the letters; the corners are cut by the tile. */
export const SHAPES = {
  road: 'M0 40 L24 0 H40 L16 40 Z',
  wing: 'M0 26 C14 26 26 18 40 4 V18 C28 30 14 36 0 36 Z',
  wave: 'M0 26 C8 20 14 20 20 26 S32 32 40 26 V40 H0 Z',
  flap: 'M0 0 H40 L20 18 Z',
  box: 'M20 6 L36 14 V32 L20 38 L4 32 V14 Z',
  orbit: 'M20 3 A17 17 0 1 1 19.9 3 Z M20 11 A9 9 0 1 0 20.1 11 Z',
  arrow: 'M4 12 H22 V4 L38 20 L22 36 V28 H4 Z',
  stripe: 'M0 29 H40 V36 H0 Z M0 4 H40 V11 H0 Z',
} as const;
export type MarkShape = keyof typeof SHAPES;

export interface Mark {
  readonly letters: string;
  /** Of oklch, in degrees. */
  readonly hue: number;
  readonly shape: MarkShape;
}

const mark = (letters: string, hue: number, shape: MarkShape): Mark => ({ letters, hue, shape });

/** By connector slug and platform code. Letters as people shorten the name; hues spread, so that neighbours differ. */
export const MARKS: Readonly<Record<string, Mark>> = {
  'amazon-merchant-fulfillment': mark('AMF', 60, 'wave'),
  'amazon-shipping': mark('AS', 60, 'arrow'),
  asendia: mark('As', 245, 'orbit'),
  'asendia-usa': mark('AsU', 265, 'orbit'),
  'australia-post': mark('AP', 20, 'flap'),
  'canada-post': mark('CP', 25, 'wing'),
  canpar: mark('Cn', 340, 'road'),
  'chit-chats': mark('CC', 145, 'wave'),
  'dhl-ecommerce': mark('DHe', 85, 'stripe'),
  'dhl-express': mark('DHx', 95, 'wing'),
  'dhl-parcel-de': mark('DHp', 75, 'box'),
  easypost: mark('EP', 255, 'flap'),
  easyship: mark('Es', 175, 'arrow'),
  eshipper: mark('eS', 215, 'arrow'),
  fedex: mark('Fx', 300, 'arrow'),
  freightcom: mark('Fr', 160, 'road'),
  'gls-canada': mark('GC', 270, 'road'),
  'gls-group': mark('GLS', 280, 'stripe'),
  'landmark-global': mark('LG', 190, 'orbit'),
  nationex: mark('Nx', 10, 'stripe'),
  purolator: mark('Pu', 240, 'wing'),
  'rate-sheet': mark('', 0, 'road'),
  'royal-mail': mark('RM', 35, 'orbit'),
  sendcloud: mark('Sc', 225, 'wave'),
  'shipstation-api': mark('SA', 150, 'box'),
  teleship: mark('Te', 320, 'orbit'),
  uniuni: mark('Uu', 50, 'wing'),
  ups: mark('UPS', 70, 'box'),
  usps: mark('US', 250, 'wing'),
  'amazon-ca': mark('aCA', 60, 'box'),
  'amazon-us': mark('aUS', 55, 'box'),
  'best-buy': mark('BB', 100, 'flap'),
  cin7: mark('C7', 200, 'box'),
  ebay: mark('eB', 265, 'stripe'),
  ecwid: mark('Ec', 210, 'box'),
  etsy: mark('Et', 45, 'flap'),
  extensiv: mark('Ex', 290, 'box'),
  'extensiv-3pl': mark('E3', 295, 'box'),
  fishbowl: mark('Fb', 195, 'wave'),
  lightspeed: mark('Ls', 15, 'arrow'),
  reebelo: mark('Rb', 135, 'orbit'),
  rithum: mark('Ri', 310, 'wave'),
  'rithum-soap': mark('RiS', 315, 'wave'),
  'ship-hero': mark('SH', 20, 'box'),
  shipstation: mark('SS', 140, 'road'),
  shopify: mark('Sh', 130, 'flap'),
  square: mark('Sq', 260, 'box'),
  'walmart-ca': mark('wCA', 250, 'orbit'),
  'walmart-us': mark('wUS', 245, 'wave'),
  wix: mark('Wx', 285, 'flap'),
  woocommerce: mark('Wo', 305, 'flap'),
  zoho: mark('Zo', 30, 'stripe'),
};

const NAMES = Object.keys(SHAPES) as MarkShape[];
const sumOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_]+/).filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words[1]].map((w) => [...(w ?? '')][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** Of a carrier nobody drew (an own courier, a sample): its initials, with colour and shape that are always the same for the name. */
export function markOf(name: string, id?: string): Mark {
  const known = MARKS[id ?? ''];
  if (known && known.letters !== '') return known;
  const sum = sumOf(name);
  return { letters: initialsOf(name), hue: (sum % 12) * 30, shape: NAMES[sum % NAMES.length] ?? 'road' };
}
