/** The words of the mails about a store that does not work, and that works again. */
import type { MailData, MailLanguage } from '../../mail/index.ts';

export interface Trouble {
  readonly storeName: string;
  readonly reason: string;
  /** What the platform said, where it said anything. */
  readonly said: string | undefined;
  /** Of the last successful synchronisation. */
  readonly lastOkAt: Date | null;
}

type Words = Readonly<Record<string, (trouble: Trouble) => readonly [subject: string, ...paragraphs: string[]]>>;

const at = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ENGLISH: Words = {
  'needs-consent': ({ storeName }) => [
    `${storeName} has to be connected again`,
    `${storeName} no longer lets us in, so no orders come in and no tracking numbers go out.`,
    'Connect the store again; what came in meanwhile is then brought in.',
  ],
  disconnected: ({ storeName }) => [
    `${storeName} was disconnected`,
    `Our app was removed at the platform of ${storeName}, so no orders come in and no tracking numbers go out.`,
    'Connect it again, or delete it here; its orders stay.',
  ],
  notifications: ({ storeName }) => [
    `${storeName} does not notify us`,
    `The notifications of ${storeName} cannot be set up. Orders still come in, but only every few minutes.`,
    'It is retried automatically. Connecting the store again may help.',
  ],
  stale: ({ storeName, lastOkAt }) => [
    `${storeName} is not synchronised`,
    lastOkAt
      ? `${storeName} was last synchronised at ${at(lastOkAt)}. New orders may be missing since then.`
      : `${storeName} could not be synchronised yet.`,
    'It is retried automatically. Check the store, or sync now.',
  ],
};

const FRENCH: Words = {
  'needs-consent': ({ storeName }) => [
    `${storeName} doit être reconnectée`,
    `${storeName} ne nous donne plus accès : aucune commande n’arrive et aucun numéro de suivi n’est envoyé.`,
    'Reconnectez la boutique; ce qui est arrivé entre-temps sera alors importé.',
  ],
  disconnected: ({ storeName }) => [
    `${storeName} a été déconnectée`,
    `Notre application a été retirée de la plateforme de ${storeName} : aucune commande n’arrive et aucun numéro de suivi n’est envoyé.`,
    'Reconnectez-la, ou supprimez-la ici; ses commandes restent.',
  ],
  notifications: ({ storeName }) => [
    `${storeName} ne nous avise pas`,
    `Les notifications de ${storeName} ne peuvent pas être mises en place. Les commandes arrivent encore, mais seulement toutes les quelques minutes.`,
    'Un nouvel essai se fait tout seul. Reconnecter la boutique peut aider.',
  ],
  stale: ({ storeName, lastOkAt }) => [
    `${storeName} n’est pas synchronisée`,
    lastOkAt
      ? `${storeName} a été synchronisée pour la dernière fois le ${at(lastOkAt)}. De nouvelles commandes peuvent manquer depuis.`
      : `${storeName} n’a pas encore pu être synchronisée.`,
    'Un nouvel essai se fait tout seul. Vérifiez la boutique, ou synchronisez maintenant.',
  ],
};

const button = (language: MailLanguage, link: string | undefined): MailData['notice']['button'] =>
  link === undefined ? undefined : { label: language === 'fr' ? 'Voir la boutique' : 'Open the store', link };

export function troubleMail(language: MailLanguage, trouble: Trouble, link: string | undefined): MailData['notice'] {
  const words = language === 'fr' ? FRENCH : ENGLISH;
  const said = words[trouble.reason] ?? words['stale'];
  if (!said) throw new Error('there are words for a stale store');
  const [subject, ...paragraphs] = said(trouble);
  const quoted =
    trouble.said === undefined
      ? []
      : [language === 'fr' ? `Dernier message : ${trouble.said}` : `Last message: ${trouble.said}`];
  return { subject, paragraphs: [...paragraphs, ...quoted], button: button(language, link) };
}

export function wellMail(language: MailLanguage, storeName: string, link: string | undefined): MailData['notice'] {
  return language === 'fr'
    ? {
        subject: `${storeName} est de nouveau synchronisée`,
        paragraphs: [`${storeName} fonctionne de nouveau. Ce qui est arrivé entre-temps est importé.`],
        button: button(language, link),
      }
    : {
        subject: `${storeName} is synchronised again`,
        paragraphs: [`${storeName} works again. What came in meanwhile is brought in.`],
        button: button(language, link),
      };
}
