/**
 * Parcel services of eShipper's live list (2026-04-19, README.md) by number; freight by the pallet is left out. The sandbox
 * has numbers of its own, and an account may have further services: they are offered under eShipper's own names.
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

/** Number, name, and where it goes: d inside the country, i abroad, b both. */
const LISTED: Readonly<Record<string, readonly (readonly [number, string, 'd' | 'i' | 'b'])[]>> = {
  Aramex: [
    [2700, 'Priority Letter Express', 'i'],
    [2701, 'Priority Parcel Express', 'i'],
    [2702, 'Economy Parcel Express', 'i'],
    [2703, 'Economy Document Express', 'i'],
  ],
  Canpar: [
    [4500, 'Ground', 'd'],
    [4501, 'USA', 'i'],
    [4502, 'Select Letter', 'd'],
    [4503, 'Select Pak', 'd'],
    [4504, 'Select Parcel', 'd'],
    [4505, 'Express Letter', 'd'],
    [4506, 'Express Pak', 'd'],
    [4507, 'Express Parcel', 'd'],
  ],
  'DHL Express': [
    [100, 'Express 9AM', 'b'],
    [101, 'Express Worldwide', 'i'],
    [102, 'Express 1030AM', 'b'],
    [103, 'Express 12PM', 'b'],
    [104, 'ESI Export', 'i'],
    [105, 'Import Express', 'i'],
    [106, 'Import Express 9AM', 'i'],
    [107, 'Import Express 12PM', 'i'],
    [108, 'DHL Ground', 'b'],
    [109, 'Express Envelope', 'b'],
  ],
  Envoi: [[4901, 'Envoi - Same Day Delivery', 'd']],
  FedEx: [
    [1, 'Fedex Priority', 'd'],
    [2, 'Fedex First Overnight', 'd'],
    [3, 'Fedex Ground', 'b'],
    [28, 'Fedex Standard Overnight', 'd'],
    [29, 'Fedex 2nd Day', 'd'],
    [30, 'Fedex Economy', 'd'],
    [35, 'Fedex Intl Economy', 'i'],
    [5926, 'Fedex Intl Priority', 'i'],
    [5927, 'Fedex Intl Priority Express', 'i'],
    [5967, 'FedEx International Connect Plus', 'i'],
  ],
  ODS: [
    [4400, 'USPS Parcel Select Expedited', 'i'],
    [4401, 'USPS Parcel Select Budget', 'i'],
    [4402, 'USPS Light Weight Parcel Expedited', 'i'],
    [4403, 'USPS Light Weight Parcel Budget', 'i'],
  ],
  Purolator: [
    [4, 'Purolator Express', 'd'],
    [5, 'Purolator Express 9AM', 'd'],
    [6, 'Purolator Express 1030', 'd'],
    [7, 'Puroletter', 'd'],
    [8, 'Puroletter 9AM', 'd'],
    [9, 'Puroletter 10:30', 'd'],
    [10, 'PuroPak', 'd'],
    [11, 'PuroPak 9AM', 'd'],
    [12, 'PuroPak 10:30', 'd'],
    [13, 'Purolator Ground', 'd'],
    [18, 'Purolator ExpressCheque', 'd'],
    [19, 'Purolator Ground 9AM', 'd'],
    [20, 'Purolator Ground 1030', 'd'],
  ],
  SmartePost: [
    [3800, 'Xpresspost', 'd'],
    [3801, 'Expedited', 'd'],
  ],
  'SmartePost International': [
    [5012, 'DHL Packet International', 'i'],
    [5018, 'DHL Parcel International Standard', 'i'],
    [5022, 'DHL Parcel International Direct', 'i'],
  ],
  UPS: [
    [600, 'Express', 'b'],
    [601, 'Expedited', 'b'],
    [602, 'Worldwide Express', 'i'],
    [603, 'Worldwide Expedited', 'i'],
    [604, 'Standard', 'b'],
    [606, 'Three-Day Select', 'b'],
    [607, 'UPS Saver', 'b'],
    [608, 'Ground', 'b'],
    [609, 'UPS Saver', 'b'],
    [611, 'Second Day Air A.M.', 'b'],
  ],
  eShipper: [[15, 'Canada Worldwide Next Flight Out', 'i']],
};

const SCOPES = { d: 'domestic', i: 'international', b: 'both' } as const;

export const SERVICES: readonly CarrierService[] = Object.entries(LISTED).flatMap(([carrier, services]) =>
  services.map(([id, name, scope]) => ({
    code: String(id),
    name: name.toLowerCase().startsWith(carrier.toLowerCase()) ? name : `${carrier} ${name}`,
    scope: SCOPES[scope],
  })),
);
