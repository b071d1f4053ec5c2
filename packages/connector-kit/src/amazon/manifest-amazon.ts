/** The keys of a seller's own application at Amazon, as data for manifests. */
import type { CredentialField } from '../credentials/credential-fields.ts';

/** @param where the application is found, as a sentence begins: "In Seller Central" */
export const amazonAppFields = (where: string): readonly CredentialField[] => [
  {
    name: 'clientId',
    label: 'LWA client identifier',
    help: `${where} under Develop Apps, beside your application: LWA credentials, View.`,
    secret: false,
    required: true,
    pattern: '[!-~]{8,200}',
    example: 'amzn1.application-oa2-client.1a2b3c4d5e6f',
  },
  {
    name: 'clientSecret',
    label: 'LWA client secret',
    help: 'Beside the client identifier. Amazon has it rotated every 180 days; enter the new one here before the old one ends.',
    secret: true,
    required: true,
    pattern: '[!-~]{8,200}',
  },
  {
    name: 'refreshToken',
    label: 'Refresh token',
    help: 'Under Develop Apps, in the menu beside Edit App: Authorize, then Authorize app; it begins with "Atzr|".',
    secret: true,
    required: true,
    pattern: '[!-~]{8,2000}',
  },
];
