/** The mail that tells the operator of a share that has grown. */
import type { MailData, MailLanguage } from '../mail/index.ts';
import type { Series } from './read-shares.ts';
import { shareOf } from './shift-rule.ts';

type Told = Series & { readonly connectorName: string };

const ENGLISH = {
  rate: { part: 'prices with charges it cannot name', 'left-out': 'prices', unreadable: 'whole answers about prices' },
  track: {
    part: 'tracking events of an unknown kind',
    'left-out': 'tracking events',
    unreadable: 'whole answers about tracking',
  },
  orders: { part: 'orders in part', 'left-out': 'orders', unreadable: 'whole answers about orders' },
} as const;
const FRENCH = {
  rate: {
    part: 'des tarifs dont des frais sont sans nom',
    'left-out': 'des tarifs',
    unreadable: 'des réponses entières sur les tarifs',
  },
  track: {
    part: 'des événements de suivi de nature inconnue',
    'left-out': 'des événements de suivi',
    unreadable: 'des réponses entières sur le suivi',
  },
  orders: {
    part: 'des commandes en partie',
    'left-out': 'des commandes',
    unreadable: 'des réponses entières sur les commandes',
  },
} as const;

const percent = (language: MailLanguage, share: number): string =>
  new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-CA', { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  );

export function shiftMail(language: MailLanguage, told: Told, link: string | undefined): MailData['notice'] {
  const { connectorName: name, operation, kind, now, before } = told;
  const [share, past] = [percent(language, shareOf(now)), percent(language, shareOf(before))];
  if (language === 'fr')
    return {
      subject: `${name} répond autrement`,
      paragraphs: [
        `Le connecteur de ${name} ne comprend pas ${FRENCH[operation][kind]} : ${now.items} sur ${now.of} depuis l’heure précédente (${share}), contre ${past} pendant les sept jours d’avant.`,
        'Le fournisseur a probablement changé ses réponses. Gardez le trafic exact d’un compte concerné, exportez un cas et remettez-le aux développeurs.',
      ],
      button: link === undefined ? undefined : { label: 'Voir ce qui a été omis', link },
    };
  return {
    subject: `${name} answers in another way`,
    paragraphs: [
      `The connector of ${name} leaves out ${ENGLISH[operation][kind]}: ${now.items} of ${now.of} since the hour before (${share}), against ${past} in the seven days before.`,
      'The vendor has probably changed its answers. Keep the exact traffic of an account concerned, export a case and hand it to the developers.',
    ],
    button: link === undefined ? undefined : { label: 'See what was left out', link },
  };
}
