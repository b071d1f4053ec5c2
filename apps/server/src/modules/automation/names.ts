/** What rules, presets and mappings can name, with the words people know, and what of it is gone. */
import type { AutomationOptions, RuleActionDto, ShippingChoiceDto } from '@scanship/contracts/shipping/automation';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { ServiceChoice } from '@scanship/domain/automation/automation';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Tags offered to choose from. */
const MOST_TAGS = 200;

interface Named {
  readonly id: string;
  readonly name: string;
}

export type Account = AutomationOptions['accounts'][number];

/** Accounts as they are chosen among: those that work, with the services that are switched on. */
export const accountOptions = (accounts: readonly CarrierAccount[]): Account[] =>
  accounts.map(({ grantId, carrier, carrierName, name, services }) => ({
    grantId,
    carrier,
    carrierName,
    name,
    services: services.filter((service) => service.enabled).map(({ code, name: title }) => ({ code, name: title })),
  }));

export async function readOptions(
  ctx: { readonly currency: string },
  tx: Tx,
  accounts: readonly Account[],
): Promise<AutomationOptions> {
  const [packages, locations, stores, tags] = await Promise.all([
    sql<Named>`SELECT id, name FROM packages WHERE archived_at IS NULL ORDER BY is_default DESC, name, id`.execute(tx),
    sql<Named>`SELECT id, name FROM locations WHERE archived_at IS NULL ORDER BY is_default DESC, name, id`.execute(tx),
    sql<Named & { platform: string }>`SELECT id, name, platform_code AS platform FROM stores WHERE deleted_at IS NULL
      ORDER BY name, id`.execute(tx),
    readTags(tx),
  ]);
  return {
    accounts: [...accounts],
    packages: packages.rows,
    locations: locations.rows,
    stores: stores.rows,
    tags,
    currency: ctx.currency,
  };
}

/** Each tag once, in alphabetical order: the index is entered once a tag instead of reading every tagged order. */
async function readTags(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`WITH RECURSIVE t AS (
      (SELECT tag FROM order_tags ORDER BY tag LIMIT 1)
      UNION ALL
      SELECT (SELECT n.tag FROM order_tags n WHERE n.tag > t.tag ORDER BY n.tag LIMIT 1) FROM t WHERE t.tag IS NOT NULL
    ) SELECT tag FROM t WHERE tag IS NOT NULL LIMIT ${MOST_TAGS}`.execute(tx);
  return rows.map((row) => row.tag);
}

export interface Names {
  readonly packageOf: (id: string) => string | undefined;
  readonly locationOf: (id: string) => string | undefined;
  readonly accountOf: (grantId: string) => string | undefined;
  readonly presetOf: (id: string) => string | undefined;
  /** "UPS Standard", "Canada Post (any service)". */
  readonly serviceOf: (choice: ServiceChoice) => string;
  readonly knowsService: (choice: ServiceChoice) => boolean;
}

const finder =
  (list: readonly Named[]): ((id: string) => string | undefined) =>
  (id) =>
    list.find((each) => each.id === id)?.name;

export function namesOf(options: AutomationOptions, presets: readonly Named[]): Names {
  const { accounts } = options;
  const fitting = ({ carrier, grantId }: ServiceChoice) =>
    accounts.filter((each) => each.carrier === carrier && (grantId === null || each.grantId === grantId));
  return {
    packageOf: finder(options.packages),
    locationOf: finder(options.locations),
    accountOf: (id) => accounts.find((each) => each.grantId === id)?.name,
    presetOf: finder(presets),
    serviceOf(choice) {
      const found = fitting(choice);
      const carrier = found[0]?.carrierName ?? choice.carrier;
      const account = choice.grantId !== null && found[0] ? ` · ${found[0].name}` : '';
      if (choice.service === null) return `${carrier}${account}`;
      const name = found.flatMap((each) => each.services).find((each) => each.code === choice.service)?.name;
      return `${carrier} ${name ?? choice.service}${account}`;
    },
    knowsService: (choice) =>
      fitting(choice).some(
        (each) =>
          choice.service === null ||
          // An account that tells no services (they come with its answers) takes any.
          each.services.length === 0 ||
          each.services.some((service) => service.code === choice.service),
      ),
  };
}

/** What a choice names and is not there any more, one plain sentence each. */
export function choiceProblems(names: Names, choice: ShippingChoiceDto): string[] {
  return [
    ...(choice.service?.services ?? []).flatMap((each) =>
      names.knowsService(each)
        ? []
        : [`${names.serviceOf(each)} is not available any more: it was switched off, or is not lent to you.`],
    ),
    ...(choice.grantIds ?? []).flatMap((id) =>
      names.accountOf(id) ? [] : ['A carrier account was removed, or is not lent to you any more.'],
    ),
    ...(choice.packageId === null || names.packageOf(choice.packageId) ? [] : ['The package was removed.']),
  ];
}

export function actionProblems(names: Names, actions: readonly RuleActionDto[]): string[] {
  const problems = actions.flatMap((action): string[] => {
    switch (action.do) {
      case 'service':
        return choiceProblems(names, { ...NONE, service: { services: action.services, pick: action.pick } });
      case 'account':
        return choiceProblems(names, { ...NONE, grantIds: action.grantIds });
      case 'package':
        return choiceProblems(names, { ...NONE, packageId: action.packageId });
      case 'location':
        return names.locationOf(action.locationId) ? [] : ['The ship-from address was removed.'];
      case 'preset':
        return names.presetOf(action.presetId) ? [] : ['The preset was removed.'];
      default:
        return [];
    }
  });
  return [...new Set(problems)];
}

const NONE: ShippingChoiceDto = {
  service: null,
  grantIds: null,
  packageId: null,
  insurance: null,
  signature: null,
  saturdayDelivery: null,
};
