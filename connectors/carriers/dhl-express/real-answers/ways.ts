/** Ways of three parcels: missorted in Switzerland, cleared and missed in Germany, held in Sharjah. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const dhl = answered(carrier, samples);
const NUMBER = '1727636691';

/** "code day time | service area | words" */
const way = (
  name: string,
  source: string,
  recorded: string,
  about: object,
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => {
    const events = rows.map((row) => {
      const [head = '', area, description] = row.split(' | ');
      const [typeCode, date, time] = head.split(' ');
      return {
        date,
        time,
        typeCode,
        description,
        serviceArea: [{ code: 'ZRH', description: area }],
        ...(typeCode === 'OK' && { signedBy: '' }),
      };
    });
    return dhl.track(NUMBER, {
      body: {
        shipments: [
          {
            shipmentTrackingNumber: NUMBER,
            status: 'Success',
            shipmentTimestamp: '2024-04-19T10:06:31',
            productCode: 'P',
            shipperReferences: [],
            events,
            numberOfPieces: 1,
            ...about,
          },
        ],
      },
    });
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  way(
    'at the wrong facility, back, on hold for a night and delivered',
    'https://github.com (an ordering system in Python, answers kept because the test system has none)',
    '2024-05-03',
    {},
    [
      'PU 2024-04-27 12:20:03 | Geneva-CH | Shipment picked up',
      'PL 2024-04-27 20:19:30 | Geneva-CH | Processed at GENEVA-SWITZERLAND',
      'DF 2024-04-27 20:19:58 | Geneva-CH | Shipment has departed from a DHL facility GENEVA-SWITZERLAND',
      'PL 2024-04-29 03:44:45 | Zurich-CH | Processed at ZURICH-SWITZERLAND',
      'MS 2024-04-29 09:22:57 | Geneva-CH | Shipment arrived at incorrect facility. It will be sent to the correct destination for delivery',
      'DF 2024-05-02 04:04:58 | Zurich-CH | Shipment has departed from a DHL facility ZURICH-SWITZERLAND',
      'OH 2024-05-02 05:37:01 | Zurich-CH | Shipment is on hold',
      'WC 2024-05-03 08:26:21 | Zurich-CH | Shipment is out with courier for delivery',
      'OK 2024-05-03 10:18:20 | Zurich-CH | Delivered',
    ],
    [
      '2024-04-27T12:20:03 accepted PU Shipment picked up @ Geneva, CH',
      '2024-04-27T20:19:30 in-transit PL Processed at GENEVA-SWITZERLAND @ Geneva, CH',
      '2024-04-27T20:19:58 in-transit DF Shipment has departed from a DHL facility GENEVA-SWITZERLAND @ Geneva, CH',
      '2024-04-29T03:44:45 in-transit PL Processed at ZURICH-SWITZERLAND @ Zurich, CH',
      '2024-04-29T09:22:57 in-transit MS Shipment arrived at incorrect facility. It will be sent to the correct destination for delivery @ Geneva, CH',
      '2024-05-02T04:04:58 in-transit DF Shipment has departed from a DHL facility ZURICH-SWITZERLAND @ Zurich, CH',
      '2024-05-02T05:37:01 exception OH Shipment is on hold @ Zurich, CH',
      '2024-05-03T08:26:21 out-for-delivery WC Shipment is out with courier for delivery @ Zurich, CH',
      '2024-05-03T10:18:20 delivered OK Delivered @ Zurich, CH',
    ],
  ),
  way(
    'cleared in a minute, paid for, nobody there, fetched the same day; signed by an empty name',
    'https://github.com (a shipping extension of a shop in JavaScript, an answer kept as its comment)',
    '2024-04-08',
    {},
    [
      'IC 2024-04-05 04:34:59 | Leipzig-DE | Processed for clearance at LEIPZIG-GERMANY',
      'RR 2024-04-05 04:35:40 | Leipzig-DE | Customs clearance status updated. Note - The Customs clearance process may start while the shipment is in transit to the destination. ',
      'CR 2024-04-05 04:35:46 | Leipzig-DE | Clearance processing complete at LEIPZIG-GERMANY',
      'PL 2024-04-05 04:48:46 | Leipzig-DE | Processed at LEIPZIG-GERMANY',
      'PY 2024-04-05 09:33:04 | Freiburg-DE | Payment is received and recorded for shipment related fees',
      'OH 2024-04-05 10:32:46 | Leipzig-DE | Shipment is on hold',
      'DF 2024-04-07 18:41:20 | Leipzig-DE | Shipment has departed from a DHL facility LEIPZIG-GERMANY',
      'WC 2024-04-08 07:35:19 | Freiburg-DE | Shipment is out with courier for delivery',
      'NH 2024-04-08 09:47:26 | Freiburg-DE | Delivery attempted but no response at Consignee address',
      'CC 2024-04-08 10:53:45 | Freiburg-DE | Awaiting collection by the consignee',
      'OK 2024-04-08 14:39:43 | Freiburg-DE | Delivered',
    ],
    [
      '2024-04-05T04:34:59 customs IC Processed for clearance at LEIPZIG-GERMANY @ Leipzig, DE',
      '2024-04-05T04:35:40 customs RR Customs clearance status updated. Note - The Customs clearance process may start while the shipment is in transit to the destination. @ Leipzig, DE',
      '2024-04-05T04:35:46 customs CR Clearance processing complete at LEIPZIG-GERMANY @ Leipzig, DE',
      '2024-04-05T04:48:46 in-transit PL Processed at LEIPZIG-GERMANY @ Leipzig, DE',
      '2024-04-05T09:33:04 in-transit PY Payment is received and recorded for shipment related fees @ Freiburg, DE',
      '2024-04-05T10:32:46 exception OH Shipment is on hold @ Leipzig, DE',
      '2024-04-07T18:41:20 in-transit DF Shipment has departed from a DHL facility LEIPZIG-GERMANY @ Leipzig, DE',
      '2024-04-08T07:35:19 out-for-delivery WC Shipment is out with courier for delivery @ Freiburg, DE',
      '2024-04-08T09:47:26 exception NH Delivery attempted but no response at Consignee address @ Freiburg, DE',
      '2024-04-08T10:53:45 available-for-pickup CC Awaiting collection by the consignee @ Freiburg, DE',
      '2024-04-08T14:39:43 delivered OK Delivered @ Freiburg, DE',
    ],
  ),
  way(
    'in no order, countries by name, a day without a time; three scans in seven seconds',
    'https://github.com (a courier’s system in C#, an answer kept in its test page)',
    '2024-06-14',
    // Neither a product nor a time of the shipment were told.
    { productCode: undefined, shipmentTimestamp: undefined, estimatedDeliveryDate: '2024-06-14', numberOfPieces: 3 },
    [
      'RR 2024-06-13 10:41:16 | Dubai-UNITED ARAB EMIRATES | RESPONSE RECEIVED',
      'RR 2024-06-13 21:29:14 | Dubai-UNITED ARAB EMIRATES | RESPONSE RECEIVED',
      'PU 2024-06-12 12:22:29 | Birmingham-UNITED KINGDOM | SHIPMENT PICKUP',
      'OH 2024-06-14 09:34:37 | Sharjah-UNITED ARAB EMIRATES | ON HOLD',
      'OH 2024-06-14 09:34:44 | Sharjah-UNITED ARAB EMIRATES | ON HOLD',
      'OH 2024-06-14 09:34:40 | Sharjah-UNITED ARAB EMIRATES | ON HOLD',
    ],
    [
      '2024-06-12T12:22:29 accepted PU SHIPMENT PICKUP @ Birmingham, UNITED KINGDOM',
      '2024-06-13T10:41:16 customs RR RESPONSE RECEIVED @ Dubai, UNITED ARAB EMIRATES',
      '2024-06-13T21:29:14 customs RR RESPONSE RECEIVED @ Dubai, UNITED ARAB EMIRATES',
      '2024-06-14T09:34:37 exception OH ON HOLD @ Sharjah, UNITED ARAB EMIRATES',
      '2024-06-14T09:34:40 exception OH ON HOLD @ Sharjah, UNITED ARAB EMIRATES',
      '2024-06-14T09:34:44 exception OH ON HOLD @ Sharjah, UNITED ARAB EMIRATES',
      'expected 2024-06-14',
    ],
  ),
];
