/** The parts of UPS's request messages that are used here (Rating and Shipping API v2409). All values are text. */

export interface VendorAddress {
  readonly AddressLine: readonly string[];
  readonly City: string;
  readonly StateProvinceCode?: string | undefined;
  readonly PostalCode?: string | undefined;
  readonly CountryCode: string;
  /** Presence alone means residential, whatever the text. */
  readonly ResidentialAddressIndicator?: '' | undefined;
}

export interface VendorPhone {
  readonly Number: string;
  readonly Extension?: string | undefined;
}

export interface VendorParty {
  readonly Name: string;
  readonly AttentionName?: string | undefined;
  readonly Phone?: VendorPhone | undefined;
  readonly EMailAddress?: string | undefined;
  readonly Address: VendorAddress;
}

export interface VendorUnit {
  readonly Code: string;
  readonly Description: string;
}

export interface VendorAmount {
  readonly CurrencyCode: string;
  readonly MonetaryValue: string;
}

export interface VendorDryIce {
  readonly RegulationSet: 'CFR' | 'IATA';
  readonly DryIceWeight: { readonly UnitOfMeasurement: VendorUnit; readonly Weight: string };
}

export interface VendorPackage {
  readonly Dimensions: {
    readonly UnitOfMeasurement: VendorUnit;
    readonly Length: string;
    readonly Width: string;
    readonly Height: string;
  };
  readonly PackageWeight: { readonly UnitOfMeasurement: VendorUnit; readonly Weight: string };
  readonly PackageServiceOptions?:
    | {
        readonly DeliveryConfirmation?: { readonly DCISType: string } | undefined;
        readonly DeclaredValue?: VendorAmount | undefined;
        readonly DryIce?: VendorDryIce | undefined;
        /** As the Shipping API has it, and as the Rating API has it. */
        readonly HazMat?:
          | readonly VendorHazMat[]
          | { readonly PackageIdentifier: string; readonly HazMatChemicalRecord: readonly VendorHazMat[] }
          | undefined;
        readonly PackageIdentifier?: string | undefined;
      }
    | undefined;
}

/** One record of regulated goods in a package. */
export interface VendorHazMat {
  readonly ChemicalRecordIdentifier: '1';
  readonly IDNumber: string;
  readonly ProperShippingName: string;
  readonly RegulationSet: 'CFR' | 'IATA' | 'TDG';
  readonly TransportationMode: 'Ground' | 'PAX' | '03';
  readonly CommodityRegulatedLevelCode: 'LR';
}

/** Type 01 is transportation, 02 duties and taxes. */
export interface VendorCharge {
  readonly Type: '01' | '02';
  readonly BillShipper?: { readonly AccountNumber: string } | undefined;
  readonly BillReceiver?:
    | { readonly AccountNumber: string; readonly Address?: { readonly PostalCode: string } | undefined }
    | undefined;
  readonly BillThirdParty?:
    | {
        readonly AccountNumber: string;
        readonly Address: { readonly PostalCode?: string | undefined; readonly CountryCode: string };
      }
    | undefined;
}

export interface VendorReference {
  readonly Value: string;
}

export interface VendorProduct {
  readonly Description: readonly string[];
  readonly Unit: {
    readonly Number: string;
    readonly UnitOfMeasurement: { readonly Code: string };
    readonly Value: string;
  };
  readonly CommodityCode?: string | undefined;
  readonly PartNumber?: string | undefined;
  readonly OriginCountryCode: string;
}

export interface VendorForms {
  /** 01 is the commercial invoice. */
  readonly FormType: readonly ['01'];
  readonly InvoiceNumber?: string | undefined;
  readonly InvoiceDate: string;
  readonly ReasonForExport: string;
  readonly TermsOfShipment?: string | undefined;
  readonly CurrencyCode: string;
  /** 1: the shipper filed, with the ITN (A) or because of an exemption (B). */
  readonly EEIFilingOption?:
    | {
        readonly Code: '1';
        readonly ShipperFiled:
          | { readonly Code: 'A'; readonly PreDepartureITNNumber: string }
          | { readonly Code: 'B'; readonly ExemptionLegend: string };
      }
    | undefined;
  /** Printed on the invoice. */
  readonly Comments?: string | undefined;
  readonly Contacts: { readonly SoldTo: VendorParty };
  readonly Product: readonly VendorProduct[];
  readonly OverridePaperlessIndicator: '';
}

export interface VendorTaxNumber {
  readonly IdentificationNumber: string;
  readonly IDNumberCustomerRole: string;
  readonly IDNumberEncryptionIndicator: '0';
  readonly IDNumberIssuingCntryCd?: string | undefined;
  readonly IDNumberPurposeCode: string;
  readonly IDNumberTypeCode: string;
}
