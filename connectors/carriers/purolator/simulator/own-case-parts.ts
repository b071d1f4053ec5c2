/** What the own cases share: envelopes as the WSDLs and the public examples have them (README.md), and a shipment. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const V1 = 'http://purolator.com/pws/datatypes/v1';
const V2 = 'http://purolator.com/pws/datatypes/v2';
const SERVICES = {
  estimating: [V2, '2.1', '/EWS/V2/Estimating/EstimatingService.asmx'],
  shipping: [V2, '2.1', '/EWS/V2/Shipping/ShippingService.asmx'],
  returns: [V1, '1.2', '/EWS/V1/ReturnsManagement/ReturnsManagementService.asmx'],
  documents: [V1, '1.3', '/EWS/V1/ShippingDocuments/ShippingDocumentsService.asmx'],
  tracking: [V2, '2.0', '/EWS/v2/ShipmentTracking/ShipmentTrackingService.asmx'],
  pickup: [V1, '1.2', '/EWS/V1/PickUp/PickUpService.asmx'],
  availability: [V2, '2.1', '/EWS/V2/ServiceAvailability/ServiceAvailabilityService.asmx'],
} as const;

interface Said {
  readonly reference: string;
  readonly language?: 'en' | 'fr';
  /** Last part of the action where it is not the operation. */
  readonly action?: string;
}

/** @param request content of the request element @param answer content of the response element */
export function exchange(
  service: keyof typeof SERVICES,
  operation: string,
  said: Said,
  request: string,
  answer: string,
): OwnExchange {
  const [namespace, version, path] = SERVICES[service];
  const action = `${namespace.replace('datatypes', 'service')}/${said.action ?? operation}`;
  return {
    request: {
      method: 'POST',
      path,
      headers: {
        soapaction: `"${action}"`,
        // test-key-alpha:test-word-alpha
        authorization: 'Basic dGVzdC1rZXktYWxwaGE6dGVzdC13b3JkLWFscGhh',
        'content-type': 'text/xml; charset=utf-8',
      },
      body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>
        <RequestContext xmlns="${namespace}"><Version>${version}</Version><Language>${said.language ?? 'en'}</Language>
        <GroupID/><RequestReference>${said.reference}</RequestReference><UserToken>test-activation-alpha</UserToken></RequestContext>
        </soap:Header><soap:Body><${operation}Request xmlns="${namespace}">${request}</${operation}Request></soap:Body></soap:Envelope>`,
    },
    answer: {
      status: 200,
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><h:ResponseContext xmlns:h="${namespace}">
        <h:ResponseReference>${said.reference}</h:ResponseReference></h:ResponseContext></s:Header><s:Body>
        <${operation}Response xmlns="${namespace}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
        <ResponseInformation><Errors/><InformationalMessages i:nil="true"/></ResponseInformation>${answer}</${operation}Response></s:Body></s:Envelope>`,
    },
  };
}

export const REFERENCE = 'S000000000000001';
export const PIN = '329014521622';
export const purchase = {
  reference: REFERENCE,
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
} as const;

export const domestic: ShipmentRequest = { ...withinCanada, from: { ...withinCanada.from, phone: '416 555 0100' } };

export const phone = (area: string): string =>
  `<PhoneNumber><CountryCode>1</CountryCode><AreaCode>${area}</AreaCode><Phone>5550100</Phone></PhoneNumber>`;
export const SHOP = `<Address><Name>Test Sender</Name><Company>Test Shop</Company><StreetNumber>10</StreetNumber><StreetName>Sender Road</StreetName><City>Toronto</City><Province>ON</Province><Country>CA</Country><PostalCode>M5V2T6</PostalCode>${phone('416')}</Address>`;
export const bought = { pin: PIN, pieces: [PIN], shipDate: '2026-11-23' };
