/** What the Carrier Pickup contract refuses. */
import { z } from 'zod';
import { day, place, stateCode, text, words, zip } from './contract.ts';

export const pickupRequest = z.strictObject({
  pickupDate: day,
  pickupAddress: z.object({
    firstName: text(50),
    lastName: text(50),
    firm: text(50, 0).optional(),
    address: z.object({
      ...place,
      city: text(28).optional(),
      state: stateCode.optional(),
      ZIPCode: zip.optional(),
    }),
    contact: z
      .array(
        z
          .object({
            email: z
              .string()
              .max(50)
              .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
              .optional(),
            cellNumber: z
              .string()
              .regex(/^\d{10}$/)
              .optional(),
          })
          .refine(({ email, cellNumber }) => (email === undefined) !== (cellNumber === undefined)),
      )
      .min(1)
      .max(2),
  }),
  packages: z.array(
    z.strictObject({
      packageType: words(
        'FIRST-CLASS_PACKAGE_SERVICE',
        'PRIORITY_MAIL_EXPRESS',
        'PRIORITY_MAIL',
        'RETURNS',
        'USPS_GROUND_ADVANTAGE',
        'INTERNATIONAL',
        'OTHER',
      ),
      packageCount: z.number().int(),
    }),
  ),
  estimatedWeight: z.number(),
  pickupLocation: z.strictObject({
    packageLocation: words(
      'FRONT_DOOR',
      'BACK_DOOR',
      'SIDE_DOOR',
      'KNOCK_ON_DOOR',
      'MAIL_ROOM',
      'OFFICE',
      'PORCH',
      'RECEPTION',
      'MAILBOX',
      'OTHER',
    ),
    specialInstructions: z.string().optional(),
    dogPresent: z.boolean().optional(),
  }),
  nextAvailablePickup: z.boolean().optional(),
});
export const pickupChange = z.strictObject({
  confirmationNumber: z.string().optional(),
  pickupDate: day.optional(),
  carrierPickupRequest: pickupRequest.optional(),
});

export type PickupRequest = z.infer<typeof pickupRequest>;
