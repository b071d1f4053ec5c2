/** Eight numbers as FedEx's test system answers for them, one of a library that did not say when, and one delivered in Oakland. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { fedex, NUMBER, way } from './recorded.ts';

const SANDBOX = 'https://github.com (fixtures of a tracking service, taken from FedEx’s test system)';
const RECORDED = '2026-04-30';
/** The test system answers every number with these two, whatever its scans are. */
const SHIPPED = [
  ['ACTUAL_PICKUP', '2016-08-01T00:00:00-06:00'],
  ['SHIP', '2020-08-15T00:00:00-06:00'],
] as const;
const EXPECTED = ['ESTIMATED_DELIVERY', '2023-12-31T00:00:00-06:00'] as const;

export const answers: readonly RealAnswer[] = [
  way(
    'delivered; the left origin facility is on its way',
    SANDBOX,
    RECORDED,
    [
      {
        times: [['ACTUAL_DELIVERY', '2014-01-09T13:31:00-05:00'], ...SHIPPED],
        scans: [
          'DL 2014-01-09T13:31:00-05:00 | Norton, VA, US | Delivered',
          'OD 2014-01-09T04:18:00-05:00 | KINGSPORT, TN, US | On FedEx vehicle for delivery',
          'AR 2014-01-09T04:09:00-05:00 | KINGSPORT, TN, US | At local FedEx facility',
          'IT 2014-01-08T23:26:00-05:00 | KNOXVILLE, TN, US | In transit',
          'DP 2014-01-08T18:14:07-06:00 | NASHVILLE, TN, US | Departed FedEx location',
          'AR 2014-01-08T15:16:00-06:00 | NASHVILLE, TN, US | Arrived at FedEx location',
          'AR 2014-01-07T00:29:00-06:00 | CHICAGO, IL, US | Arrived at FedEx location',
          'DP 2014-01-03T19:12:30-08:00 | SPOKANE, WA, US | Left FedEx origin facility',
          'AR 2014-01-03T18:33:00-08:00 | SPOKANE, WA, US | Arrived at FedEx location',
          'PU 2014-01-03T15:00:00-08:00 | SPOKANE, WA, US | Picked up',
          'OC 2014-01-03T14:31:00-08:00 | US | Shipment information sent to FedEx',
        ],
      },
    ],
    [
      '2014-01-03T14:31:00-08:00 label-created OC Shipment information sent to FedEx @ US',
      '2014-01-03T15:00:00-08:00 accepted PU Picked up @ SPOKANE, WA, US',
      '2014-01-03T18:33:00-08:00 in-transit AR Arrived at FedEx location @ SPOKANE, WA, US',
      '2014-01-03T19:12:30-08:00 in-transit DP Left FedEx origin facility @ SPOKANE, WA, US',
      '2014-01-07T00:29:00-06:00 in-transit AR Arrived at FedEx location @ CHICAGO, IL, US',
      '2014-01-08T15:16:00-06:00 in-transit AR Arrived at FedEx location @ NASHVILLE, TN, US',
      '2014-01-08T18:14:07-06:00 in-transit DP Departed FedEx location @ NASHVILLE, TN, US',
      '2014-01-08T23:26:00-05:00 in-transit IT In transit @ KNOXVILLE, TN, US',
      '2014-01-09T04:09:00-05:00 in-transit AR At local FedEx facility @ KINGSPORT, TN, US',
      '2014-01-09T04:18:00-05:00 out-for-delivery OD On FedEx vehicle for delivery @ KINGSPORT, TN, US',
      '2014-01-09T13:31:00-05:00 delivered DL Delivered @ Norton, VA, US',
    ],
  ),
  way(
    'SmartPost, whose city is a sorting centre; no day is told',
    SANDBOX,
    RECORDED,
    [
      {
        times: SHIPPED,
        scans: [
          'IT 2015-03-03T10:57:12-05:00 | OREGONIA, OH, US | In transit',
          'DP 2015-03-02T22:24:34-05:00 | FEDEX SMARTPOST INDIANAPOLIS, IN, US | Departed FedEx location',
          'AR 2015-03-02T21:41:54-05:00 | FEDEX SMARTPOST INDIANAPOLIS, IN, US | Arrived at FedEx location',
          'OC 2015-03-02T06:16:40-05:00 | US | Shipment information sent to FedEx',
        ],
      },
    ],
    [
      '2015-03-02T06:16:40-05:00 label-created OC Shipment information sent to FedEx @ US',
      '2015-03-02T21:41:54-05:00 in-transit AR Arrived at FedEx location @ FEDEX SMARTPOST INDIANAPOLIS, IN, US',
      '2015-03-02T22:24:34-05:00 in-transit DP Departed FedEx location @ FEDEX SMARTPOST INDIANAPOLIS, IN, US',
      '2015-03-03T10:57:12-05:00 in-transit IT In transit @ OREGONIA, OH, US',
    ],
  ),
  way(
    'a label alone: the pickup that is told beside it was none',
    SANDBOX,
    RECORDED,
    [
      {
        times: SHIPPED,
        scans: ['OC 2013-12-30T13:24:00-05:00 | US | Shipment information sent to FedEx'],
      },
    ],
    ['2013-12-30T13:24:00-05:00 label-created OC Shipment information sent to FedEx @ US'],
  ),
  way(
    'on the van, expected on New Year’s Eve',
    SANDBOX,
    RECORDED,
    [
      {
        times: [EXPECTED, ...SHIPPED],
        scans: [
          'OD 2014-01-04T06:55:00-05:00 | MIAMI, FL, US | On FedEx vehicle for delivery',
          'AR 2014-01-04T05:10:00-05:00 | MIAMI, FL, US | Arrived at FedEx location',
          'AR 2014-01-04T05:08:00-05:00 | MIAMI, FL, US | At local FedEx facility',
          'DP 2014-01-04T00:11:19-05:00 | ORLANDO, FL, US | Departed FedEx location',
          'IT 2014-01-02T08:28:56-06:00 | KANSAS CITY, MO, US | In transit',
          'PU 2013-12-31T15:21:00-06:00 | WICHITA, KS, US | Picked up',
        ],
      },
    ],
    [
      '2013-12-31T15:21:00-06:00 accepted PU Picked up @ WICHITA, KS, US',
      '2014-01-02T08:28:56-06:00 in-transit IT In transit @ KANSAS CITY, MO, US',
      '2014-01-04T00:11:19-05:00 in-transit DP Departed FedEx location @ ORLANDO, FL, US',
      '2014-01-04T05:08:00-05:00 in-transit AR At local FedEx facility @ MIAMI, FL, US',
      '2014-01-04T05:10:00-05:00 in-transit AR Arrived at FedEx location @ MIAMI, FL, US',
      '2014-01-04T06:55:00-05:00 out-for-delivery OD On FedEx vehicle for delivery @ MIAMI, FL, US',
      'expected 2023-12-31',
    ],
  ),
  way(
    'nobody was there',
    SANDBOX,
    RECORDED,
    [
      {
        times: [EXPECTED, ...SHIPPED],
        scans: [
          'DE 2013-12-18T11:22:15-08:00 | SACRAMENTO, CA, US | Delivery exception | Customer not available or business closed',
          'OD 2013-12-18T08:25:00-08:00 | SACRAMENTO, CA, US | On FedEx vehicle for delivery',
          'DP 2013-12-13T09:43:35-05:00 | GROVE CITY, OH, US | Departed FedEx location',
          'PU 2013-12-12T14:39:00-05:00 | COLUMBUS, OH, US | Picked up',
        ],
      },
    ],
    [
      '2013-12-12T14:39:00-05:00 accepted PU Picked up @ COLUMBUS, OH, US',
      '2013-12-13T09:43:35-05:00 in-transit DP Departed FedEx location @ GROVE CITY, OH, US',
      '2013-12-18T08:25:00-08:00 out-for-delivery OD On FedEx vehicle for delivery @ SACRAMENTO, CA, US',
      '2013-12-18T11:22:15-08:00 exception DE Delivery exception: Customer not available or business closed @ SACRAMENTO, CA, US',
      'expected 2023-12-31',
    ],
  ),
  way(
    'on its way back, which FedEx counts as delivered',
    SANDBOX,
    RECORDED,
    [
      {
        times: SHIPPED,
        scans: [
          'RS 2014-01-15T08:32:31-06:00 | GRIMES, IA, US | Returning package to shipper | Shipper requested shipment to be returned - Unable to deliver shipment - Returning to shipper',
          'OD 2014-01-15T05:44:00-06:00 | GRIMES, IA, US | On FedEx vehicle for delivery',
          'DP 2014-01-10T23:52:26-05:00 | TAMPA, FL, US | Left FedEx origin facility',
        ],
      },
    ],
    [
      '2014-01-10T23:52:26-05:00 in-transit DP Left FedEx origin facility @ TAMPA, FL, US',
      '2014-01-15T05:44:00-06:00 out-for-delivery OD On FedEx vehicle for delivery @ GRIMES, IA, US',
      '2014-01-15T08:32:31-06:00 returning RS Returning package to shipper: Shipper requested shipment to be returned - Unable to deliver shipment - Returning to shipper @ GRIMES, IA, US',
    ],
  ),
  way(
    'three times nobody was there, then it waits at a shop; two scans name neither city nor country',
    SANDBOX,
    RECORDED,
    [
      {
        times: SHIPPED,
        scans: [
          'HP 2014-01-08T15:23:00-08:00 | BERKELEY, CA, US | Ready for recipient pickup | Package available for pickup at FedEx Office',
          'AF 2014-01-08T15:22:50-08:00 |  | At local FedEx facility | Tendered at FedEx Office',
          'OD 2014-01-08T08:28:00-08:00 | SAN LEANDRO, CA, US | On FedEx vehicle for delivery',
          'DE 2014-01-07T11:22:33-08:00 | SAN LEANDRO, CA, US | Delivery exception | Redirecting to FedEx Office',
          'RR 2014-01-05T19:19:19-08:00 |  | Delivery option requested | Hold at FedEx Office request received - Check back later for shipment status',
          'DE 2014-01-04T14:55:45-08:00 | SAN LEANDRO, CA, US | Delivery exception | Customer not available or business closed',
          'DE 2014-01-03T14:51:07-08:00 | SAN LEANDRO, CA, US | Delivery exception | Customer not available or business closed',
          'DE 2014-01-02T14:30:44-08:00 | SAN LEANDRO, CA, US | Delivery exception | Customer not available or business closed',
          'PU 2013-12-26T20:59:00-06:00 | NASHVILLE, TN, US | Picked up',
        ],
      },
    ],
    [
      '2013-12-26T20:59:00-06:00 accepted PU Picked up @ NASHVILLE, TN, US',
      '2014-01-02T14:30:44-08:00 exception DE Delivery exception: Customer not available or business closed @ SAN LEANDRO, CA, US',
      '2014-01-03T14:51:07-08:00 exception DE Delivery exception: Customer not available or business closed @ SAN LEANDRO, CA, US',
      '2014-01-04T14:55:45-08:00 exception DE Delivery exception: Customer not available or business closed @ SAN LEANDRO, CA, US',
      '2014-01-05T19:19:19-08:00 in-transit RR Delivery option requested: Hold at FedEx Office request received - Check back later for shipment status',
      '2014-01-07T11:22:33-08:00 exception DE Delivery exception: Redirecting to FedEx Office @ SAN LEANDRO, CA, US',
      '2014-01-08T08:28:00-08:00 out-for-delivery OD On FedEx vehicle for delivery @ SAN LEANDRO, CA, US',
      '2014-01-08T15:22:50-08:00 in-transit AF At local FedEx facility: Tendered at FedEx Office',
      '2014-01-08T15:23:00-08:00 available-for-pickup HP Ready for recipient pickup: Package available for pickup at FedEx Office @ BERKELEY, CA, US',
    ],
  ),
  {
    name: 'a number that FedEx does not find, in an answer that is well',
    operation: 'track',
    source: SANDBOX,
    recorded: RECORDED,
    read: () =>
      fedex.track(NUMBER, {
        body: {
          output: {
            alerts: [{ code: 'VIRTUAL.RESPONSE', message: 'This is a Virtual Response.' }],
            completeTrackResults: [
              {
                trackingNumber: NUMBER,
                trackResults: [
                  {
                    trackingNumberInfo: { trackingNumber: NUMBER, trackingNumberUniqueId: '', carrierCode: '' },
                    error: {
                      code: 'TRACKING.TRACKINGNUMBER.NOTFOUND',
                      message: 'Tracking number cannot be found. Please correct the tracking number and try again.',
                    },
                  },
                ],
              },
            ],
          },
        },
      }),
    means: [
      `FedEx says of ${NUMBER}: Tracking number cannot be found. Please correct the tracking number and try again.`,
    ],
  },
  way(
    'picked up, and nothing since',
    'WhatArmy/FedexRest',
    'unknown',
    [{ times: SHIPPED, scans: ['PU 2014-01-06T10:18:00-05:00 | FLORENCE, SC, US | Picked up'] }],
    ['2014-01-06T10:18:00-05:00 accepted PU Picked up @ FLORENCE, SC, US'],
  ),
  way(
    'one scan is left of a year ago; its reason begins with a blank, its time is called UTC',
    'https://github.com/Daylily-Informatics/fedex_tracking_day',
    '2023-06-27',
    [
      {
        times: [
          ['ACTUAL_PICKUP', '2023-06-26T17:12:00+00:00'],
          ['ACTUAL_DELIVERY', '2023-06-27T11:34:00+00:00'],
          ['SHIP', '2023-06-26T00:00:00-06:00'],
        ],
        scans: [
          'DL 2023-06-27T11:34:00+00:00 | OAKLAND, CA, US | Delivered |  Package delivered to recipient address - release authorized',
        ],
      },
    ],
    [
      '2023-06-27T11:34:00+00:00 delivered DL Delivered: Package delivered to recipient address - release authorized @ OAKLAND, CA, US',
    ],
  ),
];
