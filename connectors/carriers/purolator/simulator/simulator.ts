/**
 * Simulator for Purolator's E-Ship web services: estimating, shipping, returns, documents, tracking, pickups and service
 * availability, with the refusals of contract.ts.
 */
import { createSimulator, refusing, type SimRoute } from '@scanship/simulator-kit/simulator';
import { accounts } from './accounts.ts';
import { servicesOptions, validateAddress } from './availability.ts';
import { OPERATIONS, type Version } from './contract.ts';
import { answerOf, open, refusalOf } from './messages.ts';
import { modifyPickup, pickupHistory, schedulePickup, validatePickup, voidPickup } from './pickups.ts';
import {
  consolidate,
  create,
  documents,
  fullEstimate,
  manifestFile,
  manifests,
  validate,
  voidShipment,
  type Work,
} from './shipments.ts';
import { track } from './tracking.ts';

const ESTIMATING = '/EWS/V2/Estimating/EstimatingService.asmx';
const SHIPPING = '/EWS/V2/Shipping/ShippingService.asmx';
const RETURNS = '/EWS/V1/ReturnsManagement/ReturnsManagementService.asmx';
const DOCUMENTS = '/EWS/V1/ShippingDocuments/ShippingDocumentsService.asmx';
const TRACKING = '/EWS/v2/ShipmentTracking/ShipmentTrackingService.asmx';
const PICKUP = '/EWS/V1/PickUp/PickUpService.asmx';
const AVAILABILITY = '/EWS/V2/ServiceAvailability/ServiceAvailabilityService.asmx';

/** @param action last part of the SOAP action where it is not the operation */
function route(path: string, operation: string, effect: SimRoute['effect'], work: Work, action = operation): SimRoute {
  const version: Version = OPERATIONS[operation]?.version ?? 'v1';
  return {
    name: operation,
    method: 'POST',
    path,
    effect,
    when: ({ headers }) => headers.soapaction === `"http://purolator.com/pws/service/${version}/${action}"`,
    handle: refusing(
      async (request, sim) => {
        const { account, body, reference } = open(request, sim, operation);
        return answerOf(operation, version, await work(body, sim, account), reference);
      },
      (refusal) => refusalOf(operation, version, refusal),
    ),
  };
}

export const simulator = createSimulator({
  slug: 'purolator',
  name: 'Purolator',
  accounts,
  routes: [
    route(ESTIMATING, 'GetFullEstimate', 'read', fullEstimate),
    route(SHIPPING, 'ValidateShipment', 'read', validate('Shipment')),
    route(SHIPPING, 'CreateShipment', 'effect', create('Shipment')),
    route(SHIPPING, 'VoidShipment', 'effect', voidShipment),
    route(SHIPPING, 'Consolidate', 'effect', consolidate),
    route(
      RETURNS,
      'ValidateReturnsManagementShipment',
      'read',
      validate('ReturnsManagementShipment'),
      'ValidateReturnShipment',
    ),
    route(
      RETURNS,
      'CreateReturnsManagementShipment',
      'effect',
      create('ReturnsManagementShipment'),
      'CreateReturnShipment',
    ),
    route(DOCUMENTS, 'GetDocuments', 'read', documents),
    route(DOCUMENTS, 'GetShipmentManifestDocument', 'read', manifests),
    route(TRACKING, 'TrackingByPinsOrReferences', 'read', track),
    route(PICKUP, 'ValidatePickUp', 'read', validatePickup),
    route(PICKUP, 'SchedulePickUp', 'effect', schedulePickup),
    route(PICKUP, 'ModifyPickUp', 'effect', modifyPickup),
    route(PICKUP, 'VoidPickUp', 'effect', voidPickup),
    route(PICKUP, 'GetPickUpHistory', 'read', pickupHistory),
    route(AVAILABILITY, 'GetServicesOptions', 'read', servicesOptions),
    route(AVAILABILITY, 'ValidateCityPostalCodeZip', 'read', validateAddress),
    {
      name: 'manifest file',
      method: 'GET',
      path: '/ShipOnline/shipment/getLabel.ashx',
      effect: 'read',
      handle: refusing(manifestFile, (refusal) => ({ status: refusal.status, body: refusal.message })),
    },
  ],
});
