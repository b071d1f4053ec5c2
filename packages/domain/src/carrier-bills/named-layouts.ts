/**
 * Column names of Canada Post's and Purolator's invoice files. Sources and what is unverified: README. Neither carrier
 * publishes a sample with a header row, so a file is taken only when it has the columns without which nothing could be
 * audited; anything else goes through a mapping that a person makes.
 */
import type { NamedLayout } from './by-name.ts';

const PAIRS = {
  label: /^(?:accessorial|additional charge|surcharge|option|charge description)(?: \d+)?(?: description| code)?$/,
  amount: /^(?:accessorial|additional charge|surcharge|option|charge)(?: \d+)? amount(?: \d+)?$/,
};

/** "Electronic invoice data file": Product_Id is the tracking number. */
export const CANADA_POST: NamedLayout = {
  columns: {
    invoiceNumber: ['invoice num', 'invoice number', 'invoice no'],
    invoiceDate: ['invoice date'],
    tracking: ['product id', 'tracking number', 'item id', 'pin'],
    total: ['total charges', 'total charge'],
    account: ['customer number', 'customer num', 'paid by customer number', 'mailed by customer number'],
    shipDate: ['manifest som po date', 'int sys date time', 'mailing date'],
    service: ['service desc', 'service description'],
    postal: ['destination postal code', 'postal code', 'destination pc'],
  },
  references: [
    ['customer reference', 'reference 1', 'cost centre'],
    ['manifest som po num', 'manifest som po number'],
  ],
  declaredWeight: ['declared weight', 'estimated weight'],
  billedWeight: ['weight per piece', 'billed weight', 'actual weight'],
  sides: [['length'], ['width'], ['height']],
  currency: ['currency', 'currency code'],
  parts: [
    { names: ['base charge', 'transportation charge'], kind: 'freight', label: 'Base charge' },
    { names: ['automation discount value', 'automation discount'], kind: 'discount', label: 'Discount', minus: true },
    { names: ['fuel surcharge amount', 'fuel surcharge'], kind: 'fuel', label: 'Fuel surcharge' },
    { names: ['additional coverage charge'], kind: 'surcharge', label: 'Additional coverage' },
    { names: ['signature charge'], kind: 'surcharge', label: 'Signature' },
    { names: ['oversize charge', 'unpackaged charge'], kind: 'dimension_correction', label: 'Oversize' },
    { names: ['address correction charge'], kind: 'address_correction', label: 'Address correction' },
    { names: ['weight adjustment', 'adjustment amount'], kind: 'weight_correction', label: 'Weight adjustment' },
    { names: ['late payment charge', 'interest charge'], kind: 'late_fee', label: 'Late payment' },
    { names: ['gst amount', 'gst'], kind: 'tax', label: 'GST' },
    { names: ['hst amount', 'hst'], kind: 'tax', label: 'HST' },
    { names: ['pst amount', 'pst', 'qst amount', 'qst'], kind: 'tax', label: 'PST' },
  ],
  pairs: PAIRS,
  dates: 'ymd',
  needed: [
    ['invoice num', 'invoice number', 'invoice no'],
    ['product id', 'item id', 'pin'],
    ['total charges', 'total charge'],
    ['service desc', 'service description'],
  ],
};

export const PUROLATOR: NamedLayout = {
  columns: {
    invoiceNumber: ['invoice number', 'invoice no', 'invoice', 'invoice num'],
    invoiceDate: ['invoice date'],
    tracking: ['piece pin', 'shipment pin', 'purolator pin', 'pin', 'bol', 'bill of lading', 'bol number'],
    total: ['total charges', 'total charge', 'total amount', 'billed charges'],
    account: ['account number', 'billed account', 'bill to account', 'billing account number'],
    shipDate: ['shipment date', 'ship date', 'pickup date'],
    service: ['service', 'service description', 'product', 'product description'],
    postal: ['receiver postal code', 'destination postal code', 'consignee postal code', 'to postal code'],
  },
  references: [
    ['reference 1', 'reference', 'shipper reference', 'customer reference'],
    ['reference 2', 'department', 'cost centre'],
  ],
  declaredWeight: ['declared weight', 'actual weight', 'act wgt'],
  billedWeight: ['billed weight', 'bill wgt', 'chargeable weight', 'cubed weight'],
  sides: [['length'], ['width'], ['height']],
  currency: ['currency', 'currency code'],
  parts: [
    {
      names: ['service charge', 'freight charge', 'base charge', 'freight', 'service rate'],
      kind: 'freight',
      label: 'Service charge',
    },
    { names: ['discount', 'discount amount'], kind: 'discount', label: 'Discount', minus: true },
    {
      names: ['fuel surcharge', 'fuel', 'fuel charge', 'fuel surcharge amount'],
      kind: 'fuel',
      label: 'Fuel surcharge',
    },
    {
      names: ['residential area surcharge', 'residential surcharge', 'residential'],
      kind: 'residential',
      label: 'Residential surcharge',
    },
    { names: ['address correction', 'address corr'], kind: 'address_correction', label: 'Address correction' },
    {
      names: ['additional handling', 'addl handling', 'oversized', 'oversize', 'special handling'],
      kind: 'dimension_correction',
      label: 'Special handling',
    },
    { names: ['weight adjustment', 'inspection adjustment'], kind: 'weight_correction', label: 'Weight adjustment' },
    { names: ['declared value', 'declared value charge'], kind: 'surcharge', label: 'Declared value' },
    { names: ['late payment charge', 'late payment'], kind: 'late_fee', label: 'Late payment' },
    { names: ['gst', 'gst amount'], kind: 'tax', label: 'GST' },
    { names: ['hst', 'hst amount', 'gst hst'], kind: 'tax', label: 'HST' },
    { names: ['qst', 'qst amount', 'pst', 'pst amount'], kind: 'tax', label: 'QST' },
  ],
  pairs: PAIRS,
  dates: 'ymd',
  needed: [
    ['invoice number', 'invoice no', 'invoice', 'invoice num'],
    ['piece pin', 'shipment pin', 'purolator pin', 'pin', 'bol', 'bill of lading', 'bol number'],
    ['total charges', 'total charge', 'total amount', 'billed charges'],
    ['service charge', 'freight charge', 'base charge', 'freight', 'service rate'],
  ],
};
