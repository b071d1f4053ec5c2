/** Which vendors want an app of ours registered, what is done there, and whether what was entered is whole. Pure. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import {
  type CredentialField,
  fieldProblems,
  missingFields,
  type RegistrationGuide,
} from '@scanship/connector-kit/credentials/credential-fields';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { AppOffer, AppRegistration } from '@scanship/contracts/network/platform-apps';
import { credentialFieldView } from '../../platform/credential-field-view.ts';
import type { AppProblem } from '../../platform/problem.ts';
import type { Texts } from './app-registrations.ts';

export interface OfferFacts {
  readonly kind: AppOffer['kind'];
  readonly slug: string;
  readonly name: string;
  readonly modes: readonly ('live' | 'sandbox')[];
  readonly guide: RegistrationGuide | undefined;
  readonly fields: readonly CredentialField[];
  /** Paths of ours that the guide may want entered there. */
  readonly paths: { readonly redirect: string; readonly webhook: string };
}

const MODES = ['live', 'sandbox'] as const;

export const storeOffers = (
  manifests: readonly StoreManifest[],
  paths: (code: string) => OfferFacts['paths'],
): OfferFacts[] =>
  manifests
    .filter(({ appFields }) => appFields.length > 0)
    .map(({ code, name, endpoints, registration, appFields }) => ({
      kind: 'store',
      slug: code,
      name,
      modes: MODES.filter((mode) => endpoints[mode] !== undefined),
      guide: registration,
      fields: appFields,
      paths: paths(code),
    }));

export const carrierOffers = (
  manifests: readonly CarrierManifest[],
  paths: (slug: string) => OfferFacts['paths'],
): OfferFacts[] =>
  manifests.flatMap(({ slug, name, endpoints, onboarding }) =>
    onboarding
      ? [
          {
            kind: 'carrier' as const,
            slug,
            name,
            modes: MODES.filter((mode) => endpoints[mode] !== undefined),
            guide: onboarding.registration,
            fields: onboarding.app,
            paths: paths(slug),
          },
        ]
      : [],
  );

/** @param origins where the sites are reached that work with the registration */
export const offerView = (
  { kind, slug, name, modes, guide, fields, paths }: OfferFacts,
  origins: readonly string[],
): AppOffer => ({
  kind,
  slug,
  name,
  modes: [...modes],
  page: guide?.page ?? null,
  steps: [...(guide?.steps ?? [])],
  fields: fields.map(credentialFieldView),
  addresses: (guide?.wants ?? []).flatMap((purpose) =>
    origins.map((origin) => ({ purpose, url: `${origin}${paths[purpose]}` })),
  ),
});

/** Labels of what a stored registration lacks. */
export function labelsMissing(
  { fields }: Pick<OfferFacts, 'fields'>,
  stored: Pick<AppRegistration, 'clientId' | 'secretsSet' | 'settings'>,
): string[] {
  const there: Texts = {
    ...stored.settings,
    ...Object.fromEntries(stored.secretsSet.map((secret) => [secret, 'set'])),
    clientId: stored.clientId,
  };
  return missingFields(fields, there).map(({ label }) => label);
}

/** What is not as the vendor gives it out. Nothing has to be whole: a key that comes tomorrow is entered tomorrow. */
export function registrationErrors(
  { fields }: Pick<OfferFacts, 'fields'>,
  given: { readonly clientId: string; readonly secrets?: Texts | undefined; readonly settings?: Texts | undefined },
): NonNullable<AppProblem['errors']> {
  const place = ({ name, secret }: CredentialField): string =>
    name === 'clientId' ? name : `${secret ? 'secrets' : 'settings'}.${name}`;
  const values: Texts = { ...given.settings, ...given.secrets, clientId: given.clientId };
  const typed = fields.filter((field) => (values[field.name] ?? '').trim() !== '');
  const open = typed.filter(({ name, secret }) => secret && name !== 'clientId' && given.settings?.[name]?.trim());
  const wrong = new Map(fieldProblems(typed, values).map(({ field, message }) => [field, message]));
  return [
    ...open.map((field) => ({
      field: `settings.${field.name}`,
      message: `${field.label} is a secret. Enter it as one, so that it is sealed.`,
    })),
    ...typed.flatMap((field) => {
      const message = wrong.get(field.name);
      return message === undefined ? [] : [{ field: place(field), message }];
    }),
  ];
}
