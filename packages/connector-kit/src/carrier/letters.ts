/**
 * Addresses in the letters a carrier takes. Most carriers' systems and label fonts know the letters of Western Europe only and
 * print "?" for everything else, so what is sent to them is transliterated first, the same way for the price and the purchase;
 * the person reads beside the price how the label will look. Decision 0307.
 */
import anyAscii from 'any-ascii';
import type { Address } from '@scanship/domain/addresses/address';
import type { CustomsItem, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { CarrierManifest, RateOffer } from './carrier.ts';

export type Letters = NonNullable<CarrierManifest['letters']>;

export interface Lettered extends Pick<RateOffer, 'missing' | 'remarks'> {
  /** What is sent to the carrier. */
  readonly shipment: ShipmentRequest;
}

const TAKEN: Readonly<Record<Exclude<Letters, 'any'>, RegExp>> = {
  ascii: /^[\x20-\x7e]*$/,
  'latin-1': /^[\x20-\x7e\xa0-\xff]*$/,
};
/** An accent or a typographic mark that goes does not change how a name is read, so nobody is told. */
const PLAIN_LOSS = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Pictures and what joins them say nothing a carrier could deliver to. */
const PICTURES = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f/gu;
/** Digits and signs are pictures to Unicode, too. */
const KEYBOARD = /^[\x20-\xff]$/;
/** Han characters have one reading in Chinese, and in Japanese as many as there are names. */
const HAN = /\p{Script=Han}/u;

/** Scripts without capitals give words in small letters: a name begins with a capital. */
const capitalised = (word: string): string => word.replace(/^[a-z]/, (first) => first.toUpperCase());

function inLetters(text: string, taken: RegExp): string {
  const clean = text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(PICTURES, (sign) => (KEYBOARD.test(sign) ? sign : ''));
  return clean
    .split(/(\s+)/u)
    .map((word) => {
      if (taken.test(word)) return word;
      const written = Array.from(word, (sign) => (taken.test(sign) ? sign : anyAscii(sign))).join('');
      return PLAIN_LOSS.test(word) || word !== word.toLowerCase() ? written : capitalised(written);
    })
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

const LINES = ['name', 'companyName', 'address1', 'address2', 'city', 'provinceCode'] as const;
/** What a person reads beside the price before buying. */
const PRINTED = {
  from: (name: string, text: string) =>
    `${name} prints Latin letters only. The sender on the label will read "${text}". Check it before you buy, or edit the address.`,
  to: (name: string, text: string) =>
    `${name} prints Latin letters only. The recipient on the label will read "${text}". Check it before you buy, or edit the address.`,
  returnTo: (name: string, text: string) =>
    `${name} prints Latin letters only. The return address on the label will read "${text}". Check it before you buy, or edit the address.`,
} as const;

/**
 * A shipment as a carrier can be told it.
 * - `remarks` name every line that changed its script, as it will be printed.
 * - `missing` names lines nobody can transliterate without knowing the person: they must be typed in Latin letters.
 */
export function inLettersOf(
  { name, letters = 'latin-1' }: Pick<CarrierManifest, 'name' | 'letters'>,
  shipment: ShipmentRequest,
): Lettered {
  if (letters === 'any') return { shipment };
  const taken = TAKEN[letters];
  const missing: { readonly field: string; readonly message: string }[] = [];
  const remarks: string[] = [];

  const address = (given: Address, whose: keyof typeof PRINTED): Address => {
    const changed: Partial<Record<(typeof LINES)[number], string>> = {};
    const printed: string[] = [];
    for (const line of LINES) {
      const text = given[line];
      if (!text || taken.test(text)) continue;
      const written = inLetters(text, taken);
      changed[line] = written;
      if (PLAIN_LOSS.test(text) && written !== '') continue;
      if (written === '' || (given.countryCode === 'JP' && HAN.test(text)))
        missing.push({
          field: `${whose}.${line}`,
          message: `${name} prints Latin letters only, and "${text}" cannot be transliterated with certainty. Enter it in Latin letters; ask the buyer if you do not know how it is written.`,
        });
      else printed.push(written);
    }
    if (printed.length > 0) remarks.push(PRINTED[whose](name, printed.join(', ')));
    return Object.keys(changed).length > 0 ? { ...given, ...changed } : given;
  };
  const text = (given: string): string => (taken.test(given) ? given : inLetters(given, taken));
  const item = (given: CustomsItem): CustomsItem => {
    const description = text(given.description);
    return description === given.description || description === '' ? given : { ...given, description };
  };

  const { returnTo, customs } = shipment;
  const lettered: ShipmentRequest = {
    ...shipment,
    from: address(shipment.from, 'from'),
    to: address(shipment.to, 'to'),
    ...(returnTo && { returnTo: address(returnTo, 'returnTo') }),
    references: shipment.references.map(text),
    ...(customs && {
      customs: {
        ...customs,
        items: customs.items.map(item),
        ...(customs.signer && { signer: text(customs.signer) }),
      },
    }),
  };
  return { shipment: lettered, ...(missing.length > 0 && { missing }), ...(remarks.length > 0 && { remarks }) };
}
