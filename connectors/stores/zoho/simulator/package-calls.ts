/** Packages and shipments: made, and deleted again. */
import { accepting } from '@scanship/simulator-kit/accepting';
import {
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { done, idIn, orderIn, unknown } from './answers.ts';
import { packedUnits, type SimOrder, type SimPackage } from './model.ts';
import { idOf, KINDS } from './new-order.ts';
import { organizations, type Organization } from './organizations.ts';
import { packageView, shipmentView } from './views.ts';

const checked = accepting(
  (issue) => new SimRefusal(400, '2', `Invalid value passed for ${issue.path.join('.') || 'JSONString'}`),
);

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const newPackage = z.object({
  package_number: z.string().min(1).max(100).optional(),
  date: day,
  line_items: z.array(z.object({ so_line_item_id: z.string(), quantity: z.number().positive() })).min(1),
  notes: z.string().optional(),
});
const newShipment = z.object({
  shipment_number: z.string().min(1).max(100),
  date: day,
  delivery_method: z.string().min(1).max(100),
  tracking_number: z.string(),
  notes: z.string().optional(),
});

const seconds = (context: SimContext): number => Math.floor(context.now().getTime() / 1_000) * 1_000;

const allPackages = (organization: Organization): readonly { readonly order: SimOrder; readonly one: SimPackage }[] =>
  [...organization.orders.values()].flatMap((order) => order.packages.map((one) => ({ order, one })));

/** @throws SimRefusal 404 for one that is not there any more, too */
export function packageIn(
  organization: Organization,
  id: string,
): { readonly order: SimOrder; readonly one: SimPackage } {
  const found = allPackages(organization).find(({ one }) => one.id === id && !one.deleted);
  if (!found) throw unknown();
  return found;
}

/** The order with one package changed or added. */
const withPackage = (order: SimOrder, one: SimPackage, context: SimContext): SimOrder => ({
  ...order,
  modified: seconds(context),
  packages: order.packages.some(({ id }) => id === one.id)
    ? order.packages.map((old) => (old.id === one.id ? one : old))
    : [...order.packages, one],
});

export function createPackage(organization: Organization, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(newPackage, jsonBody(request));
  const order = orderIn(organization, request.query.get('salesorder_id') ?? '');
  if (order.status !== 'confirmed')
    throw new SimRefusal(400, '36012', 'Packages can be created only for sales orders that are confirmed.');
  const packages = allPackages(organization);
  const number = given.package_number ?? `PA-${String(packages.length + 1).padStart(5, '0')}`;
  if (packages.some(({ one }) => one.number === number && !one.deleted))
    throw new SimRefusal(400, '36013', `The package number ${number} has been used already.`);
  for (const { so_line_item_id: id, quantity } of given.line_items) {
    const line = order.lines.find((one) => one.id === id);
    if (!line) throw new SimRefusal(400, '2', 'Invalid value passed for so_line_item_id');
    if (quantity > line.quantity - packedUnits(order, id))
      throw new SimRefusal(400, '36014', 'The quantity packed is more than the quantity that is left to pack.');
  }
  const one: SimPackage = {
    id: idOf(KINDS.package, 1_000 + packages.length),
    number,
    date: given.date,
    lines: given.line_items.map((line) => ({ lineId: line.so_line_item_id, quantity: line.quantity })),
    deleted: false,
  };
  const value = withPackage(order, one, context);
  organizations.put(organization.about.account, { what: 'order', value }, context);
  return done(201, { package: packageView(value, one, organization.about) }, 'Package created successfully.');
}

export function deletePackage(organization: Organization, request: SimRequest, context: SimContext): SimAnswer {
  const { order, one } = packageIn(organization, idIn(request, 'package'));
  if (one.shipment)
    throw new SimRefusal(400, '36015', 'The package has been shipped; delete its shipment order first.');
  const value = withPackage(order, { ...one, deleted: true }, context);
  organizations.put(organization.about.account, { what: 'order', value }, context);
  return done(200, {}, 'Whooooosh! Package Deleted Successfully.');
}

export function createShipment(organization: Organization, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(newShipment, jsonBody(request));
  const { order, one } = packageIn(organization, request.query.get('package_ids') ?? '');
  if (request.query.get('salesorder_id') !== order.id)
    throw new SimRefusal(400, '36016', 'The package is not one of this sales order.');
  if (one.shipment) throw new SimRefusal(400, '36017', 'The package has been shipped already.');
  const count = allPackages(organization).length;
  const shipped: SimPackage = {
    ...one,
    shipment: {
      id: idOf(KINDS.shipment, 1_000 + count + context.books.all().length),
      number: given.shipment_number,
      date: given.date,
      method: given.delivery_method,
      trackingNumber: given.tracking_number,
      notes: given.notes ?? '',
      mailed: request.query.get('send_notification') === 'true',
    },
  };
  const value = withPackage(order, shipped, context);
  organizations.put(organization.about.account, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: one.id,
    reference: given.tracking_number,
  });
  return done(201, { shipmentorder: shipmentView(value, shipped) }, 'Shipment created successfully.');
}

export function deleteShipment(organization: Organization, request: SimRequest, context: SimContext): SimAnswer {
  const id = idIn(request, 'shipment');
  const found = allPackages(organization).find(({ one }) => one.shipment?.id === id);
  if (!found) throw unknown();
  const { shipment, ...one } = found.one;
  const value = withPackage(found.order, one, context);
  organizations.put(organization.about.account, { what: 'order', value }, context, {
    kind: 'withdrawn',
    id: one.id,
    reference: shipment?.trackingNumber,
  });
  return done(200, {}, 'The Shipment Order has been deleted.');
}
