/** What a customer sets up once: sender, packages, stores, and what the services that buyers ask for stand for. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { ERRORS } from '@scanship/contracts/errors';
import { listRequestedServices } from '../automation/index.ts';
import { readPackages } from '../packages/index.ts';
import { listLocations } from '../settings/index.ts';
import { storeSummaries } from '../stores/index.ts';
import { fine, trouble } from './line.ts';
import type { Walk } from './subject.ts';

export async function addressLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const places = await deps.db.tenant({ tenantId: subject.customerId }, (tx) => listLocations(tx), { readOnly: true });
  const mend = ['customer', 'addresses'] as const;
  if (places.length === 0)
    return [
      trouble('addresses', 'none', 'blocks', {
        message: ERRORS.no_ship_from.message,
        nextStep: ERRORS.no_ship_from.advice,
        mend,
      }),
    ];
  const broken = places.filter(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  const verdict = broken.length === places.length ? 'blocks' : 'warning';
  return [
    ...(broken.length < places.length
      ? [
          fine(
            'addresses',
            'ship-from',
            places.length - broken.length === 1
              ? 'One ship-from address is complete.'
              : `${places.length - broken.length} ship-from addresses are complete.`,
          ),
        ]
      : []),
    ...broken.map((place) =>
      trouble('addresses', 'incomplete', verdict, {
        about: place.name,
        message:
          place.problems.find(({ severity }) => severity === 'error')?.message ?? ERRORS.address_incomplete.message,
        mend,
      }),
    ),
  ];
}

export async function packageLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const ctx = { tenantId: subject.customerId };
  const count = await deps.db.tenant(ctx, async (tx) => (await readPackages(tx, (slug) => slug)).length, {
    readOnly: true,
  });
  return [
    count > 0
      ? fine(
          'packages',
          'boxes',
          count === 1 ? 'There is one package to choose.' : `There are ${count} packages to choose.`,
        )
      : trouble('packages', 'none', 'warning', {
          message: 'There is no package yet: the size of every parcel has to be typed.',
          nextStep: 'Add the boxes that are used.',
          mend: ['customer', 'packages'],
        }),
  ];
}

export async function storeLines({ deps, subject, now }: Walk): Promise<ObstacleLine[]> {
  const { customerId } = subject;
  const stores = await deps.db.tenant({ tenantId: customerId }, (tx) => storeSummaries(tx, customerId, now), {
    readOnly: true,
  });
  if (stores.length === 0) return [fine('stores', 'none', 'No store is connected: orders come by hand or from files.')];
  const well = stores.filter(({ problem }) => problem === null);
  return [
    ...(well.length > 0
      ? [
          fine(
            'stores',
            'synced',
            well.length === 1 ? 'One store is synchronised.' : `${well.length} stores are synchronised.`,
          ),
        ]
      : []),
    ...stores.flatMap(({ id, name, problem }) =>
      problem
        ? [
            trouble('stores', problem.code, 'warning', {
              about: name,
              message: problem.message,
              nextStep: problem.nextStep,
              mend: ['customer', 'stores', id],
            }),
          ]
        : [],
    ),
  ];
}

/** More are counted. */
const MOST_NAMED = 10;

export async function serviceLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const requested = await deps.db.tenant({ tenantId: subject.customerId }, (tx) => listRequestedServices(tx), {
    readOnly: true,
  });
  const open = requested.filter(({ mapped, orders }) => mapped === null && orders > 0);
  if (open.length === 0)
    return [
      fine(
        'services',
        'mapped',
        'Every service that buyers asked for stands for one of a carrier, or none was asked for.',
      ),
    ];
  return open.slice(0, MOST_NAMED).map(({ requested: name, storeName, orders }) =>
    trouble('services', 'unmapped', 'warning', {
      about: `${name} · ${storeName}`,
      message:
        orders === 1
          ? 'One order asked for this service, and nothing says which of a carrier it stands for.'
          : `${orders} orders asked for this service, and nothing says which of a carrier it stands for.`,
      nextStep: 'Until then rules and the usual settings choose the service.',
      mend: ['customer', 'services'],
    }),
  );
}
