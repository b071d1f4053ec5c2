/** Our own request and answer for each question, written from the contract of MyDHL API 3.1.1. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import {
  abroad,
  buffalo,
  cad,
  inside,
  parcel,
  planned,
  shipper,
  signed,
  toronto,
  vancouver,
} from './own-case-parts.ts';
import { ownPickups } from './own-pickups.ts';
import { ownPurchases } from './own-purchases.ts';
import { ownQuestions } from './own-questions.ts';

const posted = { ...signed, 'content-type': 'application/json' };

const tax = (price: number, basePrice: number) => [{ priceType: 'TAX', typeCode: 'All Bu', price, rate: 5, basePrice }];

const rateInside: OwnCase = {
  name: 'a price inside Canada, tax inside each part',
  operation: 'rate',
  input: { shipment: inside, services: ['N'] },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rates',
        headers: posted,
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: vancouver },
          accounts: [shipper],
          plannedShippingDateAndTime: planned,
          unitOfMeasurement: 'metric',
          isCustomsDeclarable: false,
          estimatedDeliveryDate: { isRequested: true, typeCode: 'QDDC' },
          nextBusinessDay: true,
          packages: [parcel],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              productName: 'EXPRESS DOMESTIC',
              productCode: 'N',
              localProductCode: 'N',
              weight: { volumetric: 1.2, provided: 1.25, unitOfMeasurement: 'metric' },
              totalPrice: [
                { currencyType: 'BILLC', priceCurrency: 'CAD', price: 26.25 },
                { currencyType: 'PULCL', priceCurrency: 'CAD', price: 26.25 },
                { currencyType: 'BASEC', priceCurrency: 'EUR', price: 17.3 },
              ],
              detailedPriceBreakdown: [
                {
                  currencyType: 'BILLC',
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'EXPRESS DOMESTIC', price: 21, priceBreakdown: tax(1, 20) },
                    { name: 'FUEL SURCHARGE', serviceCode: 'FF', price: 5.25, priceBreakdown: tax(0.25, 5) },
                    { name: 'DIRECT SIGNATURE', serviceCode: 'SF', serviceTypeCode: 'XCH' },
                  ],
                },
              ],
              deliveryCapabilities: { estimatedDeliveryDateAndTime: '2026-01-06T23:59:00', totalTransitDays: 1 },
            },
            { productCode: '1', totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 40 }] },
          ],
        },
      },
    },
  ],
  expect: {
    offers: [
      {
        service: 'N',
        serviceName: 'Express Domestic',
        lines: [
          { kind: 'base', code: 'BASE', label: 'EXPRESS DOMESTIC', amount: cad(2000) },
          { kind: 'fuel', code: 'FF', label: 'FUEL SURCHARGE', amount: cad(500) },
          { kind: 'tax', code: 'TAX', label: 'Tax', amount: cad(125) },
        ],
        total: cad(2625),
        billableGrams: 1250,
        transitDays: 1,
        deliverBy: '2026-01-06',
        token: { localProductCode: 'N' },
      },
    ],
    problems: [],
  },
};

const rateAbroad: OwnCase = {
  name: 'prices abroad with insurance, signature and duties paid; two products that cannot be sold',
  operation: 'rate',
  input: {
    shipment: {
      ...abroad,
      options: { signature: 'any', insuredValue: cad(20_000) },
      customs: abroad.customs && { ...abroad.customs, incoterm: 'DDP', dutiesPaidBy: 'Shipper' },
    },
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rates',
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: buffalo },
          accounts: [shipper, { typeCode: 'duties-taxes', number: '966123451' }],
          valueAddedServices: [
            { serviceCode: 'II', value: 200, currency: 'CAD' },
            { serviceCode: 'SF' },
            { serviceCode: 'DD' },
          ],
          plannedShippingDateAndTime: planned,
          unitOfMeasurement: 'metric',
          isCustomsDeclarable: true,
          monetaryAmount: [{ typeCode: 'declaredValue', value: 50, currency: 'CAD' }],
          estimatedDeliveryDate: { isRequested: true, typeCode: 'QDDC' },
          nextBusinessDay: true,
          packages: [parcel],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              productName: 'EXPRESS WORLDWIDE NONDOC',
              productCode: 'P',
              totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 88.4 }],
              detailedPriceBreakdown: [
                {
                  currencyType: 'BILLC',
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'EXPRESS WORLDWIDE', price: 50.4 },
                    { name: 'SHIPMENT INSURANCE', serviceCode: 'II', price: 16 },
                    { name: 'DUTY TAX PAID', serviceCode: 'DD', price: 22 },
                  ],
                },
              ],
            },
            {
              productName: 'EXPRESS 12:00',
              productCode: 'Y',
              totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 0 }],
            },
            { productName: 'MEDICAL EXPRESS', productCode: 'Q', totalPrice: [] },
          ],
          warnings: ['200203: The provided tariff code is short.'],
        },
      },
    },
  ],
  expect: {
    offers: [
      {
        service: 'P',
        serviceName: 'Express Worldwide',
        lines: [
          { kind: 'base', code: 'BASE', label: 'EXPRESS WORLDWIDE', amount: cad(5040) },
          { kind: 'option', code: 'II', label: 'SHIPMENT INSURANCE', amount: cad(1600) },
          { kind: 'surcharge', code: 'DD', label: 'DUTY TAX PAID', amount: cad(2200) },
        ],
        total: cad(8840),
      },
    ],
    problems: [
      { service: 'Y', message: 'DHL Express offers Express 12:00 but states no price for this account.' },
      { service: 'Q', message: 'DHL Express also offers product Q, which is not sold here.' },
      { message: '200203: The provided tariff code is short.' },
    ],
  },
};

const landed: OwnCase = {
  name: 'duties, taxes and fees per item; transport stands apart',
  operation: 'landedCost',
  input: { shipment: abroad, service: 'P' },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/landed-cost',
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: buffalo },
          accounts: [shipper],
          productCode: 'P',
          unitOfMeasurement: 'metric',
          currencyCode: 'CAD',
          isCustomsDeclarable: true,
          isDTPRequested: false,
          isInsuranceRequested: false,
          getCostBreakdown: true,
          shipmentPurpose: 'commercial',
          transportationMode: 'air',
          merchantSelectedCarrierName: 'DHL',
          packages: [parcel],
          items: [
            {
              number: 1,
              name: 'Cotton shirt',
              description: 'Cotton shirt',
              manufacturerCountry: 'CA',
              quantity: 2,
              quantityType: 'prt',
              unitPrice: 25,
              unitPriceCurrencyCode: 'CAD',
              commodityCode: '610910',
              weight: 0.3,
              weightUnitOfMeasurement: 'metric',
              estimatedTariffRateType: 'derived_rate',
            },
          ],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              totalPrice: [{ priceCurrency: 'CAD', price: 118 }],
              detailedPriceBreakdown: [
                {
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'SCUSV', price: 50, priceCurrency: 'CAD' },
                    { name: 'SPRQN', price: 30, priceCurrency: 'USD' },
                    { name: 'TOTAL DUTIES', typeCode: 'DUTY', price: 8.25, priceCurrency: 'CAD' },
                    { name: 'TOTAL TAXES', typeCode: 'TAX', price: 0, priceCurrency: 'CAD' },
                    { name: 'TOTAL FEES', typeCode: 'FEE', price: 12, priceCurrency: 'CAD' },
                    { name: 'IMPORT_PROCESSING_CHARGE', typeCode: 'FEE', price: 12, priceCurrency: 'CAD' },
                  ],
                },
              ],
              items: [
                {
                  number: 1,
                  breakdown: [{ name: 'DUTY', typeCode: 'DUTY', price: 8.25, priceCurrency: 'CAD' }],
                },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    lines: [
      { kind: 'duty', code: 'TOTAL DUTIES', label: 'Total duties', amount: cad(825) },
      { kind: 'surcharge', code: 'TOTAL FEES', label: 'Total fees', amount: cad(1200) },
    ],
    total: cad(2025),
    items: [
      {
        description: 'Cotton shirt',
        hsCode: '610910',
        lines: [{ kind: 'duty', code: 'DUTY', label: 'DUTY', amount: cad(825) }],
      },
    ],
    problems: [],
  },
};

export const ownCases = (): readonly OwnCase[] => [
  rateInside,
  rateAbroad,
  landed,
  ...ownPurchases(),
  ...ownQuestions(),
  ...ownPickups(),
];
