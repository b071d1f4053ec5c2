/** The sign-in before each recorded answer. */
export const ACCESS = { body: { token_type: 'Bearer', access_token: 'own.case-token', expires_in: '14399' } };
