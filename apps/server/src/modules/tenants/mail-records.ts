/**
 * The records by which receivers believe a mail's sender, looked up in the zone of its domain: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 7489). Each finding says what stands there and what should.
 */
import type { DnsRecord } from '@scanship/contracts/network/franchises';
import { type Dns, shownRecord } from '../../platform/dns.ts';

export interface RecordFinding {
  readonly state: 'found' | 'missing' | 'different' | 'unanswered';
  /** The finding in a sentence, and what to add or change. */
  readonly message: string;
  /** What should stand in the zone. */
  readonly record: DnsRecord;
  /** What stands there; null: nothing of its kind. */
  readonly stands: string | null;
}

/** A zone may hold any number of them. */
const MOST_SHOWN = 5;
const shown = (texts: readonly string[]): string => texts.slice(0, MOST_SHOWN).map(shownRecord).join('\n');

const textRecord = (name: string, value: string): DnsRecord => ({ type: 'TXT', name, value });

const unanswered = (record: DnsRecord): RecordFinding => ({
  state: 'unanswered',
  message: `The name servers of ${record.name} did not answer; try again in a few minutes.`,
  record,
  stands: null,
});

/** "include:_spf.example.com" as a mechanism, compared without case and qualifier. */
const mechanisms = (record: string): string[] =>
  record
    .split(/\s+/)
    .slice(1)
    .map((term) => term.toLowerCase().replace(/^\+/, ''));

/** The text with the include put in front of its last word, `all` or `redirect=`. */
const withInclude = (record: string, include: string): string => {
  const terms = record.trim().split(/\s+/);
  const at = terms.findIndex((term) => /^[-~?+]?all$/i.test(term) || /^redirect=/i.test(term));
  return [...(at < 0 ? terms : terms.slice(0, at)), include, ...(at < 0 ? ['~all'] : terms.slice(at))].join(' ');
};

const isAll = (term: string): boolean => /^[-~?]?all$/.test(term);
/** From mild to strict; "+all", which lets anybody send, becomes "~all" as where it stands alone. */
const ENDS = ['?all', '~all', '-all'];

/**
 * One policy out of several. Nothing counts after `all`, nor does `redirect=` beside it (RFC 7208, 5.1 and 6.1), so each is read as
 * far as it counts and one `all` closes the whole. Of those that stood the mildest does: whoever sends for the domain was let through
 * by one of them at least, and a stricter end might refuse mail that nobody thought of.
 */
function joined(policies: readonly string[], include: string): string {
  const kept = new Set<string>();
  const ends: string[] = [];
  for (const policy of policies) {
    const terms = mechanisms(policy);
    const end = terms.findIndex(isAll);
    for (const term of end < 0 ? terms : terms.slice(0, end)) {
      const [name = '', target] = term.split('=', 2);
      if (name === 'redirect' && end < 0) kept.add(`include:${target}`);
      // Other modifiers only word a refusal, and may stand once.
      if (target === undefined || name.includes(':')) kept.add(term);
    }
    if (end >= 0) ends.push(terms[end] === 'all' ? '~all' : (terms[end] ?? ''));
  }
  const last = ENDS.find((each) => ends.includes(each)) ?? '~all';
  return ['v=spf1', ...kept.add(include), last].join(' ');
}

/** @param host whose own SPF record names the mail servers */
export async function findSpf(dns: Dns, domain: string, host: string): Promise<RecordFinding> {
  const include = `include:${host}`;
  const usual = `v=spf1 ${include} ~all`;
  const found = await dns.txt(domain);
  if (found === undefined) return unanswered(textRecord(domain, usual));
  const policies = found.map(shownRecord).filter((text) => /^v=spf1(\s|$)/i.test(text.trim()));
  const [only, ...more] = policies;
  if (only === undefined)
    return {
      state: 'missing',
      message: `${domain} has no SPF record. Add one as a TXT record.`,
      record: textRecord(domain, usual),
      stands: null,
    };
  const differs = (message: string, value: string): RecordFinding => ({
    state: 'different',
    message,
    record: textRecord(domain, value),
    stands: shown(policies),
  });
  if (more.length > 0)
    return differs(
      `${domain} has ${policies.length} SPF records, and receivers then ignore all of them. Make one of them.`,
      joined(policies, include.toLowerCase()),
    );
  const terms = mechanisms(only);
  if (!terms.includes(include.toLowerCase()))
    return differs(`The SPF record of ${domain} does not name ${host}. Change it to this.`, withInclude(only, include));
  if (terms.includes('all'))
    return differs(
      `The SPF record of ${domain} ends in "+all", which lets anybody send in its name. End it in "~all" or "-all".`,
      only.trim().replace(/\+?all$/i, '~all'),
    );
  const stands = only.trim();
  return {
    state: 'found',
    message: `${domain} lets our mail servers send.`,
    record: textRecord(domain, stands),
    stands,
  };
}

/** A public key without its frame and line breaks. */
const plainKey = (key: string): string => key.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');

/** @param publicKey RSA, as PEM or as base64 alone */
export const dkimRecord = (domain: string, selector: string, publicKey: string): DnsRecord =>
  textRecord(`${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${plainKey(publicKey)}`);

type Tags = Readonly<Record<string, string>>;

/** "p=abc; k=rsa" by name; blanks in values carry no meaning. */
const tagsOf = (text: string): Tags =>
  Object.fromEntries(
    text.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim().toLowerCase(), value.join('=').replace(/\s+/g, '')];
    }),
  );

/** Whether receivers take the key for our signatures, rsa-sha256 of a mail (RFC 6376, 3.6.1). */
const signsMail = ({ v = 'DKIM1', k = 'rsa', h = 'sha256', s = '*' }: Tags): boolean =>
  v === 'DKIM1' &&
  k === 'rsa' &&
  h.split(':').includes('sha256') &&
  s.split(':').some((service) => service === '*' || service === 'email');

export async function findDkim(dns: Dns, record: DnsRecord): Promise<RecordFinding> {
  const { name } = record;
  const found = await dns.txt(name);
  if (found === undefined) return unanswered(record);
  if (found.length === 0) {
    // Zones of others' mail services are full of aliases: where the name leads is what explains it.
    const last = (await dns.aliases(name))?.at(-1);
    const message =
      last === undefined
        ? `There is no DKIM record at ${name}. Add it as a TXT record.`
        : `${name} leads by CNAME to ${shownRecord(last)}, where there is no DKIM record. Add it there, or put the TXT record in place of the CNAME.`;
    return { state: 'missing', message, record, stands: last === undefined ? null : `CNAME ${shownRecord(last)}` };
  }
  const key = tagsOf(record.value)['p'];
  const stands = shown(found);
  const keys = found.map(tagsOf);
  const ours = keys.find((tags) => tags['p'] === key);
  if (ours && keys.length === 1 && signsMail(ours))
    return { state: 'found', message: 'Our signing key is published.', record, stands };
  return { state: 'different', message: dkimDiffers(name, keys, ours), record, stands };
}

function dkimDiffers(name: string, keys: readonly Tags[], ours: Tags | undefined): string {
  if (ours && keys.length > 1)
    return `There are ${keys.length} TXT records at ${name}, and receivers may read any of them. Leave only this one.`;
  if (ours)
    return `The DKIM record at ${name} holds our key, but says it is not for signing mails as we do. Change it to this.`;
  return keys.some((tags) => tags['p'] === '')
    ? `The DKIM record at ${name} is empty, which means the key is withdrawn. Put ours there.`
    : `The DKIM record at ${name} holds another key. Change it to this.`;
}

const FEWEST_LABELS = 2;

/** What receivers do with mails in the domain's name that nobody signed; that of a domain above holds for those below it. */
export async function findDmarc(dns: Dns, domain: string): Promise<RecordFinding> {
  const record = textRecord(`_dmarc.${domain}`, 'v=DMARC1; p=none');
  const labels = domain.split('.');
  for (let above = 0; above === 0 || labels.length - above >= FEWEST_LABELS; above += 1) {
    const name = `_dmarc.${labels.slice(above).join('.')}`;
    const found = await dns.txt(name);
    if (found === undefined) return unanswered({ ...record, name });
    const policies = found.map(shownRecord).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim()));
    const [only, ...more] = policies;
    if (only === undefined) continue;
    const stands = shown(policies);
    if (more.length > 0)
      return {
        state: 'different',
        message: `There are ${policies.length} DMARC records at ${name}, and receivers then ignore all of them. Leave one.`,
        record: { ...record, name },
        stands,
      };
    if (!/^(?:none|quarantine|reject)$/i.test(tagsOf(only)['p'] ?? ''))
      return {
        state: 'different',
        message: `The DMARC record at ${name} names no policy (p=none, p=quarantine or p=reject). Change it to this.`,
        record: { ...record, name },
        stands,
      };
    return {
      state: 'found',
      message: above === 0 ? `${domain} has a DMARC record.` : `The DMARC record of ${name} holds for ${domain} too.`,
      record: { ...record, name, value: only.trim() },
      stands,
    };
  }
  return {
    state: 'missing',
    message: `${domain} has no DMARC record. Add one as a TXT record; large mail services ask for it.`,
    record,
    stands: null,
  };
}
