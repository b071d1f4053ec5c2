/**
 * What UPS's contract refuses, written down by hand from the Rating, Shipping and Tracking documents: required parts, types and
 * lengths first, then the rules it states in words (codes of the developer guide's error list).
 */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

export const text = (most: number, least = 1): z.ZodString => z.string().min(least).max(most);
/** Present means yes, whatever it holds. */
const indicator = z.string().optional();
export const context = z.object({ CustomerContext: text(512).optional() }).optional();

/** Lengths of lists, and of what is in them, stand in words only: see rules.ts. */
const lines = z.array(z.string());
const country = text(2, 2);
const rateAddress = z.object({
  AddressLine: lines,
  City: text(30).optional(),
  StateProvinceCode: text(2, 2).optional(),
  PostalCode: text(9).optional(),
  CountryCode: country,
  ResidentialAddressIndicator: indicator,
});
const shipAddress = z.object({
  AddressLine: lines,
  City: text(30),
  StateProvinceCode: text(5).optional(),
  PostalCode: text(9).optional(),
  CountryCode: country,
  ResidentialAddressIndicator: indicator,
});
const phone = z.object({ Number: text(15), Extension: text(4).optional() }).optional();
const party = {
  Name: text(35),
  AttentionName: text(35).optional(),
  Phone: phone,
  EMailAddress: text(50).optional(),
  Address: shipAddress,
};
const amount = (most: number) => z.object({ CurrencyCode: text(3, 3), MonetaryValue: text(most) });
const charge = (account: z.ZodType<string | undefined>) =>
  z.object({
    Type: text(2, 2),
    BillShipper: z.object({ AccountNumber: account }).optional(),
    BillReceiver: z
      .object({ AccountNumber: text(6, 6), Address: z.object({ PostalCode: text(9).optional() }).optional() })
      .optional(),
    BillThirdParty: z
      .object({
        AccountNumber: text(6, 6).optional(),
        Address: z.object({ PostalCode: text(9).optional(), CountryCode: text(2, 2) }),
      })
      .optional(),
  });
const describedUnit = (most: number) => z.object({ Code: text(most), Description: text(35) });
const dimensions = <U extends z.ZodType>(unit: U, most: number) =>
  z.object({ UnitOfMeasurement: unit, Length: text(most), Width: text(most), Height: text(most) });
const confirmation = z.object({ DCISType: text(1) }).optional();
const dryIce = (unit: z.ZodType) =>
  z
    .object({
      RegulationSet: text(4, 3),
      DryIceWeight: z.object({ UnitOfMeasurement: unit, Weight: z.string() }),
    })
    .optional();
/** One record of regulated goods; which members are wanted follows from the level (`rules.ts`). */
const chemical = (mode: z.ZodType, name: z.ZodType) =>
  z.object({
    ChemicalRecordIdentifier: text(3).optional(),
    IDNumber: text(6).optional(),
    ProperShippingName: name,
    RegulationSet: z.enum(['ADR', 'CFR', 'IATA', 'TDG']),
    TransportationMode: mode,
    CommodityRegulatedLevelCode: z.enum(['FR', 'LQ', 'EQ', 'LR']).optional(),
  });
const returnService = z.object({ Code: text(2) }).optional();
/** The Rating document gives the shipment's own no length. */
const freeConfirmation = z.object({ DCISType: z.string() }).optional();
const reference = z.object({ Value: text(35) });

export const rateRequest = z.object({
  RateRequest: z.object({
    Request: z.object({ RequestOption: z.unknown(), SubVersion: text(4, 4).optional(), TransactionReference: context }),
    Shipment: z.object({
      Shipper: z.object({ Name: text(35).optional(), ShipperNumber: text(6, 6).optional(), Address: rateAddress }),
      ShipTo: z.object({ Name: text(35).optional(), Address: rateAddress }),
      ShipFrom: z
        .object({ Name: text(35).optional(), Address: rateAddress.extend({ AddressLine: lines.optional() }) })
        .optional(),
      PaymentDetails: z.object({ ShipmentCharge: z.array(charge(text(6, 6))) }).optional(),
      ShipmentTotalWeight: z.object({ UnitOfMeasurement: describedUnit(3), Weight: z.string() }).optional(),
      Package: z.array(
        z.object({
          PackagingType: z.object({ Code: text(2, 2) }).optional(),
          Dimensions: dimensions(describedUnit(2), 9).optional(),
          PackageWeight: z.object({ UnitOfMeasurement: describedUnit(3), Weight: text(6) }).optional(),
          PackageServiceOptions: z
            .object({
              DeliveryConfirmation: confirmation,
              DeclaredValue: amount(19).optional(),
              DryIce: dryIce(z.object({ Code: text(2), Description: text(20) })),
              HazMat: z
                .object({
                  PackageIdentifier: text(5).optional(),
                  HazMatChemicalRecord: z
                    .array(chemical(z.enum(['01', '02', '03', '04']), text(250).optional()))
                    .max(3),
                })
                .optional(),
            })
            .optional(),
        }),
      ),
      ReturnService: returnService,
      ShipmentServiceOptions: z
        .object({ SaturdayDeliveryIndicator: indicator, DeliveryConfirmation: freeConfirmation })
        .optional(),
      ShipmentRatingOptions: z.object({ NegotiatedRatesIndicator: indicator }).optional(),
      InvoiceLineTotal: amount(19).optional(),
      TaxInformationIndicator: indicator,
      DeliveryTimeInformation: z
        .object({ PackageBillType: text(2, 2), Pickup: z.object({ Date: text(8, 8) }).optional() })
        .optional(),
    }),
  }),
});

const product = z.object({
  Description: z.array(z.string()),
  Unit: z.object({ Number: text(7), UnitOfMeasurement: z.object({ Code: text(3) }), Value: text(19) }).optional(),
  CommodityCode: text(15, 6).optional(),
  PartNumber: text(35).optional(),
  OriginCountryCode: text(2, 2).optional(),
});
const forms = z.object({
  FormType: z.array(z.string()),
  InvoiceNumber: text(35).optional(),
  InvoiceDate: text(8, 8).optional(),
  ReasonForExport: text(20).optional(),
  TermsOfShipment: text(3, 3).optional(),
  CurrencyCode: text(3, 3).optional(),
  EEIFilingOption: z
    .object({
      Code: z.enum(['1', '2', '3']),
      ShipperFiled: z
        .object({
          Code: z.enum(['A', 'B', 'C']),
          PreDepartureITNNumber: text(17, 15).optional(),
          ExemptionLegend: text(20).optional(),
        })
        .optional(),
    })
    .optional(),
  Comments: text(150).optional(),
  Contacts: z.object({ SoldTo: z.object({ ...party, AttentionName: text(35) }).optional() }).optional(),
  Product: z.array(product),
  OverridePaperlessIndicator: indicator,
});
const taxNumber = z.object({
  IdentificationNumber: z.string(),
  IDNumberCustomerRole: z.string(),
  IDNumberEncryptionIndicator: z.string(),
  IDNumberIssuingCntryCd: z.string().optional(),
  IDNumberPurposeCode: z.string(),
  IDNumberTypeCode: z.string(),
});

export const shipRequest = z.object({
  ShipmentRequest: z.object({
    Request: z.object({
      RequestOption: text(15),
      SubVersion: text(4, 4).optional(),
      TransactionReference: context,
    }),
    Shipment: z.object({
      Description: text(50).optional(),
      ReturnService: returnService,
      Shipper: z.object({ ...party, ShipperNumber: text(6, 6) }),
      ShipTo: z.object(party),
      ShipFrom: z
        .object({
          ...party,
          VendorInfo: z.object({ VendorCollectIDTypeCode: text(4), VendorCollectIDNumber: text(35) }).optional(),
        })
        .optional(),
      PaymentInformation: z.object({ ShipmentCharge: z.array(charge(text(6, 6).optional())) }).optional(),
      GlobalTaxInformation: z
        .object({
          AgentTaxIdentificationNumber: z
            .array(z.object({ AgentRole: z.string(), TaxIdentificationNumber: z.array(taxNumber).optional() }))
            .optional(),
        })
        .optional(),
      ShipmentRatingOptions: z.object({ NegotiatedRatesIndicator: indicator }).optional(),
      TaxInformationIndicator: indicator,
      ReferenceNumber: z.array(reference).optional(),
      Service: z.object({ Code: text(2, 2) }),
      InvoiceLineTotal: amount(11).optional(),
      ShipmentServiceOptions: z
        .object({
          SaturdayDeliveryIndicator: indicator,
          DeliveryConfirmation: confirmation,
          InternationalForms: forms.optional(),
        })
        .optional(),
      ShipmentDate: text(8, 8).optional(),
      Package: z.array(
        z.object({
          Description: text(35).optional(),
          Packaging: z.object({ Code: text(2, 2) }),
          Dimensions: dimensions(
            z.object({ Code: text(2, 2).optional(), Description: text(35).optional() }),
            3,
          ).optional(),
          PackageWeight: z
            .object({
              UnitOfMeasurement: z.object({ Code: text(3), Description: text(35).optional() }),
              Weight: text(5),
            })
            .optional(),
          PackageServiceOptions: z
            .object({
              DeliveryConfirmation: confirmation,
              DeclaredValue: amount(19).optional(),
              DryIce: dryIce(z.object({ Code: z.string(), Description: z.string().optional() })),
              HazMat: z.array(chemical(text(30, 3), text(150))).optional(),
              PackageIdentifier: text(5).optional(),
            })
            .optional(),
          ReferenceNumber: z.array(reference).optional(),
        }),
      ),
    }),
    LabelSpecification: z
      .object({
        LabelImageFormat: z.object({ Code: text(4) }),
        HTTPUserAgent: text(64).optional(),
        LabelStockSize: z.object({ Height: text(3), Width: text(3) }),
        CharacterSet: text(3, 3).optional(),
      })
      .optional(),
  }),
});

export const recoveryRequest = z.object({
  LabelRecoveryRequest: z.object({
    Request: z.object({ TransactionReference: z.object({ CustomerContext: text(512, 5).optional() }).optional() }),
    LabelSpecification: z
      .object({
        HTTPUserAgent: text(64).optional(),
        LabelImageFormat: z.object({ Code: text(4, 3) }).optional(),
        LabelStockSize: z.object({ Height: text(3), Width: text(3) }).optional(),
      })
      .optional(),
    TrackingNumber: text(18).optional(),
    ReferenceValues: z.object({ ReferenceNumber: z.object({ Value: text(35) }), ShipperNumber: text(6, 6) }).optional(),
  }),
});

export type RateRequest = z.infer<typeof rateRequest>['RateRequest']['Shipment'];
export type ShipRequest = z.infer<typeof shipRequest>['ShipmentRequest'];
export type ShipShipment = ShipRequest['Shipment'];
export type RecoveryRequest = z.infer<typeof recoveryRequest>['LabelRecoveryRequest'];

/** "ShipmentRequest.Shipment.ShipTo.Address.PostalCode" as UPS says it: "ShipTo Address PostalCode". */
const inWords = (path: readonly PropertyKey[]): string =>
  path
    .filter((part) => typeof part === 'string' && !/Request$|^Shipment$/.test(part))
    .map(String)
    .join(' ');

/** @throws SimRefusal 400 naming the first wrong part */
export const accept = accepting(
  (issue) => new SimRefusal(400, '10006', `Missing or invalid ${inWords(issue.path) || 'request'}`),
);

export const refuse = (code: string, message: string): never => {
  throw new SimRefusal(400, code, message);
};
