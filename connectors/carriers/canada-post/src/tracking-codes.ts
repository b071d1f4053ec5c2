/**
 * The scan events of Canada Post in our twelve statuses. The codes are those of its public table ("Messages and code
 * tables", "Tracking scan events") and of answers seen in public; what each means to a receiver is our reading.
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const CODES: Readonly<Partial<Record<TrackingStatus, string>>> = {
  // 3000 electronic information submitted by shipper, 3002 return label created.
  'label-created': '3000 3002',
  // 2300 picked up by Canada Post, 13xx accepted at the post office or counter.
  accepted: '1300 1301 1302 1303 2300 4000',
  // Processed, arrived, departed, forwarded, handed to a partner, released by customs; also wishes and redirections.
  'in-transit':
    '100 102 104 105 106 107 113 114 115 116 130 152 170 175 198 400 405 410 610 700 804 815 900 910 1200 1203 1210 1214 1215 1216 1220 1221 1223 1224 1225 1230 1232 1234 1240 1241 1244 1480 1490 1703 1705 2101 2500 2501 4100 4202 4310 4311 4450 4500 4550 4600 4900 4950 5201 8901',
  // Presented to or held by customs.
  customs: '127 701 800 810 1487 1495 2601 4330 4400',
  'out-for-delivery': '174 500',
  // Notice cards, final notices, post office and locker pick-up.
  'available-for-pickup': '156 1407 1435 1436 1437 1438 1479 1488 1701 2407',
  // Held, delayed, addressing errors, attempted, undeliverable without a way back yet.
  exception:
    '117 118 120 121 150 159 160 161 162 163 171 172 173 179 190 621 622 623 624 625 626 627 628 629 630 710 1245 1410 1411 1412 1414 1443 1444 1450 1483 1484 1493 1494 2410 2411 2412 2414 4650 4700',
  // On the way back to the sender, refused abroad, not mailable.
  returning: '167 168 169 181 182 183 184 1100 1415 1416 1417 1418 1419 1420 1481 1482 1491 1492 2600 2802 3001',
  // At the door, box, locker, mailroom or concierge.
  delivered:
    '611 612 613 614 615 616 617 618 619 620 1405 1406 1408 1409 1421 1422 1423 1424 1425 1426 1427 1428 1429 1430 1431 1432 1433 1434 1441 1442 1461 1462 1463 1465 1466 1467 1468 1469 1471 1472 1473 1475 1476 1496 1497 1498 5300',
  // A signature or a photo was recorded: also at an attempt, or when a card was left. The delivery has an event of its own.
  unknown: '20 21 2001',
};

const STATUSES: ReadonlyMap<string, TrackingStatus> = new Map(
  Object.entries(CODES).flatMap(([status, codes]) =>
    codes.split(' ').map((code): [string, TrackingStatus] => [code, status as TrackingStatus]),
  ),
);

/** The same code serves the way there and the way back; only the words tell. */
const WAY_BACK =
  /^(?:(?!\breturn)[^])*\breturn(?:ed|ing)?\b[^]*\bsender\b|^(?:(?!(?:renvoy|retourn)é)[^])*(?:renvoy|retourn)é[^]*\bexp/i;

/** @param code without leading zeros @param text description in English or French */
export function statusOf(code: string, text: string): TrackingStatus {
  const status = STATUSES.get(code) ?? 'unknown';
  if (!WAY_BACK.test(text)) return status;
  if (status === 'delivered') return 'returned';
  return status === 'unknown' || status === 'out-for-delivery' || status === 'in-transit' ? 'returning' : status;
}
