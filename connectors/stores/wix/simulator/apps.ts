/** Apps that are registered at the simulator, and the key it signs deliveries with. Worth nothing anywhere else. */
import { createPrivateKey, createPublicKey } from 'node:crypto';

export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What deliveries are proved with, as Wix's dashboard shows it. */
  readonly publicKey: string;
  readonly name: string;
}

/** PKCS #8, made for the simulator alone: anybody may read it. */
const SIGNING_KEY = [
  'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDeXLFupt4X1Arr/RcDY0FV5C5qeK50G0EeiA0aigRzhdDEB8FZIKDJj5Ixm6',
  '/JQPgmUGZkmjb0SQdC4QqGsLU2QdSJw17iOlmr5D3Ix5q6i8dvH05/ViXoyxTOYvMIfLNyNjTykL26HtjJ6tJM7k9GmVOHaijbdGUgsMeUX4BE',
  'awba8fQiC1ylf5gmVIdJp2gAzoXkOsqSAfjBLPEFVIDNjhuTN/nPCSijZQ2JmReFobFw/PGgaqchm3h+UCj7xXSyaOwZI/3fEq7RJnSThTPASh',
  'gomD9BpSheojJ4Li+LGySAd9YQ+z786LRs0RR7tFozV5C8PKdSdLOlRj883FqvAgMBAAECggEAJoGcxFGnQi8ZGRbB5ndIuCwEkbGGXFrf4v6i',
  'bkcaUDsLFPdW1y1cSqtPIMIaJdrXXiMsKB3AiHshA8bewMZXCydJO/YWN0ztfGPRAzT1qXpNNgQQ3uI3PGH2n2rpNT4LASs77gl8oX94ATdl5a',
  'abGdmxalDK9H3qiUezuBD1sGMZq/VnStUjaTEo8e6rE7DAfEbpK0ojLHLgHVklzTHquvrPtk1eVONuxpKEPBOeGpj53XLwsr4X0btBJS/QKmgr',
  'lGL/yM+x3WAc/8Dz7HS5uovAwCd9Ftt/6pduOzJWniBcfIbK4bddDOA3U+YLcV9i4UNWTqzSrAAE577gNtebCQKBgQD0IhhZ1DIgQ7QQ3Zr/EK',
  'i4l2SDSSQGojZK/17AKXlGedndcNpi5D6TH9ViQmJPNt22OEZRgZAzqjCG2en5N1CSxIuEjqRPVEWalhJ2dbYDxnJWntVEPUoq6pBi3dueorjZ',
  'HuueqBWcPzT+v/AEeSGunJ84UMTJlQ8ap8BuFQICMwKBgQDpK6+vo0MuTIiNsC4bVObcaZXrL+QRuQanGQFNQBsziiUDKuPszwGhfdkBosD8Rj',
  'bxtyZqN2CnIEc3YO6Uxd6+Ozj1rWI6xx6AZRSWHoQ55Roct0D6jt1xTery+w6PizlLYjIRul4Ye8L/rrKnrJyigZRJTmlr/RUX+CLzSnWhlQKB',
  'gBTKNoKn1GD1AweQp5tjAss9cTzQ5LV/6Nm4J4x7u60pwUjfTGmxgDatNlG4z4BpbrYO0sYsH2iW7Kz/L7KeaEknXa47K3jp90dz0jyuR4LIyo',
  'Hf4s993KwM76DLveEjgFRVEsGfFMAKjevH0pu+6QRiqBh2oFt+Sxv8/yEgvtwLAoGACg/EiQO2hmzvB44uryc+vwwfWAK9CLa/Pr6pe7fkdJjl',
  'd/mF1FYqb9mKX7OyODCfdla85aB2H0AZUp5wLSNMtVDA6HkO4BJvkoLKHKA8fHMSaWLO/wDjNVxzYwDKZA9R7ZrTJkiwfsX4aCgVtX6RU8HbsD',
  '4d9nb5Tgt7FpyD7vECgYASNG9s04iVP001+oY5AK/mbNsOG2wuy1c2Si2kCKpg8C+rn9N4hHQqUEzg8n+VxWOAg6jRcTFQPl2xwA4cbOe0yi6t',
  'asHFx5hABXpernWCg8UqVsZlRrUrqJerc3zJPbkacGuk2e4xTDZgyhLSbgoo04Tc/LSrSKRAmiDOEioR1A==',
].join('');

export const signingKey = createPrivateKey({
  key: Buffer.from(SIGNING_KEY, 'base64'),
  format: 'der',
  type: 'pkcs8',
});

const publicKey = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString();

export const DEMO_APP: SimApp = {
  clientId: '5e1a70de-0000-4000-8000-00000000d3e0',
  clientSecret: 'wix-simulator-only-4f6d1c',
  publicKey,
  name: 'ScanShip (demo)',
};

/** Another franchise's own app. */
export const OTHER_APP: SimApp = {
  clientId: '5e1a70de-0000-4000-8000-0000000007e2',
  clientSecret: 'wix-simulator-only-9b20ae',
  publicKey,
  name: 'Other Brand (demo)',
};

export const APPS: readonly SimApp[] = [DEMO_APP, OTHER_APP];
