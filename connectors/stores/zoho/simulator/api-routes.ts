/** The calls of Zoho Inventory v1 that we use, with what the contract refuses. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import {
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { done, ID, idIn, orderIn, refusalAnswer, unknown } from './answers.ts';
import { signedIn } from './consent-routes.ts';
import type { SimItem } from './model.ts';
import { organizations, type Organization } from './organizations.ts';
import { createPackage, createShipment, deletePackage, deleteShipment, packageIn } from './package-calls.ts';
import { itemDetails, itemRow, orderRow, orderView, organizationRow, organizationView, packageView } from './views.ts';

const whole = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number);
const listQuery = z.object({
  page: whole.default(1),
  per_page: whole.pipe(z.int().max(200)).default(200),
  sort_column: z.enum(['created_time', 'last_modified_time', 'date', 'name', 'sku', 'salesorder_number']).optional(),
  sort_order: z.enum(['A', 'D']).default('A'),
});

/** Sorted and cut as asked; without a column the newest first, as the product shows lists. */
function listOf<T extends { readonly created: number; readonly modified: number; readonly id: string }>(
  all: Iterable<T>,
  request: SimRequest,
): { readonly part: readonly T[]; readonly page_context: JsonObject } {
  const given = listQuery.safeParse(Object.fromEntries(request.query));
  if (!given.success)
    throw new SimRefusal(400, '2', `Invalid value passed for ${given.error.issues[0]?.path.join('.')}`);
  const { page, per_page: size, sort_column: column, sort_order: order } = given.data;
  const by = column === 'last_modified_time' ? (one: T) => one.modified : (one: T) => one.created;
  const sign = column === undefined || order === 'D' ? -1 : 1;
  const sorted = [...all].toSorted((a, b) => (by(a) - by(b) || (a.id < b.id ? -1 : 1)) * sign);
  const from = (page - 1) * size;
  return {
    part: sorted.slice(from, from + size),
    page_context: { page, per_page: size, has_more_page: from + size < sorted.length, sort_order: order },
  };
}

function detailsOf(organization: Organization, request: SimRequest): SimAnswer {
  const ids = (request.query.get('item_ids') ?? '').split(',');
  if (ids.some((id) => !ID.test(id))) throw new SimRefusal(400, '2', 'Invalid value passed for item_ids.');
  const found = ids.flatMap((id): SimItem[] => {
    const item = organization.items.get(id);
    return item ? [item] : [];
  });
  return done(200, { items: found.map(itemDetails) });
}

type Handle = (organization: Organization, request: SimRequest, context: SimContext) => SimAnswer;

export function apiRoutes(grant: CodeGrant): SimRoute[] {
  const route = (name: string, method: SimRoute['method'], path: string, scope: string, handle: Handle): SimRoute => ({
    name,
    method,
    path: `/inventory/v1${path}`,
    effect: method === 'GET' ? 'read' : 'effect',
    handle: refusing((request, context) => {
      const { to, about } = signedIn(grant, request, context);
      if (!to.scopes.includes(`ZohoInventory.${scope}`))
        throw new SimRefusal(401, '57', 'You are not authorized to perform this operation');
      const asked = request.query.get('organization_id');
      if (asked === null && !path.startsWith('/organizations'))
        throw new SimRefusal(400, '6001', 'The parameter organization_id is missing.');
      if (asked !== null && asked !== about.id)
        throw new SimRefusal(400, '6041', 'This user is not associated with the CompanyID/CompanyName.');
      const organization = organizations.of(about.account, context);
      if (!organization) throw unknown();
      return handle(organization, request, context);
    }, refusalAnswer),
  });
  return [
    route('organizations', 'GET', '/organizations', 'settings.READ', ({ about }) =>
      done(200, { organizations: [organizationRow(about)] }),
    ),
    route('organization', 'GET', '/organizations/:organization', 'settings.READ', ({ about }, request) => {
      if (idIn(request, 'organization') !== about.id) throw unknown();
      return done(200, { organization: organizationView(about) });
    }),
    route('items', 'GET', '/items', 'items.READ', ({ items, about }, request) => {
      const { part, page_context } = listOf(items.values(), request);
      return done(200, { items: part.map((item) => itemRow(item, about)), page_context });
    }),
    route('item-details', 'GET', '/itemdetails', 'items.READ', detailsOf),
    route('sales-orders', 'GET', '/salesorders', 'salesorders.READ', ({ orders, about }, request) => {
      const { part, page_context } = listOf(orders.values(), request);
      return done(200, { salesorders: part.map((order) => orderRow(order, about)), page_context });
    }),
    route('sales-order', 'GET', '/salesorders/:order', 'salesorders.READ', (organization, request) =>
      done(200, { salesorder: orderView(orderIn(organization, idIn(request, 'order')), organization.about) }),
    ),
    route('create-package', 'POST', '/packages', 'packages.CREATE', createPackage),
    route('package', 'GET', '/packages/:package', 'packages.READ', (organization, request) => {
      const { order, one } = packageIn(organization, idIn(request, 'package'));
      return done(200, { package: packageView(order, one, organization.about) });
    }),
    route('delete-package', 'DELETE', '/packages/:package', 'packages.DELETE', deletePackage),
    route('create-shipment', 'POST', '/shipmentorders', 'shipmentorders.CREATE', createShipment),
    route('delete-shipment', 'DELETE', '/shipmentorders/:shipment', 'shipmentorders.DELETE', deleteShipment),
  ];
}
