/** The envelope that Purolator's services answer in, and a purchase in it. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

export const purolator = answered(carrier, samples);

export const soap = (response: string, content: string, errors = '<Errors/>'): Recorded => ({
  body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><h:ResponseContext xmlns:h="http://purolator.com/pws/datatypes/v1" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><h:ResponseReference>Rating Example</h:ResponseReference></h:ResponseContext></s:Header><s:Body><${response} xmlns="http://purolator.com/pws/datatypes/v1" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><ResponseInformation>${errors}<InformationalMessages i:nil="true"/></ResponseInformation>${content}</${response}></s:Body></s:Envelope>`,
});

export const pins = (pin: string): string =>
  `<ShipmentPIN><Value>${pin}</Value></ShipmentPIN><PiecePINs><PIN><Value>${pin}</Value></PIN></PiecePINs>`;

export const refusal = (code: string, words: string): string =>
  `<Errors><Error><Code>${code}</Code><Description>${words}</Description><AdditionalInformation>Shipping Error</AdditionalInformation></Error></Errors>`;

export const bought = (
  name: string,
  from: Pick<RealAnswer, 'source' | 'recorded' | 'isExample'>,
  way: 'create' | 'return',
  answer: Recorded,
  means: readonly string[],
): RealAnswer => ({
  ...from,
  name,
  operation: 'ship',
  read: () =>
    purolator.ship(
      {
        ...(way === 'return' && samples.returned
          ? samples.returned
          : { shipment: samples.domestic, service: 'PurolatorExpress' }),
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [answer],
      'create',
    ),
  means,
});
