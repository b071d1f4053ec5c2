/**
 * Makes a text fit to be stored and read by support: values of credentials in every usual disguise, fields that are secret
 * by their name, and card-like numbers are replaced. What stays is bounded.
 */
export const HIDDEN = '[hidden]';

const SECRET_NAME =
  /password|passwd|passphrase|secret|token|api[-_]?key|apikey|authori[sz]ation|credential|private[-_]?key|cvv|cvc|card[-_]?number|account[-_]?pin/i;
/**
 * An OAuth exchange of a code for access (RFC 6749 section 4.1.3, RFC 7636): there, and there alone, the common names `code` and
 * `state` open something.
 */
const EXCHANGE = /grant_type|client_secret|code_verifier/;
const SECRET_IN_EXCHANGE = /^(?:(?:\w+_)?code|state|code_verifier)$/;
/** The state within an address of ours that is sent along. */
const STATE_IN_ADDRESS = /(state%3D)[\w.~-]+/gi;
/** Signed addresses of ours at which a carrier's people open photos: whoever has one sees the photo. */
const PHOTO_ADDRESS = /(\/claim-photos\/)[\w.~-]+/g;
/** A name as JSON, XML and forms have it, and its value, which begins where the name ends. */
const FIELDS: readonly (readonly [name: RegExp, value: RegExp, hidden: string])[] = [
  [/"([\w.:-]+)"\s*:\s*/g, /"(?:[^"\\]|\\.)*"?|[\d.]+/y, `"${HIDDEN}"`],
  [/<([\w.:-]+)(?:\s[^<>]*)?>/g, /[^<]+/y, HIDDEN],
  [/(?:^|[?&;\s])([\w.:-]+)=/g, /[^&\s"]+/y, HIDDEN],
];
const SECRET_HEADER =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|api-?key|token|code)$|access[-_]?token$/i;
const SECRET_PART = /key|token|secret|auth|pass/i;
const isSecretHeader = (name: string): boolean =>
  SECRET_HEADER.test(name) || (/^(?:x|api)-/i.test(name) && SECRET_PART.test(name));
const CARD_LIKE = /(?<![\dA-Za-z])(?:[2-6]\d{3})(?:[ -]?\d){9,15}(?![\dA-Za-z])/g;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    let d = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) d = d > 4 ? d * 2 - 9 : d * 2;
    sum += d;
  }
  return sum % 10 === 0;
}

/** A value as it is found in JSON, XML, an address or a Basic header. */
export function disguises(value: string): string[] {
  const xml = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = xml.replace(/"/g, '&quot;').replace(/'/g, '&apos;');
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    xml,
    quoted,
    // Also as part of a message that stands in an address as a whole.
    ...[value, xml, quoted].flatMap(inAddress),
    Buffer.from(value, 'utf8').toString('base64'),
  ];
}

/** As `encodeURIComponent` and as a form write it: they differ in blanks and in ! ' ( ) ~. */
const inAddress = (text: string): string[] => [
  encodeURIComponent(text),
  encodeURIComponent(text).replace(/%20/g, '+'),
  new URLSearchParams({ v: text }).toString().slice(2),
];

/** Name and value are sought apart: in one expression every place in a long name would be a beginning of its own. */
function withoutSecretFields(
  text: string,
  isSecret: (name: string) => boolean,
  [name, value, hidden]: (typeof FIELDS)[number],
): string {
  const kept: string[] = [];
  let at = 0;
  for (const found of text.matchAll(name)) {
    const end = found.index + found[0].length;
    value.lastIndex = end;
    if (found.index < at || !isSecret(found[1] ?? '') || !value.test(text)) continue;
    kept.push(text.slice(at, end), hidden);
    at = value.lastIndex;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(at);
}

export interface Redactor {
  text(text: string): string;
  header(name: string, value: string): string;
  address(url: URL): string;
}

/**
 * @param secrets values of secret credential fields; shorter than 4 characters they are hidden by field name only, since
 *   replacing "12" everywhere would make the trace useless.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const values = [...new Set(secrets.filter((s) => s.length >= 4).flatMap(disguises))].toSorted(
    (a, b) => b.length - a.length,
  );
  const text = (input: string): string => {
    // A vendor that answers rubbish may send NUL, which no text column takes.
    let out = input.replaceAll('\u0000', '\uFFFD');
    for (const value of values) out = out.replaceAll(value, HIDDEN);
    const exchange = EXCHANGE.test(out);
    const isSecret = (name: string): boolean => SECRET_NAME.test(name) || (exchange && SECRET_IN_EXCHANGE.test(name));
    for (const field of FIELDS) out = withoutSecretFields(out, isSecret, field);
    if (exchange) out = out.replace(STATE_IN_ADDRESS, `$1${HIDDEN}`);
    out = out.replace(PHOTO_ADDRESS, `$1${HIDDEN}`);
    return out.replace(CARD_LIKE, (found) => {
      const digits = found.replace(/\D/g, '');
      return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) ? HIDDEN : found;
    });
  };
  return {
    text,
    header: (name, value) => (isSecretHeader(name) ? HIDDEN : text(value)),
    address: (url) => {
      const plain = new URL(url.href);
      plain.username = '';
      plain.password = '';
      return text(plain.href);
    },
  };
}

/** Longest body kept in a trace, in characters. */
export const TRACE_BODY_LIMIT = 16_384;

const isText = (type: string): boolean => /json|xml|text|form-urlencoded|graphql/i.test(type);

/**
 * A body for the trace: text redacted and bounded; anything else as its size and type.
 * @param most characters
 */
export function traceBody(
  redactor: Redactor,
  body: string | Uint8Array | undefined,
  contentType: string,
  most: number = TRACE_BODY_LIMIT,
): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  if (typeof body !== 'string' && !isText(contentType))
    return `[${body.length} bytes ${contentType || 'of unknown type'}]`;
  // A secret cut in two by the first slice cannot be recognised, so the last 1,024 characters before it are not shown.
  const window = most * 4;
  const whole = typeof body === 'string' ? body.slice(0, window) : new TextDecoder().decode(body.subarray(0, window));
  const safe = redactor.text(whole);
  const limit = body.length > window ? Math.min(most, Math.max(0, safe.length - 1024)) : most;
  return safe.length > limit ? `${safe.slice(0, limit)} [shortened, ${body.length} in all]` : safe;
}
