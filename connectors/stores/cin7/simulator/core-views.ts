/** Sales, products, locations and webhooks as Core shows them, with the fields of its document. */
import { countryName, COUNTRIES } from '@scanship/domain/addresses/countries';
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimAccount, SimHook, SimOrder, SimProduct, SimTask, SimTaskLine } from './model.ts';

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const PLACE = 'Main Warehouse';
const PLACE_ID = '19aeca31-bd49-4fbe-8abd-37a6169cc2cb';
const cents = (amount: number): number => Math.round(amount * 100);

const unitsOf = (task: SimTask): number =>
  task.ship === 'AUTHORISED' ? task.packed.reduce((sum, line) => sum + line.quantity, 0) : 0;

export const allShipped = (order: SimOrder): boolean =>
  order.tasks.reduce((sum, task) => sum + unitsOf(task), 0) >=
  order.lines.reduce((sum, line) => sum + line.quantity, 0);

const statusesOf = (order: SimOrder): { whole: string; order: string; fulfilment: string } => {
  if (order.status === 'void') return { whole: 'VOIDED', order: 'VOIDED', fulfilment: 'VOIDED' };
  if (order.status === 'draft') return { whole: 'ORDERING', order: 'DRAFT', fulfilment: 'NOT AVAILABLE' };
  const some = order.tasks.some((task) => task.ship === 'AUTHORISED');
  const fulfilment = allShipped(order) ? 'FULFILLED' : some ? 'PARTIALLY FULFILLED' : 'NOT FULFILLED';
  return { whole: 'ORDERED', order: 'AUTHORISED', fulfilment };
};

export const saleRow = (order: SimOrder, about: SimAccount): JsonObject => {
  const status = statusesOf(order);
  return asJson({
    SaleID: order.id,
    OrderNumber: order.number,
    Status: status.whole,
    OrderDate: `${order.placed.slice(0, 10)}T00:00:00`,
    Customer: `${order.person.first} ${order.person.last}`,
    CustomerID: '6c18f8e9-90e1-418f-aebc-1219e67e4b9c',
    InvoiceAmount: 0,
    PaidAmount: 0,
    BaseCurrency: about.currency,
    CustomerCurrency: about.currency,
    Updated: order.modified,
    OrderStatus: status.order,
    FulFilmentStatus: status.fulfilment,
    Type: order.tasks.length > 1 ? 'Advanced Sale' : 'Simple Sale',
    OrderLocationID: PLACE_ID,
  });
};

function goods(order: SimOrder, line: SimTaskLine): object {
  const product = order.lines.find(({ productId }) => productId === line.productId);
  return {
    ProductID: line.productId,
    SKU: product?.sku ?? '',
    Name: product?.name ?? '',
    Location: PLACE,
    LocationID: PLACE_ID,
    ...(line.box !== undefined && { Box: line.box }),
    Quantity: line.quantity,
  };
}

const codeOf = (country: string): string =>
  country === 'USA' ? 'US' : (COUNTRIES.find(({ name }) => name === country)?.code ?? country);

/** Names unless codes of two letters are asked for. */
const addressOf = ({ person }: SimOrder, codes: boolean): object => ({
  DisplayAddressLine1: [person.line1, person.line2].filter((one) => one !== undefined).join(' '),
  DisplayAddressLine2: `${person.city} ${person.state} ${person.postcode} ${person.country}`,
  Line1: person.line1,
  Line2: person.line2 ?? '',
  City: person.city,
  State: person.state,
  Postcode: person.postcode,
  Country: codes ? codeOf(person.country) : countryName(codeOf(person.country), 'en'),
  Company: '',
  Contact: `${person.first} ${person.last}`,
  ShipToOther: true,
});

const partOf = (order: SimOrder, Status: string, lines: readonly SimTaskLine[]): object => ({
  Status,
  Lines: lines.map((line) => goods(order, line)),
});

export const pickView = (order: SimOrder, task: SimTask): JsonObject =>
  asJson({ TaskID: task.id, ...partOf(order, task.pick, task.picked) });
export const packView = (order: SimOrder, task: SimTask): JsonObject =>
  asJson({ TaskID: task.id, ...partOf(order, task.pack, task.packed) });

const shipPart = (order: SimOrder, task: SimTask): object => ({
  Status: task.ship,
  RequireBy: null,
  ShippingAddress: addressOf(order, false),
  ShippingNotes: '',
  Lines: task.shipped.map((line) => ({
    ID: line.id,
    ShipmentDate: line.date,
    Carrier: line.carrier,
    Boxes: line.boxes,
    TrackingNumber: line.trackingNumber,
    TrackingURL: '',
    IsShipped: true,
  })),
});
export const shipView = (order: SimOrder, task: SimTask): JsonObject =>
  asJson({ TaskID: task.id, ...shipPart(order, task) });

const taskView = (order: SimOrder, task: SimTask, index: number): object => ({
  TaskID: task.id,
  FulfillmentNumber: index + 1,
  LinkedInvoiceNumber: null,
  FulFilmentStatus: task.ship === 'AUTHORISED' ? 'FULFILLED' : 'NOT FULFILLED',
  Pick: partOf(order, task.pick, task.picked),
  Pack: partOf(order, task.pack, task.packed),
  Ship: shipPart(order, task),
});

export const fulfilmentsView = (order: SimOrder): JsonObject =>
  asJson({ SaleID: order.id, Fulfilments: order.tasks.map((task, index) => taskView(order, task, index)) });

export function saleView(order: SimOrder, about: SimAccount, codes: boolean): JsonObject {
  const status = statusesOf(order);
  const total = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0) / 100;
  return asJson({
    ID: order.id,
    Customer: `${order.person.first} ${order.person.last}`,
    CustomerID: '6c18f8e9-90e1-418f-aebc-1219e67e4b9c',
    Contact: `${order.person.first} ${order.person.last}`,
    Phone: '+16045550100',
    Email: 'test.buyer@mail.example',
    SkipQuote: true,
    ShippingAddress: addressOf(order, codes),
    ShippingNotes: order.notes ?? '',
    BaseCurrency: about.currency,
    CustomerCurrency: about.currency,
    Location: PLACE,
    SaleOrderDate: `${order.placed.slice(0, 10)}T00:00:00`,
    LastModifiedOn: order.modified,
    Note: '',
    Status: status.whole,
    CombinedShippingStatus: allShipped(order) ? 'SHIPPED' : 'NOT SHIPPED',
    FulFilmentStatus: status.fulfilment,
    Carrier: order.service,
    CurrencyRate: 1,
    Type: order.tasks.length > 1 ? 'Advanced Sale' : 'Simple Sale',
    Order: {
      SaleOrderNumber: order.number,
      Memo: '',
      Status: status.order,
      Lines: order.lines.map((line) => ({
        ProductID: line.productId,
        SKU: line.sku,
        Name: line.name,
        Quantity: line.quantity,
        Price: line.price,
        Discount: 0,
        Tax: 0,
        TaxRule: 'Tax on Sales',
        DropShip: line.dropShip ?? false,
        BackorderQuantity: 0,
        Total: (cents(line.price) * line.quantity) / 100,
        ProductWeight: line.kg,
        WeightUnits: 'kg',
      })),
      AdditionalCharges: [],
      TotalBeforeTax: total,
      Tax: 0,
      Total: total,
    },
    Fulfilments: order.tasks.map((task, index) => taskView(order, task, index)),
    Invoices: [],
  });
}

export const productView = (product: SimProduct): JsonObject => ({
  ID: product.id,
  SKU: product.sku,
  Name: product.name,
  Category: 'Other',
  Type: 'Stock',
  CostingMethod: 'FIFO',
  Length: 20,
  Width: 10,
  Height: 5,
  Weight: product.kg,
  UOM: 'Item',
  WeightUnits: 'kg',
  DimensionsUnits: 'cm',
  Barcode: '0012345678905',
  PriceTier1: product.price,
  Status: 'Active',
  LastModifiedOn: product.modified,
  HSCode: '170220',
  CountryOfOrigin: 'Canada',
  CountryOfOriginCode: 'CAN',
});

export const meView = (about: SimAccount): JsonObject => ({
  Company: about.company,
  Currency: about.currency,
  TimeZone: 'America/Toronto',
  DefaultWeightUnits: 'kg',
  DefaultDimensionsUnits: 'cm',
});

export const locationsView = (): JsonObject[] => [
  {
    ID: PLACE_ID,
    Name: PLACE,
    IsDefault: true,
    IsDeprecated: false,
    ParentID: null,
    AddressLine1: '77 Spadina Avenue',
    AddressLine2: '',
    AddressCitySuburb: 'Toronto',
    AddressStateProvince: 'ON',
    AddressZipPostCode: 'M5V 2J4',
    AddressCountry: 'Canada',
  },
  {
    ID: '5f8ee220-dfea-4e8d-8095-a074e44fa955',
    Name: 'Bin 7',
    IsDefault: false,
    IsDeprecated: false,
    ParentID: PLACE_ID,
    AddressLine1: '',
    AddressCountry: '',
  },
];

export const hookView = (hook: SimHook): JsonObject => ({
  ID: hook.id,
  Type: hook.type,
  Name: hook.type,
  IsActive: true,
  ExternalURL: hook.address,
  ExternalAuthorizationType: 'bearerauth',
  ExternalUserName: '',
  ExternalPassword: '',
  ExternalBearerToken: hook.token,
  ExternalHeaders: [],
});
