/** An announcement as a mail. Pure. */
import type { MailData, MailLanguage } from '../mail/index.ts';
import type { AnnouncementRow } from './announcement-rows.ts';

const WORDS = {
  en: {
    kind: { news: '', maintenance: 'Planned maintenance: ', problem: 'Known problem: ' },
    work: (from: string, until: string) => `From ${from} until ${until}.`,
    button: 'What’s new',
    off: 'Switch these messages off under Account, By e-mail.',
  },
  fr: {
    kind: { news: '', maintenance: 'Entretien planifié : ', problem: 'Problème connu : ' },
    work: (from: string, until: string) => `Du ${from} au ${until}.`,
    button: 'Quoi de neuf',
    off: 'Désactivez ces messages sous Compte, Par courriel.',
  },
} as const;

/** @param timeZone of the company the person works in @param origin of its site, where it is known */
export function announcementMail(
  row: AnnouncementRow,
  wanted: MailLanguage,
  timeZone: string,
  origin: string | undefined,
): { readonly language: MailLanguage; readonly data: MailData['notice'] } {
  const whole = { en: row.title_en !== '' && row.text_en !== '', fr: row.title_fr !== '' && row.text_fr !== '' };
  const language = whole[wanted] ? wanted : whole.en ? 'en' : 'fr';
  const words = WORDS[language];
  const format = new Intl.DateTimeFormat(`${language}-CA`, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  const zone = new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName: 'short' });
  const zoneAt = (at: Date) => zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
  const moment = (at: Date) => `${format.format(at)} ${zoneAt(at)}`;
  return {
    language,
    data: {
      subject: `${words.kind[row.kind]}${language === 'fr' ? row.title_fr : row.title_en}`,
      paragraphs: [
        ...(row.work_from && row.work_until ? [words.work(moment(row.work_from), moment(row.work_until))] : []),
        ...(language === 'fr' ? row.text_fr : row.text_en).split(/\n{2,}/).map((part) => part.trim()),
        words.off,
      ],
      ...(origin === undefined ? {} : { button: { label: words.button, link: `${origin}/news` } }),
    },
  };
}
